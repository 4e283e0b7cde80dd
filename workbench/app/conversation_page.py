"""The page of a loaded conversation: one component in its own fragment."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from workbench.app.commands import execute
from workbench.app.component import stage_view
from workbench.app.error_boundary import error_boundary
from workbench.app.progress import checked_view
from workbench.app.running_replays import collect_answers
from workbench.app.saved_state import restore_state, save_state
from workbench.app.session import Session, current_session
from workbench.app.stage_data import stage_data
from workbench.app.versions import versions_of
from workbench.json.text import Json
from workbench.view.comparison import Compared
from workbench.view.listing import Filter
from workbench.view.page_request import Answer, around, continued_command, parse_look, run_command
from workbench.view.refusal import explanation, recorded_error
from workbench.view.versions import Versions
from workbench.view.window import Look, View

_KEY = "stage"


@st.fragment
@error_boundary("the view of the conversation")
def workspace() -> None:
    session = current_session()
    opened = session.opened()
    if opened is None:  # removed from memory between two clicks
        st.rerun()
    restore_state(session, opened)
    collect_answers(session)
    ask = _asked()
    command = _new_command(session, ask)
    execute(session, opened, command)
    view = checked_view(session, opened)
    save_state(session, view)
    versions = versions_of(session, view)
    document = _document(session, view, versions)
    answer = _answer(session, versions.looked_at, ask, command, document)
    session.went_to = answer.position
    look = answer.look
    session.selected, session.panel, session.view = look.selected, look.panel, look.view
    session.filter = look.filter.kind if not look.filter.value else f"{look.filter.kind}:{look.filter.value}"
    session.mirror()
    stage_view(stage_data(session, opened, versions, answer, ask, document), _KEY)


def _document(session: Session, view: View, versions: Versions) -> str:
    """Return an identifier of everything that the rows depend on. If it changes, the page discards its rows."""
    replays = len(session.replays.get(session.name, ()))
    ticked = "safe" if session.choice is None else ",".join(sorted(session.choice))
    shown = "" if versions.shown == versions.own_is else f"{versions.shown}|{ticked}"
    return f"{session.name}|{session.format}|{view.report.target.name}|{session.sent_by}|{replays}|{shown}"


def _asked() -> Json:
    state = st.session_state.get(_KEY)
    return state.get("ask") if state else None


def _new_command(session: Session, ask: object) -> dict[str, Json]:
    """Return the command of this request, or nothing if it was already executed."""
    command = ask.get("command") if isinstance(ask, dict) else None
    if not isinstance(command, dict) or not isinstance(command.get("number"), int) or command["number"] <= session.done:
        return {}
    session.done = command["number"]
    return command


def _answer(session: Session, view: View | Compared, ask: object, command: dict[str, Json], document: str) -> Answer:
    count = len(view.report.conversation.messages)
    has_navigated, session.has_navigated = session.has_navigated, False
    if has_navigated or not isinstance(ask, dict) or ask.get("document") != document:
        return _opening(session, view, parse_look(ask, count) if command else Look())
    look = parse_look(ask, count)
    live = session.live.get(session.name, {})
    if command.get("name") == "locate":
        return _located(session, view, look, str(command.get("text", ""))[:20_000])
    if not command and _unseen(session, ask):
        return Answer(replace(look, selected=session.selected, filter=_filter(session, look)), session.went_to)
    return run_command(view, look, continued_command(command, ask.get("commands_done"), session.selected), live)


def _unseen(session: Session, ask: dict[str, Json]) -> bool:
    """Whether the page sent this request before it received the result of the last command."""
    seen = ask.get("commands_done")
    return isinstance(seen, int) and seen < session.done and session.went_to is not None


def _filter(session: Session, look: Look) -> Filter:
    kind, _, value = session.filter.partition(":")
    return Filter(kind, value, look.filter.query)


def _opening(session: Session, view: View | Compared, look: Look) -> Answer:
    """Open a conversation at the message in the link, or at its first problem."""
    look = replace(
        look, filter=_filter(session, look), panel=session.panel, selected=session.selected, view=session.view
    )
    error, session.error = session.error or recorded_error(view.report.conversation), ""
    if error:
        return _located(session, view, look, error)
    chosen = session.selected if session.selected is not None else view.first_problem
    if chosen is None or chosen >= len(view.report.conversation.messages):
        return Answer(replace(look, selected=None, first=0, last=40))
    return around(view, look, chosen)


def _located(session: Session, view: View | Compared, look: Look, text: str) -> Answer:
    from workbench.locating import locate

    found = locate(view.report.conversation, text)
    session.located = explanation(view.report, found)
    return around(view, look, found.message_index) if found.message_index is not None else Answer(look)

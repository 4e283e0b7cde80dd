"""The page of a loaded conversation: one component in its own fragment."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from workbench.app.component import stage_view
from workbench.app.error_boundary import error_boundary
from workbench.app.linked_conversations import starter_of
from workbench.app.navigation import go_to
from workbench.app.repairing import apply_repair, undo_repair
from workbench.app.running_replays import collect_answers
from workbench.app.saved_state import restore_state, save_state
from workbench.app.sections import APPLY, REPAIR, SECTIONS, UNDO
from workbench.app.session import Session, session
from workbench.app.stage_data import stage_data
from workbench.app.store import Opened
from workbench.app.versions import choose_fixes, show, versions_of
from workbench.converters import PROGRAMS
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.outputs.visible import shortened
from workbench.targets import TARGETS
from workbench.view.comparison import Compared
from workbench.view.listing import Filter
from workbench.view.page_request import Answer, around, continued_command, parse_look, run_command
from workbench.view.proposals import propose
from workbench.view.refusal import recorded_error
from workbench.view.repairs import fix_key
from workbench.view.verdict import LONGEST
from workbench.view.versions import AFTER, BEFORE, BOTH, Versions
from workbench.view.window import Look, View

_KEY = "stage"
_WITH_PROGRESS = 2_000
VERSIONS = (BEFORE, BOTH, AFTER)


@st.fragment
@error_boundary("the view of the conversation")
def workspace() -> None:
    mine = session()
    opened = mine.opened()
    if opened is None:  # removed from memory between two clicks
        st.rerun()
    restore_state(mine, opened)
    collect_answers(mine)
    ask = _asked()
    command = _new_command(mine, ask)
    _act(mine, opened, command)
    view = _view(mine, opened)
    save_state(mine, view)
    versions = versions_of(mine, view)
    document = _document(mine, view, versions)
    answer = _answer(mine, versions.looked_at, ask, command, document)
    mine.went_to = answer.position
    look = answer.look
    mine.selected, mine.panel, mine.view = look.selected, look.panel, look.view
    mine.filter = look.filter.kind if not look.filter.value else f"{look.filter.kind}:{look.filter.value}"
    mine.mirror()
    stage_view(stage_data(mine, opened, versions, answer, ask, document), _KEY)


def _document(mine: Session, view: View, versions: Versions) -> str:
    """Return an identifier of everything that the rows depend on. If it changes, the page discards its rows."""
    replays = len(mine.replays.get(mine.name, ()))
    ticked = "safe" if mine.choice is None else ",".join(sorted(mine.choice))
    shown = "" if versions.shown == versions.own_is else f"{versions.shown}|{ticked}"
    return f"{mine.name}|{mine.format}|{view.report.target.name}|{mine.sent_by}|{replays}|{shown}"


def _asked() -> Json:
    state = st.session_state.get(_KEY)
    return state.get("ask") if state else None


def _new_command(mine: Session, ask: object) -> dict[str, Json]:
    """Return the command of this request, or nothing if it was already executed."""
    command = ask.get("command") if isinstance(ask, dict) else None
    if not isinstance(command, dict) or not isinstance(command.get("number"), int) or command["number"] <= mine.done:
        return {}
    mine.done = command["number"]
    return command


def _act(mine: Session, opened: Opened, command: dict[str, Json]) -> None:
    """Execute commands that open or change something."""
    name, value = command.get("name"), command.get("value")
    if name == "home":
        mine.close()
        st.rerun()
    elif name == "page" and isinstance(value, str):
        go_to(value)
    elif name in SECTIONS:
        _open_section(mine, opened, str(name))
    elif name == "fix" and isinstance(value, int) and (fix := _view(mine, opened).fix_of(value)):
        choose_fixes(mine, frozenset({fix_key(fix)}))
        _bring(mine, REPAIR)
    elif name == "leave-out" and isinstance(value, str):
        chosen = propose(_view(mine, opened), mine.choice).chosen
        choose_fixes(mine, frozenset(row.key for row in chosen if row.key != value))
        st.rerun()
    elif name == "versions" and value in VERSIONS:
        show(mine, _view(mine, opened), value)
        st.rerun()
    elif name == APPLY:
        apply_repair(mine, _view(mine, opened))
        st.rerun()
    elif name == UNDO:
        undo_repair(mine)
        st.rerun()
    elif name == "target" and value in TARGETS:
        mine.target = value
        if mine.section:
            st.rerun()
    elif name == "as" and value in PROGRAMS:
        mine.sent_by = value
        if mine.section:
            st.rerun()
    elif name == "format" and value in FORMATS:
        mine.format = "" if value == opened.conversation.format else value
        if mine.section:
            st.rerun()
    elif name == "conversation" and isinstance(value, str) and any(value == key for key, _ in opened.group):
        mine.open("c", value)
        st.rerun()
    elif name == "starter" and (starter := starter_of(opened)):
        mine.open("c", starter[0]["key"])
        session().selected = starter[1]
        st.rerun()


def _open_section(mine: Session, opened: Opened, name: str) -> None:
    """Open a section, or close it if it is open. The table shows the repair while its section is open."""
    if mine.section == name:
        mine.section = ""
        if name == REPAIR and not mine.shows_applied:
            show(mine, _view(mine, opened), BEFORE)
        st.rerun()
    if name == REPAIR and mine.wanted == BEFORE:
        show(mine, _view(mine, opened), BOTH)
    _bring(mine, name)


def _bring(mine: Session, section: str) -> None:
    mine.section = section
    mine.scroll += 1
    st.rerun()


def _view(mine: Session, opened: Opened) -> View:
    if len(opened.conversation.messages) < _WITH_PROGRESS or mine.has_view_of(opened):
        return mine.view_of(opened)
    place = st.empty()
    count = len(opened.conversation.messages)

    def report_progress(what: str, done: int, of: int) -> None:
        place.progress(
            done / of, f"Checking {count * done // of:,} of {count:,} messages: {what.removeprefix('checking ')}"
        )

    report_progress("reading", 0, 1)
    view = mine.view_of(opened, report_progress)
    place.empty()
    return view


def _answer(mine: Session, view: View | Compared, ask: object, command: dict[str, Json], document: str) -> Answer:
    count = len(view.report.conversation.messages)
    travelled, mine.travelled = mine.travelled, False
    if travelled or not isinstance(ask, dict) or ask.get("document") != document:
        return _opening(mine, view, parse_look(ask, count) if command else Look())
    look = parse_look(ask, count)
    live = mine.live.get(mine.name, {})
    if command.get("name") == "locate":
        return _located(mine, view, look, str(command.get("text", ""))[:20_000])
    if not command and _unseen(mine, ask):
        return Answer(replace(look, selected=mine.selected, filter=_filter(mine, look)), mine.went_to)
    return run_command(view, look, continued_command(command, ask.get("commands_done"), mine.selected), live)


def _unseen(mine: Session, ask: dict[str, Json]) -> bool:
    """Whether the page sent this request before it received the result of the last command."""
    seen = ask.get("commands_done")
    return isinstance(seen, int) and seen < mine.done and mine.went_to is not None


def _filter(mine: Session, look: Look) -> Filter:
    kind, _, value = mine.filter.partition(":")
    return Filter(kind, value, look.filter.query)


def _opening(mine: Session, view: View | Compared, look: Look) -> Answer:
    """Open a conversation at the message in the link, or at its first problem."""
    look = replace(look, filter=_filter(mine, look), panel=mine.panel, selected=mine.selected, view=mine.view)
    error, mine.error = mine.error or recorded_error(view.report.conversation), ""
    if error:
        return _located(mine, view, look, error)
    chosen = mine.selected if mine.selected is not None else view.first_problem
    if chosen is None or chosen >= len(view.report.conversation.messages):
        return Answer(replace(look, selected=None, first=0, last=40))
    return around(view, look, chosen)


def _located(mine: Session, view: View | Compared, look: Look, text: str) -> Answer:
    from workbench.locating import locate

    found = locate(view.report.conversation, text)
    mine.located = shortened(found.sentence, LONGEST)
    return around(view, look, found.message_index) if found.message_index is not None else Answer(look)

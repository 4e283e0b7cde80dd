"""The data that the page gets for the open conversation, from the session and its view."""

from __future__ import annotations

from typing import Any

from workbench.app.linked_conversations import links_of
from workbench.app.navigation import WORKBENCH, page_links
from workbench.app.sections import bar_actions
from workbench.app.session import Session
from workbench.app.store import Opened
from workbench.formats import FORMATS
from workbench.view.comparison import Compared
from workbench.view.conversion_choice import conversion_choices
from workbench.view.full_value import Reading
from workbench.view.linked_conversations import with_links
from workbench.view.page_request import Answer
from workbench.view.protocol import Bar, Clipboard, GoTo, LookData, Reader, StageData
from workbench.view.versions import Versions
from workbench.view.window import Look


def stage_data(
    session: Session, opened: Opened, versions: Versions, answer: Answer, ask: object, document: str
) -> StageData:
    look, shown = answer.look, versions.looked_at
    view = shown.own if isinstance(shown, Compared) else shown
    live = {} if versions.is_other else session.live.get(session.name, {})
    window = shown.window(look, live, {} if versions.is_other else session.notes.get(session.name))
    started, starter = links_of(opened, versions.own)
    window = with_links(window, view.report, started)
    _remember(session, answer, ask)
    return {
        "part": "stage",
        "sequence": ask.get("sequence", 0) if isinstance(ask, dict) else 0,
        "document": document,
        "layout": str(view.columns()),
        "listing": "|".join((document, look.view, look.filter.kind, look.filter.value, look.filter.query)),
        "commands_done": session.done,
        "look": _look(look),
        "bar": _bar(session, versions),
        "versions": versions.choice(),
        "head": versions.head(look, opened.conversation.format if session.format in FORMATS else ""),
        "refusing": view.refusing() if view.small or look.panel == "targets" else "",
        "columns": view.columns(),
        "file": view.file_column(),
        "conversion_choices": conversion_choices(view.report),
        "request": shown.request(look.opened),
        "window": window,
        "broken": view.threads.broken_among(window["rows"]),
        "panel": view.panel(look, live),
        "go_to": _go_to(session, answer),
        "clipboard": _clipboard(session),
        "reader": session.reader if session.reader and session.reader["command"] == session.done else None,
        "located": session.located,
        "failure": session.failure,
        "scroll": session.scroll,
        "group": [list(one) for one in opened.group] if len(opened.group) > 1 else [],
        "started_by": starter[0] if starter else None,
        "key": opened.key,
        "address": session.address,
    }


def _look(look: Look) -> LookData:
    return {
        "view": look.view,
        "selected": look.selected,
        "filter": {"kind": look.filter.kind, "value": look.filter.value},
        "query": look.filter.query,
        "panel": look.panel,
        "why": look.why,
        "opened": sorted(look.opened),
        "first": look.first,
        "last": look.last,
        "all": look.all_causes,
    }


def _bar(session: Session, versions: Versions) -> Bar:
    return {
        "pages": page_links(WORKBENCH),
        "actions": bar_actions(versions.own.fixable_text, versions.proposed, bool(session.past)),
        "section": session.section,
    }


def _go_to(session: Session, answer: Answer) -> GoTo | None:
    return None if answer.position is None else {"command": session.done, "position": answer.position}


def _remember(session: Session, answer: Answer, ask: object) -> None:
    """Store the clipboard text or value of the last command until the next command."""
    if answer.clipboard is not None:
        session.clip = (session.done, answer.clipboard)
    if answer.reading is not None:
        session.reader = _reader(session.done, ask, answer.reading)


def _reader(number: int, ask: Any, reading: Reading) -> Reader:
    command = ask["command"]
    place = f"{command.get('column')}:{command.get('message')}:{command.get('pointer', '')}"
    text, pretty, cut, url = reading
    return {"command": number, "place": place, "text": text, "pretty": pretty, "cut": cut, "url": url}


def _clipboard(session: Session) -> Clipboard | None:
    """Return the clipboard text of the last command. Texts of earlier commands were already copied."""
    command, text = session.clip
    return {"command": command, "text": text} if command and command == session.done else None

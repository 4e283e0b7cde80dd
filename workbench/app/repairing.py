"""Repair: the plan as a checklist, what it changes, apply and undo, and the result to export."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from workbench.app.border import contained
from workbench.app.session import Session, session
from workbench.app.store import STORE
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.converters.document import converted_document
from workbench.formats import FORMATS
from workbench.outputs.as_json import indented
from workbench.outputs.visible import visible_lines
from workbench.view.repairs import (
    MOST_SHOWN,
    REPAIRED,
    PlanRow,
    checklist,
    difference,
    file_name,
    nothing_to_repair,
    outcome,
    repaired_with,
)
from workbench.view.window import View

_TALL = 14


@st.fragment
@contained("the repair")
def repair_section() -> None:
    mine = session()
    opened = mine.opened()
    if opened is None:
        return
    view = opened.view(mine.target, mine.format)
    conversation, target = view.report.conversation, view.report.target.name
    st.subheader("Repair", anchor=False)
    rows = checklist(conversation, target)
    chosen = _ticked(mine, view, rows)
    after = repaired_with(conversation, target, rows, chosen) if chosen else conversation
    if chosen:
        st.text(outcome(after, target))
    _buttons(mine, after, view, bool(chosen))
    if chosen:
        diff_text = difference(conversation, after) or "Nothing changes."
        st.code(diff_text, language="diff", height=300 if diff_text.count("\n") > _TALL else "content")
    _export(conversation, repaired=bool(mine.past))


def _ticked(mine: Session, view: View, rows: list[PlanRow]) -> list[PlanRow]:
    if not rows:
        st.text(nothing_to_repair(view.report, repaired=bool(mine.past)))
        return []
    chosen = []
    only, mine.only_fix = mine.only_fix, None
    for number, row in enumerate(rows[:MOST_SHOWN]):
        with st.container(key=f"fix-{number}", horizontal=True, vertical_alignment="center", gap="small"):
            # The label is drawn as Markdown, so nothing of the conversation may be in it.
            key = f"tick-{mine.name}-{row.code}-{row.message}-{number}"
            if only is not None:
                st.session_state[key] = row.writes(only)
            st.session_state.setdefault(key, row.fix.safe)
            ticked = st.checkbox(f"Fix {number + 1}", key=key, label_visibility="collapsed")
            st.text(visible_lines(f"{row.label}\n{row.explanation}"))
        if ticked:
            chosen.append(row)
    rest = rows[MOST_SHOWN:]
    if rest:
        st.text(f"{len(rest):,} more like these. The safe ones are applied with the safe ones above.")
        if all(row in chosen for row in rows[:MOST_SHOWN] if row.fix.safe):
            chosen += [row for row in rest if row.fix.safe]
    return chosen


def _buttons(mine: Session, after: Conversation, view: View, ready: bool) -> None:
    with st.container(key="repair-buttons", horizontal=True):
        if st.button("Apply", type="primary", disabled=not ready, key="apply"):
            _apply(mine, view, after)
        if st.button("Undo", disabled=not mine.past, key="undo"):
            _travel(mine, mine.past, mine.undone)
        if st.button("Redo", disabled=not mine.undone, key="redo"):
            _travel(mine, mine.undone, mine.past)


def _apply(mine: Session, view: View, after: Conversation) -> None:
    name = after.name if after.name.endswith(REPAIRED) else after.name + REPAIRED
    key = STORE.put([replace(after, name=name)], view.report.target.name)[0].key
    mine.past.append(mine.source)
    mine.undone.clear()
    mine.go_on("c", key)
    st.rerun()


def _travel(mine: Session, back: list[tuple[str, str]], forth: list[tuple[str, str]]) -> None:
    forth.append(mine.source)
    mine.go_on(*back.pop())
    st.rerun()


def _export(conversation: Conversation, repaired: bool) -> None:
    """The whole document as it was given, with its repairs; or its messages in another format."""
    with st.container(key="take-away", horizontal=True, vertical_alignment="bottom"):
        wanted = st.selectbox(
            "Export as",
            [conversation.format, *(name for name in FORMATS if name != conversation.format)],
            format_func=lambda name: FORMATS[name].title,
            key="download-as",
            width=220,
        )
        try:
            document = (
                conversation.payload if wanted == conversation.format else converted_document(conversation, wanted)
            )
        except NoRouteError as fault:
            st.text(str(fault))
            return
        text = indented(document)
        st.download_button(
            "Download",
            text,
            file_name(conversation, wanted),
            "application/json",
            key="download",
            type="primary" if repaired else "secondary",
        )
        if len(text) < 200_000:
            with st.popover("Copy"):
                st.code(text, language="json", height=400)

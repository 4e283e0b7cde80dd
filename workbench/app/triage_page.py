"""Triage: many conversations as one table, their common causes, and texts for customers and engineers."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from workbench.app.batches import BATCHES, Batch
from workbench.app.component import page_bar
from workbench.app.navigation import TRIAGE, WORKBENCH, go_to, page_links, remember_address
from workbench.app.opening import open_path
from workbench.app.store import STORE, Opened
from workbench.app.triage_parts import (
    CAUSE,
    causes_part,
    clusters_part,
    export_part,
    paragraphs_part,
    progress_part,
    repair_part,
)
from workbench.app.triage_start import ADD_TO, begin_part
from workbench.outputs.verdict_sentence import counted
from workbench.triage.case import WORST_FIRST, Case
from workbench.triage.documents import conversation_of, file_of
from workbench.triage.judging import refusing_sentence, refusing_targets
from workbench.triage.report import headline
from workbench.triage.table import ORDERS, PAGE_COLUMNS, columns_with_values, matching, ordered
from workbench.view.as_markdown import as_markdown

_FILTERS = ("outcome", "source", "target_title", "fixable")
_LABELS = {"outcome": "Verdict", "source": "Source", "target_title": "Provider", "fixable": "Safely fixable"}
_SHOWN_FIRST = ("name", "title", "when", "messages", "verdict", "cause", "first_bad", "fixable", "refused_by")
_SELECTED, _QUERY, _ORDER = "row", "q", "sort"
_DOT = " · "
_HEAD, _ROW = 32, 60
"""Pixels. Streamlit wraps a text only in a row higher than 56; a long cause needs three lines."""
_MOST_ROWS_HIGH = 10
_COUNTED = "Counted from 0, as on the page of the conversation and in the file."


def page() -> None:
    page_bar(page_links(TRIAGE), go_to)
    batch = BATCHES.get(st.query_params.get("batch", ""))
    with st.container(key="triage"):
        if batch is None:
            with st.container(key="first"):
                begin_part()
        else:
            _shown(batch)


def _shown(batch: Batch) -> None:
    watched = st.fragment(_batch, run_every=1.0) if batch.running else _batch
    watched(batch)


def _batch(batch: Batch) -> None:
    running = batch.running
    cases = batch.cases
    with st.container(horizontal=True, vertical_alignment="center", key="triage-head"):
        st.subheader(headline(cases, so_far=running) if cases or not running else "Checking …", anchor=False)
        progress_part(batch)
        export_place = st.container(width="content")  # filled when the filters are known
        repair_part(batch)
        if st.button("Add files…", key="again"):
            st.query_params.from_dict({ADD_TO: batch.key})
            st.rerun()
    if batch.left_out:
        st.caption(as_markdown(batch.left_out))
    if cases:
        left, right = st.columns([11, 10]) if any(case.needs_attention for case in cases) else (None, st.container())
        rule = None
        if left is not None:
            with left:
                rule = causes_part(cases)
        chosen = _filtered(cases, rule)
        with export_place:
            export_part(cases, chosen)
        with right:
            clusters_part(chosen, lambda case: _open(batch, case))
        _table(batch, chosen, cases)
    remember_address(TRIAGE)
    if running and not batch.running:
        st.rerun()


def _filtered(cases: list[Case], rule: str | None) -> list[Case]:
    wanted: dict[str, str] = {}
    with st.container(horizontal=True, key="triage-filters"):
        query = st.text_input(
            "Search",
            key=_QUERY,
            placeholder="Search title, name, cause or id",
            label_visibility="collapsed",
            bind="query-params",
        )
        for name in _FILTERS:
            values: set[str] = {getattr(case, name) for case in cases}
            wanted[name] = st.selectbox(
                _LABELS[name],
                ["", *sorted(values - {""}, key=_order)],
                key=name,
                format_func=partial(_option, _LABELS[name]),
                label_visibility="collapsed",
                bind="query-params",
            )
    chosen = matching(cases, query or "", **wanted)
    return chosen if rule is None else [case for case in chosen if case.needs_attention and case.rule == rule]


def _clear_filters() -> None:
    st.query_params.pop(CAUSE, None)
    for key in (_QUERY, *_FILTERS):
        st.session_state[key] = ""


def _option(label: str, value: str) -> str:
    return value.replace("-", " ") if value else f"{label}: all"


def _order(value: str) -> tuple[int, str]:
    return (WORST_FIRST.index(value), "") if value in WORST_FIRST else (len(WORST_FIRST), value)


def _table(batch: Batch, filtered: list[Case], all_cases: list[Case]) -> None:
    """Draw the rows. `all_cases` is what the filters saw: more may have come in since."""
    with st.container(horizontal=True, vertical_alignment="center"):
        caption = st.container(width="content")  # at the right end, the table's own toolbar would cover the button
        if len(filtered) < len(all_cases):
            st.button("Clear filters", key="clear-filters", type="tertiary", on_click=_clear_filters)
        order = st.selectbox(
            "Sort",
            list(ORDERS),
            key=_ORDER,
            label_visibility="collapsed",
            bind="query-params",
            width=170,
        )
        with st.popover("Columns"):
            shown = st.pills(
                "Columns",
                [column.key for column in PAGE_COLUMNS],
                default=list(_SHOWN_FIRST),
                format_func={column.key: column.title for column in PAGE_COLUMNS}.__getitem__,
                selection_mode="multi",
                key="columns",
                bind="query-params",
            )
    cases = ordered(filtered, order)
    state = st.dataframe(
        batch.table.rows_of(cases, all_cases),
        key=f"rows-{order}",  # a new table, or one sorted by a click on a column would stay so
        hide_index=True,
        placeholder="",
        row_height=_ROW,
        column_order=[column.key for column in columns_with_values(PAGE_COLUMNS, all_cases) if column.key in shown],
        column_config=_column_config(),
        on_select="rerun",
        selection_mode="single-row",
        selection_default={"selection": {"rows": _selected(cases)}},
        height=_HEAD + _ROW * min(len(cases), _MOST_ROWS_HIGH) + 2,
    )
    rows = state["selection"]["rows"]
    case = cases[rows[0]] if rows and rows[0] < len(cases) else None
    row_count = f"{len(cases):,} of {counted(len(all_cases), 'row')}"
    hint = "details of the selected conversation are below the table" if case else "tick a row to see details"
    caption.caption(f"{row_count} · {hint}" if cases else row_count)
    if case is not None:
        _chosen_case(batch, case)


def _column_config() -> dict[str, Any]:
    """Return the title of every column, and widths with which the columns of the first view fit into 1280 pixels.

    The scroll bars of the page and of the table need 40 of these pixels."""
    titles: dict[str, Any] = {column.key: column.title for column in PAGE_COLUMNS}
    return titles | {
        "name": st.column_config.TextColumn("Conversation", width=130),
        "title": st.column_config.TextColumn("Title or first words", width=165),
        "when": st.column_config.TextColumn("When", width=105),
        "messages": st.column_config.NumberColumn("Messages", width=80),
        "verdict": st.column_config.TextColumn("Verdict", width=95),
        "cause": st.column_config.TextColumn("What happened", width=240),
        "first_bad": st.column_config.NumberColumn("First bad message", width=125, help=_COUNTED),
        "fixable": st.column_config.TextColumn("Safely fixable", width=100),
        "refused_by": st.column_config.TextColumn("Refused by", width=125),
    }


def _chosen_case(batch: Batch, case: Case) -> None:
    st.query_params[_SELECTED] = case.key
    paragraphs_part(
        _DOT.join(filter(None, (case.name, case.title))), case.customer, case.customer_repaired, case.engineer
    )
    _refusing(batch, case)
    if st.button("Open in the workbench", key="open-row", type="primary", disabled=not case.format):
        _open(batch, case)


def _selected(cases: list[Case]) -> list[int]:
    """Return the row in the address, so that it is selected again when the user returns to this page."""
    key = st.query_params.get(_SELECTED)
    rows = [number for number, case in enumerate(cases) if case.key == key] if key else []
    return rows[:1]


def _refusing(batch: Batch, case: Case) -> None:
    """List the targets that refuse the selected conversation. Checking all conversations would take minutes."""
    conversation = conversation_of(case, batch.sources) if case.format else None
    if conversation is not None:
        st.caption(refusing_sentence(refusing_targets(conversation)))


def _open(batch: Batch, case: Case) -> None:
    opened = _opened(batch, case)
    if opened is None:
        st.warning("This cannot be opened: the file was changed or deleted, or contains no conversation.")
        return
    remember_address(TRIAGE)
    go_to(WORKBENCH, {"c": opened.key})


def _opened(batch: Batch, case: Case) -> Opened | None:
    """Open a case. A file on this computer is opened by its path, so that a repair can be written to it."""
    file = file_of(case, batch.sources)
    if file is not None:
        return open_path(file, case.document, lambda number, _: number == case.number, case.target)
    conversation = conversation_of(case, batch.sources)
    return STORE.put([conversation], case.target)[0] if conversation is not None else None

"""The parts of the triage page: progress, causes, clusters, export and repair."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Literal

import streamlit as st

from workbench.app.batches import Batch
from workbench.outputs.verdict_sentence import counted
from workbench.triage.case import Case
from workbench.triage.chart import fixable_text
from workbench.triage.cluster_paragraphs import cluster_customer_paragraph, cluster_engineer_paragraph
from workbench.triage.clusters import Count, causes, clusters, counts_by, most_and_chosen, share_of_cause
from workbench.triage.repaired_copies import (
    RepairedDocument,
    fixes_counted,
    formats_kept,
    place_below,
    repaired_copies,
    report_text,
    totals,
)
from workbench.triage.report import KINDS, ReportKind, report_bytes
from workbench.view.as_markdown import as_markdown
from workbench.view.batch_progress import progress_text, remaining_seconds

CAUSE = "cause"
"""The address parameter with the rule of the selected bar."""
_MOST_CAUSES = 7
_DIALOG_ROW, _MOST_DIALOG_ROWS = 32, 6
_BAR_STEP = 16
"""The number of repaired documents after which the progress bar moves."""
_COLOURS = {"refused": "error", "may-refuse": "warning"}
_EXPORTS: Mapping[ReportKind, str] = {
    "html": "HTML, to read and to send",
    "csv": "CSV, for a spreadsheet",
    "json": "JSON, for a program",
    "parquet": "Parquet, for data analysis",
}


def progress_part(batch: Batch) -> None:
    if not batch.running:
        text = progress_text(batch.documents, batch.total, took=batch.seconds)
        st.caption(f"{text}{' · stopped' if batch.stopped else ''}", width="content")
        return
    st.caption(progress_text(batch.documents, batch.total, left=batch.seconds_left), width="content")
    st.progress(min(1.0, batch.documents / max(1, batch.total)), width=120)
    label = "Stopping …" if batch.stopped else "Stop"  # documents that are being checked are finished first
    st.button(label, key="stop", on_click=batch.stop, disabled=batch.stopped)


def causes_part(cases: Sequence[Case]) -> str | None:
    """Draw the charts and return the selected rule. A click on a bar adds or removes a filter."""
    counts = causes(cases)
    chosen = st.query_params.get(CAUSE)
    with st.container(border=True, key="causes"):
        by_cause, by_source, by_provider = st.tabs(["Causes", "By source or format", "By provider"])
        with by_cause:
            everything = st.query_params.get("causes") == "all"
            shown = counts if everything else most_and_chosen(counts, _MOST_CAUSES, chosen)
            for number, count in enumerate(shown):
                name = count.name
                _bar(count, counts[0].number, f"cause-{name}", number, chosen == name, (CAUSE, name))
            if len(counts) > _MOST_CAUSES:
                label = "Show fewer" if everything else f"Show all {len(counts)} causes"
                st.button(label, key="all-causes", type="tertiary", on_click=_toggle, args=("causes", "all"))
        for tab, field in ((by_source, "source"), (by_provider, "target_title")):
            with tab:
                _values(cases, field)
    return None if chosen is None else "" if chosen == "none" else chosen


def _values(cases: Sequence[Case], field: str) -> None:
    """Draw all values of a field. A click sets its filter."""
    counts = counts_by(cases, attrgetter(field))
    for number, count in enumerate(counts):
        chosen = st.session_state.get(field) == count.label
        _bar(count, counts[0].number, f"{field}-{count.label}", number, chosen, None, (field, count.label))


def _bar(
    count: Count,
    most: int,
    key: str,
    number: int,
    chosen: bool,
    parameter: tuple[str, str] | None,
    widget: tuple[str, str] | None = None,
) -> None:
    """Draw a label that filters, a bar, and the number. The filter is in the address or in a bound widget."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"cause-row-{key.partition('-')[0]}-{number}"):
        kind: Literal["secondary", "tertiary"] = "secondary" if chosen else "tertiary"
        filter_by = _toggle if parameter else _set
        st.button(count.label, key=key, type=kind, on_click=filter_by, args=parameter or widget, width="stretch")
        width = 100 * count.number / most
        bar = f'<i class="{_COLOURS.get(count.outcome, "quiet")}" style="width:{width:.2f}%"></i>'
        st.html(f'<div class="triage-bar">{bar}</div>')
        st.caption(f"{count.number:,} · {fixable_text(count)}", width="content")


def _toggle(name: str, value: str) -> None:
    if st.query_params.get(name) == value:
        del st.query_params[name]
    else:
        st.query_params[name] = value


def _set(key: str, value: str) -> None:
    st.session_state[key] = "" if st.session_state.get(key) == value else value


def clusters_part(cases: Sequence[Case], open_case: Callable[[Case], None]) -> None:
    """Draw one cluster at a time, the largest first."""
    found = clusters(cases)
    with st.container(border=True, key="clusters"):
        if not found:
            st.markdown(
                "**No problems found in these conversations.**" if cases else "**No conversation matches the filters.**"
            )
            return
        by_name = {cluster.name: cluster for cluster in found}
        wanted = st.query_params.get("cluster", "")
        key = f"cluster-{found[0].name}"  # new results can change the largest; the browser may still send the old list
        name = st.selectbox(
            "Cluster",
            list(by_name),
            index=list(by_name).index(wanted) if wanted in by_name else 0,
            format_func=lambda name: by_name[name].label if name in by_name else name,
            key=key,
            label_visibility="collapsed",
            on_change=lambda: _choose_cluster(st.session_state[key], found[0].name),
        )
        cluster = by_name.get(name, found[0])
        st.text(cluster.title)
        if about := " · ".join(filter(None, (cluster.route, share_of_cause(cluster, found)))):
            st.caption(as_markdown(about))
        example = cluster.exemplar
        repaired = cluster_customer_paragraph(cluster, repaired=True) if cluster.can_be_repaired else ""
        paragraphs_part("", cluster_customer_paragraph(cluster), repaired, cluster_engineer_paragraph(cluster))
        length = counted(example.messages, "message")
        if example.format and st.button(f"Open an example ({length})", key="open-example", type="tertiary"):
            open_case(example)


def _choose_cluster(name: str, largest: str) -> None:
    """Put the cluster into the address, unless it is the largest, which is shown without being chosen.

    The browser also reports a change if it draws a new list for a new largest cluster."""
    if name == largest:
        st.query_params.pop("cluster", None)
    else:
        st.query_params["cluster"] = name


def paragraphs_part(name: str, customer: str, repaired: str, engineer: str) -> None:
    """Draw the paragraphs, each with a copy button. The one for after a repair needs a safe repair."""
    if name:
        st.markdown("**Selected**")
        st.text(name)
    written = {"For the customer": customer, "After the repair": repaired, "For the engineer": engineer}
    offered = {title: paragraph for title, paragraph in written.items() if paragraph}
    for tab, paragraph in zip(st.tabs(list(offered)), offered.values(), strict=True):
        tab.code(paragraph, language=None, wrap_lines=True)


def export_part(cases: Sequence[Case], shown: Sequence[Case]) -> None:
    """Offer a report of the rows that are shown or, if filters hide some, of all."""
    with st.popover("Export…", disabled=not cases):
        exported = cases
        if 0 < len(shown) < len(cases):
            whole = {False: f"The {len(shown):,} shown", True: f"All {len(cases):,}"}
            everything = st.radio("Conversations", list(whole), format_func=whole.__getitem__, key="export-all")
            exported = cases if everything else shown
        else:
            st.caption(f"A report of {'all ' if len(cases) > 1 else ''}{counted(len(cases), 'conversation')}")
        for kind in KINDS:
            st.download_button(
                _EXPORTS[kind],
                partial(report_bytes, exported, kind),
                f"triage.{kind}",
                key=f"export-{kind}",
                on_click="ignore",
            )


def repair_part(batch: Batch) -> None:
    count = sum(case.fixable in ("yes", "partly") for case in batch.cases)
    label = f"Repair {count:,} safely…" if count else "Repair safely…" if batch.running else "Nothing to repair"
    if st.button(label, key="repair-all", type="primary", disabled=not count or batch.running):
        _repair_dialog(batch)


@st.dialog("Repair everything that can be repaired safely", width="large")
def _repair_dialog(batch: Batch) -> None:
    results = _repaired(batch)
    st.text(totals(results))
    repaired = causes([case for case in batch.cases if case.fixes])
    st.dataframe(
        [{"What is wrong": count.label, "Conversations": count.number} for count in repaired],
        hide_index=True,
        key="repaired-causes",
        height=_table_height(len(repaired)),
        column_config={"What is wrong": st.column_config.TextColumn(width="large")},
    )
    fixes = fixes_counted(results)
    st.dataframe(
        [{"What is changed, for the engineer": title, "Times": number} for title, number in fixes],
        hide_index=True,
        key="fixes",
        height=_table_height(len(fixes)),
        column_config={"What is changed, for the engineer": st.column_config.TextColumn(width="large")},
    )
    left = " An engineer needs to look at the errors that are left." if any(result.left for result in results) else ""
    st.caption(f"The originals are not changed. {formats_kept(results)}{left}")
    st.download_button(
        "Download the copies and the report",
        partial(_zipped, results),
        "repaired.zip",
        key="copies",
        type="primary",
        on_click="ignore",  # otherwise everything would be repaired again
    )


def _repaired(batch: Batch) -> list[RepairedDocument]:
    """Repair copies with a progress bar, which also lets a click elsewhere end it."""
    documents = {case.document for case in batch.cases}
    broken = {case.document for case in batch.cases if case.needs_attention}
    results = [RepairedDocument(document) for document in documents - broken]
    total, began = len(broken), time.monotonic()
    bar = st.progress(0.0, f"Repairing copies: {progress_text(0, total)}")
    copies = repaired_copies(batch.sources, batch.target or None, only=broken)
    for done, result in enumerate(copies, 1):
        results.append(result)
        if done % _BAR_STEP == 0:
            left = remaining_seconds(done, total, 0, time.monotonic() - began)
            bar.progress(min(1.0, done / total), f"Repairing copies: {progress_text(done, total, left=left)}")
    bar.empty()
    return sorted(results, key=lambda result: result.document)


def _table_height(rows: int) -> int:
    """Pixels for a table of the dialog: the dialog's button must be in sight without scrolling."""
    return _DIALOG_ROW * (1 + min(rows, _MOST_DIALOG_ROWS)) + 2


def _zipped(results: Sequence[RepairedDocument]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for result in results:
            for copy in result.copies:
                archive.writestr(place_below(copy.name, [""]), copy.content)
        archive.writestr("repair-report.txt", report_text(results).encode("utf-8", "replace"))
    return buffer.getvalue()

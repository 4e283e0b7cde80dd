"""Write a batch to one file: a self-contained HTML page, or a table for a spreadsheet or a program."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from html import escape
from typing import Literal, get_args

from workbench.checks.verdict import Outcome
from workbench.outputs.as_json import indented
from workbench.outputs.verdict_sentence import counted
from workbench.triage.case import Case, worst_first
from workbench.triage.chart import chart
from workbench.triage.cluster_paragraphs import cluster_customer_paragraph, cluster_engineer_paragraph
from workbench.triage.clusters import Cluster, causes, clusters, outcomes
from workbench.triage.short_names import short_names
from workbench.triage.table import COLUMNS, Column, columns_with_values, export_table

ReportKind = Literal["html", "csv", "json", "parquet"]
KINDS: tuple[ReportKind, ...] = get_args(ReportKind)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def headline(cases: Sequence[Case], so_far: bool = False) -> str:
    """Return the counts of all outcomes that need attention. `so_far`: more cases may follow."""
    return f"{_headline(cases)} so far" if so_far else _headline(cases)


def _headline(cases: Sequence[Case]) -> str:
    if not cases:
        return "No conversations"
    counts = outcomes(cases)
    if counts[Outcome.NOT_JUDGED] == len(cases):
        return f"{counted(len(cases), 'conversation')} could not be judged"
    parts = [f"{counts[Outcome.REFUSED]:,} of {counted(len(cases), 'conversation')} would be refused"]
    parts += [f"{counts[outcome]:,} {verb}" for outcome, verb in _OTHER_OUTCOMES.items() if counts[outcome]]
    return ", ".join(parts)


_OTHER_OUTCOMES = {Outcome.MAY_REFUSE: "may be", Outcome.NOT_JUDGED: "could not be judged"}


def report_bytes(cases: Sequence[Case], kind: ReportKind) -> bytes:
    rows = worst_first(list(cases))
    if kind == "html":
        return html_report(rows).encode("utf-8", "replace")
    if kind == "json":
        return (indented(as_json(rows)) + "\n").encode("utf-8", "replace")
    frame = export_table(rows)
    if kind == "parquet":
        buffer = io.BytesIO()
        frame.to_parquet(buffer, index=False)
        return buffer.getvalue()
    for name in frame.select_dtypes("string"):
        frame[name] = frame[name].map(_harmless)
    text: str = frame.to_csv(index=False)
    return text.encode("utf-8", "replace")


def as_json(cases: Sequence[Case]) -> dict[str, object]:
    return {
        "conversations": len(cases),
        "verdicts": dict(outcomes(cases)),
        "causes": [
            {"rule": count.rule or None, "cause": count.label, "conversations": count.number, "fixable": count.fixable}
            for count in causes(cases)
        ],
        "clusters": [_cluster_as_json(cluster) for cluster in clusters(cases)],
        "rows": [
            {
                **{column.key: column.value(case) for column in COLUMNS},
                "verdict": case.outcome,
                "refused_by": list(case.refused_by),
                "file": case.document,
                "number": case.number,
                "format": case.format or None,
                "target": case.target or None,
                "rule": case.rule or None,
                "fixes": list(case.fixes),
                "customer": case.customer,
                "customer_repaired": case.customer_repaired or None,
                "engineer": case.engineer,
            }
            for case in cases
        ],
    }


def _cluster_as_json(cluster: Cluster) -> dict[str, object]:
    return {
        "rule": cluster.rule or None,
        "title": cluster.title,
        "conversations": len(cluster.cases),
        "first_seen": cluster.first_seen or None,
        "exemplar": {"file": cluster.exemplar.document, "number": cluster.exemplar.number},
        "customer": cluster_customer_paragraph(cluster),
        "customer_repaired": cluster_customer_paragraph(cluster, repaired=True) if cluster.can_be_repaired else None,
        "engineer": cluster_engineer_paragraph(cluster),
    }


def html_report(cases: Sequence[Case]) -> str:
    """Return a self-contained page without scripts or external resources; all text of conversations is escaped."""
    title = escape(headline(cases))
    sections = _cluster_sections(clusters(cases)) or "<p>Nothing is wrong with any of them.</p>"
    return _PAGE.format(title=title, chart=chart(causes(cases)), clusters=sections, rows=_rows(cases))


def _cluster_sections(found: Sequence[Cluster]) -> str:
    """Return all clusters. Those of one conversation are folded, because a batch can have hundreds of them."""
    common = [_cluster_section(cluster) for cluster in found if len(cluster.cases) > 1]
    single = [_cluster_section(cluster) for cluster in found if len(cluster.cases) == 1]
    if common and single:
        summary = f"{counted(len(single), 'cluster')} of one conversation"
        single = [f"<details><summary>{summary}</summary>", *single, "</details>"]
    return "\n".join([*common, *single])


def _cluster_section(cluster: Cluster) -> str:
    example = cluster.exemplar
    route = f"{cluster.route} · " if cluster.route else ""
    after = escape(cluster_customer_paragraph(cluster, repaired=True)) if cluster.can_be_repaired else ""
    repaired = f"<h4>For the customer, after the repair</h4><p>{after}</p>" if after else ""
    return (
        f"<section><h3>{escape(cluster.title)}</h3>"
        f'<p class="quiet">{escape(route)}example: {escape(example.name)}, {counted(example.messages, "message")}</p>'
        f"<h4>For the customer</h4><p>{escape(cluster_customer_paragraph(cluster))}</p>"
        f"{repaired}"
        f"<h4>For the engineer</h4><p>{escape(cluster_engineer_paragraph(cluster))}</p></section>"
    )


def _rows(cases: Sequence[Case]) -> str:
    """Return the table. A name is as short as on the page, with the whole path under the pointer."""
    columns, names = columns_with_values(COLUMNS, cases), short_names(case.name for case in cases)
    head = "".join(f'<th class="{column.key}">{_head(column)}</th>' for column in columns)
    body = "\n".join(
        f'<tr class="{escape(case.outcome)}">' + "".join(_cell(column, case, names) for column in columns) + "</tr>"
        for case in cases
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>'


def _head(column: Column) -> str:
    return escape(f"{column.title} ({column.note})" if column.note else column.title)


def _cell(column: Column, case: Case, names: Mapping[str, str]) -> str:
    if column.key == "name":
        return f'<td class="name" title="{escape(case.name)}">{escape(names[case.name])}</td>'
    return f'<td class="{column.key}">{escape(_text(column.cell(case)))}</td>'


def _text(value: object) -> str:
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) else str(value)


def _harmless(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would run as a formula."""
    return f"'{text}" if isinstance(text, str) and text.startswith(_FORMULA_STARTS) else text


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root {{ color-scheme: light dark; --text: #1c2330; --quiet: #667085; --line: #e3e6ea; --ground: #fff; --panel: #f6f7f9;
  --error: #c4320a; --warning: #946200; --fine: #0b6e4f; }}
@media (prefers-color-scheme: dark) {{ :root {{ --text: #e6e9ef; --quiet: #98a2b3; --line: #2a313d; --ground: #0f131a;
  --panel: #161b24; --error: #ff8a65; --warning: #f0c36d; --fine: #6fd3a8; }} }}
body {{ font: 14px/1.45 system-ui, sans-serif; color: var(--text); background: var(--ground); margin: 24px auto;
  max-width: 1400px; padding: 0 20px; }}
h1 {{ font-size: 20px; }} h2 {{ font-size: 16px; margin-top: 28px; }} h3 {{ font-size: 14px; margin: 0 0 4px; }}
h4 {{ font-size: 13px; margin: 10px 0 2px; }} p {{ margin: 0 0 6px; }} .quiet {{ color: var(--quiet); }}
section {{ background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px;
  margin: 10px 0; overflow-wrap: anywhere; }}
summary {{ cursor: pointer; padding: 6px 0; }}
.wide {{ overflow-x: auto; }} table {{ border-collapse: collapse; width: 100%; font-size: 13px; }}
th, td {{ text-align: left; vertical-align: top; padding: 6px 8px; border-bottom: 1px solid var(--line); }}
td.name {{ overflow-wrap: anywhere; min-width: 150px; }} td.cause {{ min-width: 240px; }}
td.verdict, td.when {{ white-space: nowrap; }}
td.messages, td.calls, td.first_bad, td.size, td.tokens {{ white-space: nowrap; font-variant-numeric: tabular-nums; }}
th {{ color: var(--quiet); font-weight: 600; }}
tr.refused .verdict {{ color: var(--error); }} tr.may-refuse .verdict {{ color: var(--warning); }}
svg text {{ fill: var(--text); font: 13px system-ui, sans-serif; }} svg .quiet {{ fill: var(--quiet); }}
svg .refused {{ fill: var(--error); }} svg .may-refuse {{ fill: var(--warning); }}
svg .not-judged, svg .accepted {{ fill: var(--quiet); }}
</style></head><body>
<h1>{title}</h1>
<h2>Causes</h2>
{chart}
<h2>Clusters: the same cause and shape</h2>
{clusters}
<h2>Conversations, worst first</h2>
{rows}
</body></html>
"""

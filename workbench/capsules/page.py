"""A capsule as an HTML page: complete in itself, readable without script, every text of the conversation escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import islice

from workbench.capsules.capsule import Capsule
from workbench.checks.findings import Finding
from workbench.formats import FORMATS
from workbench.json.text import Json, compact
from workbench.loading.capsule import BEGIN, END, VERSION
from workbench.outputs.as_json import indented
from workbench.outputs.place import place_in_words
from workbench.outputs.rewrite import unified_diff
from workbench.outputs.verdict_sentence import verdict_sentence
from workbench.outputs.visible import shortened, visible, visible_lines
from workbench.rules.plain_words import PLAIN

_MOST_ROWS = 2_000
_MOST_LINES = 2_000
_LONGEST = 4_000
_MARKS = {"+": "added", "-": "struck"}


def page_of(capsule: Capsule) -> str:
    """The whole file. Its last part is the data, which the workbench opens."""
    sections = (
        _heading(capsule),
        _section("Note", _paragraph(capsule.note)) if capsule.note else "",
        _section("Findings", "".join(_finding(capsule, finding) for finding in capsule.report.findings)),
        _section("Stages", _stages(capsule)),
        _section("Repair", _repair(capsule)) if capsule.repaired.applied else "",
        _section("Replays", "".join(map(_replay, capsule.replays))) if capsule.replays else "",
    )
    title = escape(visible(capsule.conversation.name))
    return _PAGE.format(title=title, body="\n".join(filter(None, sections)), data=_data(capsule))


def _data(capsule: Capsule) -> str:
    conversation = capsule.conversation
    held = {
        "capsule": VERSION,
        "name": conversation.name,
        "format": conversation.format,
        "target": capsule.report.target.name,
        "base": conversation.base,
        "places": conversation.places,
        "settings": conversation.settings,
        "payload": conversation.payload,
        "response": conversation.response,
        "endpoint": conversation.endpoint,
        "refusal": conversation.refusal,
        "note": capsule.note,
        "replays": list(capsule.replays),
    }
    # No text of the conversation can end the element: in JSON these characters may be written as escapes.
    text = compact(held).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return f"{BEGIN}{text}{END}"


def _heading(capsule: Capsule) -> str:
    conversation = capsule.conversation
    known = f"{FORMATS[conversation.format].title}, {len(conversation.messages):,} messages"
    words = capsule.report.verdict.words
    return (
        f"<h1>{_text(verdict_sentence(capsule.report))}</h1>"
        + (f'<p class="words">{_text(words)}</p>' if words else "")
        + f'<p class="quiet">{_text(conversation.name)} · {escape(known)}</p>'
    )


def _finding(capsule: Capsule, finding: Finding) -> str:
    plain = PLAIN.get(finding.rule, "").replace("{tool}", "a tool")
    place = place_in_words(capsule.conversation, finding.at)
    said = f'<p class="words">{_text(finding.provider_error)}</p>' if finding.provider_error else ""
    return (
        f'<div class="finding {escape(finding.severity)}"><p><b>{_text(plain or finding.text)}</b></p>'
        f"<p>{escape(finding.severity)} {escape(finding.code)} {escape(finding.rule)} at <code>{_text(place)}</code>: "
        f"{_text(finding.text)}</p>{said}</div>"
    )


def _stages(capsule: Capsule) -> str:
    """One row for each message: as it is, and as each conversion makes it."""
    columns = capsule.report.journey.stages.columns
    head = "".join(f"<th>{escape(FORMATS[column.format].title)}</th>" for column in columns)
    broken = {finding.message_index for finding in capsule.report.errors}
    rows = []
    for index in range(min(len(capsule.conversation.messages), _MOST_ROWS)):
        cells = zip(columns, capsule.report.journey.stages.cells(index), strict=True)
        shown = "".join(f"<td>{''.join(_json(column.messages[at]) for at in held)}</td>" for column, held in cells)
        rows.append(f"<tr{' class=broken' if index in broken else ''}><th>{index}</th>{shown}</tr>")
    left = len(capsule.conversation.messages) - _MOST_ROWS
    more = f"<p>{left:,} more messages are in the file; the workbench shows them.</p>" if left > 0 else ""
    return f"<table><thead><tr><th>#</th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{more}"


def _repair(capsule: Capsule) -> str:
    fixes = "".join(f"<li>{_text(fix.title)}. {_text(fix.reason)}</li>" for fix in capsule.repaired.applied[:100])
    return f"<ul>{fixes}</ul><pre>{''.join(_difference(capsule))}</pre>"


def _difference(capsule: Capsule) -> Iterator[str]:
    after = capsule.repaired.conversation
    for line in islice(unified_diff(capsule.conversation.payload, after.payload, "conversation"), _MOST_LINES):
        kind = _MARKS.get(line[:1], "")
        shown = escape(visible(shortened(line, _LONGEST)))
        yield f'<span class="{kind}">{shown}</span>\n' if kind else f"{shown}\n"


def _replay(record: Json) -> str:
    endpoint = record.get("endpoint") if isinstance(record, dict) else None
    told = {name: record.get(name) for name in ("started", "ended", "seconds", "target", "variant")}
    return f"<details><summary>{_text(compact({**told, 'endpoint': endpoint}))}</summary>{_json(record)}</details>"


def _section(title: str, content: str) -> str:
    return f"<h2>{title}</h2>{content or '<p>None.</p>'}"


def _paragraph(text: str) -> str:
    return f'<p class="note">{escape(visible_lines(text))}</p>'


def _json(value: Json) -> str:
    return f"<pre>{escape(visible_lines(shortened(indented(value), _LONGEST)))}</pre>"


def _text(text: str) -> str:
    return escape(visible(shortened(text, _LONGEST)))


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
h1 {{ font-size: 20px; }} h2 {{ font-size: 16px; margin-top: 28px; }} p {{ margin: 0 0 6px; }}
.quiet {{ color: var(--quiet); }} .words {{ font-family: ui-monospace, monospace; color: var(--error); }}
.note {{ white-space: pre-wrap; }}
.finding {{ background: var(--panel); border-left: 3px solid var(--line); padding: 8px 12px; margin: 8px 0;
  overflow-wrap: anywhere; }}
.finding.error {{ border-color: var(--error); }} .finding.warning {{ border-color: var(--warning); }}
table {{ border-collapse: collapse; width: 100%; table-layout: fixed; }}
th, td {{ text-align: left; vertical-align: top; padding: 6px 8px; border-bottom: 1px solid var(--line); }}
th:first-child {{ width: 3em; color: var(--quiet); }} tr.broken th {{ color: var(--error); }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.4 ui-monospace, monospace; margin: 0; }}
.added {{ color: var(--fine); }} .struck {{ color: var(--error); text-decoration: line-through; }}
footer {{ margin-top: 28px; color: var(--quiet); }}
</style></head><body>
{body}
<footer>Open this file in the conversation workbench to go on from here.</footer>
{data}
</body></html>
"""

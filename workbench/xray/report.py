"""Print an x-ray: as a self-contained HTML page without scripts, or as lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from workbench.formats import FORMATS
from workbench.json.text import JsonObject, compact
from workbench.outputs.visible import shortened

_MAX_LENGTH = 200
_NOTHING = "- nothing -"


def page(observations: Any) -> str:
    title = escape(f"X-ray of {observations['function']}")
    sections = "\n".join(_section(heading, columns, rows) for heading, columns, rows in _tables(observations))
    return _PAGE.format(title=title, summary=escape(_summary(observations)), sections=sections)


def lines(observations: Any) -> Iterator[str]:
    yield f"X-ray of {observations['function']}: {_summary(observations)}"
    for heading, columns, rows in _tables(observations):
        yield ""
        yield f"{heading}: {len(rows) or 'none'}"
        for row in ([columns] if rows and len(columns) > 1 else []) + rows:
            yield "  " + " | ".join(row)


def _summary(observations: Any) -> str:
    route_title = f"{FORMATS[observations['from']].title} → {FORMATS[observations['to']].title}"
    return f"{route_title}, probed on {len(observations['conversations'])} conversations"


def _tables(observations: Any) -> list[tuple[str, list[str], list[list[str]]]]:
    departures = observations["departures"]
    more = departures["more_values"]
    return [
        (
            "It raised",
            ["conversation", "error"],
            [[row["conversation"], row["error"]] for row in observations["failures"]],
        ),
        ("It raised when a value was changed", ["error"], [[error] for error in observations["raised_while_probed"]]),
        (
            "Differences from the reference, by field",
            ["from", "to", "yours", "reference"],
            [
                [row["from"] or _NOTHING, row["to"] or _NOTHING, row["yours"] or "-", row["reference"] or "-"]
                for row in departures["fields"]
            ],
        ),
        (
            "Differences from the reference, by value" + (f" ({more:,} more are not listed)" if more else ""),
            ["conversation", "at", "yours", "reference"],
            [
                [row["conversation"], row["at"], _short(row["yours"]), _short(row["reference"])]
                for row in departures["values"]
            ],
        ),
        ("Lost", ["field"], [[field] for field in observations["losses"]]),
        ("Invented", ["field"], [[field] for field in observations["inventions"]]),
        ("Ids rewritten", ["from", "to", "what"], _fields(observations["id_rewrites"])),
        ("Every field", ["from", "to", "what"], _fields(observations["fields"])),
    ]


def _fields(rows: Iterable[JsonObject]) -> list[list[str]]:
    return [[row["from"] or _NOTHING, row["to"] or _NOTHING, row["what"]] for row in rows]


def _short(value: object) -> str:
    return shortened(compact(value), _MAX_LENGTH)


def _section(heading: str, columns: Sequence[str], rows: list[list[str]]) -> str:
    if not rows:
        return f"<h2>{escape(heading)}: none</h2>"
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"
    return f"<h2>{escape(heading)}: {len(rows)}</h2>\n{table}"


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root {{ color-scheme: light dark; --text: #1c2330; --ground: #fff; --line: #e3e6ea; --quiet: #667085; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --text: #e6e9ef; --ground: #0f131a; --line: #2a313d; --quiet: #98a2b3; }}
}}
body {{ font: 14px/1.45 system-ui, sans-serif; margin: 24px auto; max-width: 1300px; padding: 0 20px;
  color: var(--text); background: var(--ground); }}
h1 {{ font-size: 20px; }} h2 {{ font-size: 15px; margin-top: 24px; }}
table {{ border-collapse: collapse; width: 100%; font-size: 13px; }}
th, td {{ text-align: left; vertical-align: top; padding: 5px 8px; border-bottom: 1px solid var(--line); }}
th {{ color: var(--quiet); font-weight: 600; }}
td {{ overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: 12px; }}
/* The path of a field or a value is not broken if there is room for it. */
@media (min-width: 900px) {{ td:nth-child(-n+2):not(:last-child) {{ min-width: 21em; }} }}
</style></head><body>
<h1>{title}</h1>
<p>{summary}</p>
{sections}
</body></html>
"""

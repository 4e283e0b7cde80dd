"""A capsule as an HTML page: self-contained, readable without scripts, with all conversation text escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import islice

from workbench.capsules.capsule import Capsule
from workbench.capsules.elements import MAX_LENGTH, text_of
from workbench.capsules.findings import findings_list
from workbench.capsules.replays import replays_table
from workbench.capsules.stages import stages_table
from workbench.checks.check import check
from workbench.formats import FORMATS
from workbench.json.style import unified_diff
from workbench.json.text import Json, compact
from workbench.loading.capsule import BEGIN, END, VERSION
from workbench.origin import Origin
from workbench.outputs.verdict_sentence import counted
from workbench.outputs.visible import shortened, visible, visible_lines
from workbench.view.verdict import headline

_MAX_LINES = 2_000
_DIFF_HEADER_LINES = 2
"""The file names at the start of a diff, which are the same conversation here."""
_CSS_CLASSES = {"+": "added", "-": "struck"}


def page_of(capsule: Capsule) -> str:
    """Return the complete file. Its last part is the data that the workbench opens."""
    sections = (
        _heading(capsule),
        _section("Note", _paragraph(capsule.note)) if capsule.note else "",
        _section("Findings", findings_list(capsule)),
        _section("Stages", stages_table(capsule)),
        _section("Repair", _repair(capsule)) if capsule.repaired.applied else "",
        _section("Replays", replays_table(capsule)) if capsule.replays else "",
    )
    title = escape(visible(capsule.conversation.name))
    return _PAGE.format(title=title, body="\n".join(filter(None, sections)), data=_data(capsule))


def _data(capsule: Capsule) -> str:
    conversation = capsule.conversation
    data = {
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
        "previews": conversation.previews,
        "refusal": conversation.refusal,
        "origin": _origin(conversation.origin) if conversation.origin else None,
        "note": capsule.note,
        "replays": [replay.record for replay in capsule.replays],
        "drawn": [number for number, replay in enumerate(capsule.replays) if replay.in_table],
    }
    # Escaping these characters, which JSON allows, prevents text of the conversation from closing the element.
    text = compact(data).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return f"{BEGIN}{text}{END}"


def _origin(origin: Origin) -> dict[str, Json]:
    """Return what the checks need to know about the program that wrote the file, without the file itself."""
    return {
        "source": origin.source,
        "title": origin.title,
        "model": origin.facts.model,
        "side": origin.side,
        "stored": origin.stored,
        "program_repairs": dict(origin.program_repairs),
    }


def _heading(capsule: Capsule) -> str:
    conversation, verdict = capsule.conversation, headline(capsule.report)
    summary = f"{FORMATS[conversation.format].title}, {counted(len(conversation.messages), 'message')}"
    predicted = f'<p class="words">{text_of(verdict["words"])} <span class="quiet">predicted</span></p>'
    recorded = f'<p class="words">{text_of(conversation.refusal)} <span class="quiet">recorded</span></p>'
    return (
        f'<header class="{escape(verdict["severity"])}"><h1>{text_of(verdict["text"])}</h1>'
        f'<p class="quiet">{text_of(conversation.name)} · {escape(summary)}</p>'
        f"{recorded if conversation.refusal else ''}{predicted if verdict['words'] else ''}</header>"
    )


def _repair(capsule: Capsule) -> str:
    fixes = "".join(f"<li>{text_of(fix.title)}. {text_of(fix.reason)}</li>" for fix in capsule.repaired.applied[:100])
    after = check(capsule.repaired.conversation, capsule.report.target.name)
    verdict = f"<p>With it: {text_of(headline(after)['text'])}.</p>"
    return f"<ul>{fixes}</ul>{verdict}<pre>{''.join(_diff_lines(capsule))}</pre>"


def _diff_lines(capsule: Capsule) -> Iterator[str]:
    """Yield the lines of the diff as HTML, without the header."""
    after = capsule.repaired.conversation
    lines = unified_diff(capsule.conversation.payload, after.payload, "conversation")
    for line in islice(lines, _DIFF_HEADER_LINES, _DIFF_HEADER_LINES + _MAX_LINES):
        css_class = _CSS_CLASSES.get(line[:1], "")
        text = escape(visible(shortened(line, MAX_LENGTH)))
        yield f'<span class="{css_class}">{text}</span>\n' if css_class else f"{text}\n"


def _section(title: str, content: str) -> str:
    return f"<h2>{title}</h2>{content or '<p>None.</p>'}"


def _paragraph(text: str) -> str:
    return f'<p class="note">{escape(visible_lines(text))}</p>'


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root {{ color-scheme: light dark; --text: #1c2330; --quiet: #5f6878; --line: #e3e6ea; --ground: #fff; --panel: #f6f7f9;
  --error: #c4320a; --warning: #8a5a00; --fine: #0b6e4f; }}
@media (prefers-color-scheme: dark) {{ :root {{ --text: #e6e9ef; --quiet: #98a2b3; --line: #2a313d; --ground: #0f131a;
  --panel: #161b24; --error: #ff8a65; --warning: #f0c36d; --fine: #6fd3a8; }} }}
body {{ font: 14px/1.45 system-ui, sans-serif; color: var(--text); background: var(--ground); margin: 24px auto;
  max-width: 1400px; padding: 0 20px; }}
header {{ border: 1px solid var(--line); border-left: 4px solid var(--line); border-radius: 10px; padding: 12px 16px;
  background: var(--panel); }}
header.error {{ border-left-color: var(--error); }} header.warning {{ border-left-color: var(--warning); }}
header.fine {{ border-left-color: var(--fine); }}
h1 {{ font-size: 19px; margin: 0 0 2px; }} h2 {{ font-size: 16px; margin-top: 28px; }} p {{ margin: 0 0 6px; }}
.quiet {{ color: var(--quiet); }} .words {{ font-family: ui-monospace, monospace; color: var(--error); }}
.note {{ white-space: pre-wrap; }}
.finding {{ background: var(--panel); border-left: 3px solid var(--line); padding: 8px 12px; margin: 8px 0;
  overflow-wrap: anywhere; }}
.finding.error {{ border-color: var(--error); }} .finding.warning {{ border-color: var(--warning); }}
table {{ border-collapse: collapse; width: 100%; table-layout: fixed; }}
th, td {{ text-align: left; vertical-align: top; padding: 6px 8px; border-bottom: 1px solid var(--line); }}
th:first-child {{ width: 6em; color: var(--quiet); font-weight: normal; }}
tr.broken th {{ color: var(--error); font-weight: bold; }}
.scrolls {{ overflow-x: auto; }} table.stages {{ min-width: 1000px; }}
th small {{ display: block; font-weight: normal; color: var(--quiet); }}
summary {{ cursor: pointer; }} td > small {{ color: var(--quiet); }}
.replays td {{ overflow-wrap: anywhere; }} .refused {{ color: var(--error); }} .answered {{ color: var(--fine); }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.4 ui-monospace, monospace; margin: 0; }}
.added {{ color: var(--fine); }} .struck {{ color: var(--error); text-decoration: line-through; }}
footer {{ margin-top: 28px; color: var(--quiet); }}
</style></head><body>
{body}
<footer>Open this file in the conversation workbench to continue from here.</footer>
{data}
</body></html>
"""

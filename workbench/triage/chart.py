"""Draw the causes as an SVG bar chart: one bar per cause, with its sentence, its count and how many are fixable."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from workbench.triage.clusters import Count

_WIDTH, _ROW, _LABEL, _BAR = 1100, 26, 620, 300


def chart(counts: Sequence[Count]) -> str:
    """Return the chart. The length of a bar shows the frequency, its colour the worst outcome."""
    if not counts:
        return ""
    maximum = max(count.number for count in counts)
    bars = "".join(_bar(count, row, maximum) for row, count in enumerate(counts))
    height = _ROW * len(counts)
    return f'<svg viewBox="0 0 {_WIDTH} {height}" width="100%" role="img" aria-label="Causes by frequency">{bars}</svg>'


def fixable_text(count: Count) -> str:
    """Return how many conversations with this cause are fixable: all, some or none. Without a rule, none was judged."""
    if not count.rule:
        return "not checked"
    if count.fixable == count.number:
        return "fixable"
    return f"{count.fixable:,} fixable" if count.fixable else "no safe fix"


def _bar(count: Count, row: int, maximum: int) -> str:
    top = row * _ROW
    length = max(3, round(_BAR * count.number / maximum))
    label = escape(count.label)
    return (
        f'<g><text x="0" y="{top + 17}">{label}</text>'
        f'<rect class="{count.outcome}" x="{_LABEL}" y="{top + 6}" width="{length}" height="13" rx="3"/>'
        f'<text x="{_LABEL + length + 8}" y="{top + 17}">{count.number:,}'
        f' <tspan class="quiet">· {fixable_text(count)}</tspan></text></g>'
    )

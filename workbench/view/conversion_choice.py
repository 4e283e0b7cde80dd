"""The programs that convert a conversation in different ways. The page shows the conversion of one of them.

If versions of an SDK, or an SDK and a spec, convert differently, the column states whose conversion it shows and what
is special about it, and offers the others.
"""

from __future__ import annotations

from workbench.checks.report import Report
from workbench.converters import ANYBODY, EDGES, as_sent_by, ways_of
from workbench.converters.contract import Edge
from workbench.targets import TARGETS
from workbench.view.protocol import ConversionChoice


def conversion_choices(report: Report) -> list[ConversionChoice]:
    """Return the choice for the column that is sent, if programs differ and the target is not one of them."""
    columns, shown = report.journey.stages.columns, []
    for number, column in list(enumerate(columns))[-1:]:
        own = ways_of(column.edge) if column.edge else []
        if column.edge and len(own) > 1 and as_sent_by(report.target.name, column.edge).sent_by != report.target.name:
            shown.append(_way(number, column.edge, own))
    return shown


def _way(number: int, edge: Edge, own: list[Edge]) -> ConversionChoice:
    plain = next(other for other in EDGES if (other.source, other.target) == (edge.source, edge.target))
    anybody = [] if plain.sent_by else [[ANYBODY, "any version"]]
    return {
        "column": number,
        "chosen": edge.sent_by or ANYBODY,
        "programs": [*anybody, *([edge.sent_by, _title(edge.sent_by)] for edge in own)],
        "story": edge.story,
    }


def _title(program: str) -> str:
    return TARGETS[program].title if program in TARGETS else program.replace("-", " ")

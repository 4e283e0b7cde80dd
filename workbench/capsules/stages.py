"""The stages of a capsule as a table: a row for each message, from the file to the API's response and back."""

from __future__ import annotations

from html import escape

from workbench.capsules.capsule import Capsule
from workbench.capsules.elements import json_block
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.replays.record import record_from_json
from workbench.stages import Column, Response
from workbench.view.replays import answer_of, sent_up_to
from workbench.view.request_rows import SYSTEM, TITLES, parts_of
from workbench.view.responses import ReplayAnswer, response_at

_MOST_ROWS = 2_000


def stages_table(capsule: Capsule) -> str:
    """What is beside the messages first, then each message: as it is, as each conversion makes it, and back again."""
    stages = capsule.report.journey.stages
    columns, count = stages.columns, len(capsule.conversation.messages)
    broken = {finding.message_index for finding in capsule.report.errors}
    answers = _answers(capsule)
    rows = [_beside(columns, title) for title in TITLES]
    for index in range(min(count, _MOST_ROWS)):
        held = zip(columns, stages.cells(index), strict=True)
        cells = ["".join(json_block(column.messages[at]) for at in places) for column, places in held]
        cells += _response_cells(capsule.conversation.messages[index], response_at(stages, index, answers.get(index)))
        rows.append(_row(str(index), cells, is_broken=index in broken))
    more = f"<p>{count - _MOST_ROWS:,} more messages are in the file; the workbench shows them.</p>"
    table = f"<table class=stages><thead>{_heads(columns)}</thead><tbody>{''.join(rows)}</tbody></table>"
    return f"<div class=scrolls tabindex=0>{table}</div>" + (more if count > _MOST_ROWS else "")


def _heads(columns: tuple[Column, ...]) -> str:
    first = "Request" if len(columns) == 1 else "Internal"
    titles = [(first if column.kind == "internal" else "Converted", column.format) for column in columns]
    titles += [("API response", columns[-1].format), ("Back-converted", columns[0].format)]
    shown = "".join(f"<th>{title}<small>{escape(FORMATS[name].title)}</small></th>" for title, name in titles)
    return f"<tr><th>#</th>{shown}</tr>"


def _row(title: str, cells: list[str], is_broken: bool = False) -> str:
    shown = "".join(f"<td>{cell}</td>" for cell in cells)
    return f"<tr{' class=broken' if is_broken else ''}><th>{title}</th>{shown}</tr>"


def _beside(columns: tuple[Column, ...], title: str) -> str:
    """The system prompt, the tools or the parameters; nothing where no column has any."""
    held: list[list[Json]] = []
    for column in columns:
        settings = dict(parts_of(column)[title].settings)
        made = [message for message, sources in zip(column.messages, column.sources, strict=True) if not sources]
        held.append([*([settings] if settings else []), *(made if title == SYSTEM else [])])
    cells = ["".join(map(json_block, values)) for values in held]
    return _row(title, [*cells, "", ""]) if any(held) else ""


def _response_cells(message: object, response: Response | None) -> list[str]:
    """The response with its origin, and the message that a program would store from it."""
    if response is None:
        return ["", ""]
    body = f"<small>{escape(response.origin)}</small>{json_block(response.body)}"
    back = "<small>the same message</small>" if response.back == message else json_block(response.back)
    return [body, back]


def _answers(capsule: Capsule) -> dict[int, ReplayAnswer]:
    """Message → what a replay brought back for it; the last one, where there were several."""
    found: dict[int, ReplayAnswer] = {}
    for kept in reversed(capsule.replays):
        record = record_from_json(kept.record)
        answer = answer_of(record)
        if kept.in_table and answer is not None:
            found[sent_up_to(record, kept.messages)] = answer
    return found

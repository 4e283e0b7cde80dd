"""The stages of a capsule as an HTML table: a row for each message, from the file to the API's response and back."""

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

_MAX_ROWS = 2_000


def stages_table(capsule: Capsule) -> str:
    """Return the request-level settings and then each message, in every stage of the route."""
    stages = capsule.report.journey.stages
    columns, count = stages.columns, len(capsule.conversation.messages)
    broken = {finding.message_index for finding in capsule.report.errors}
    answers = _answers(capsule)
    rows = [_settings_row(columns, title) for title in TITLES]
    for index in range(min(count, _MAX_ROWS)):
        positions_by_column = zip(columns, stages.cells(index), strict=True)
        cells = [
            "".join(json_block(column.messages[at]) for at in positions) for column, positions in positions_by_column
        ]
        cells += _response_cells(capsule.conversation.messages[index], response_at(stages, index, answers.get(index)))
        line = f"<small>{escape(capsule.lines[index])}</small>" if capsule.lines else ""
        rows.append(_row(f"{index}{line}", cells, is_broken=index in broken))
    more = f"<p>{count - _MAX_ROWS:,} more messages are in the file; the workbench shows them.</p>"
    table = f"<table class=stages><thead>{_headings(columns)}</thead><tbody>{''.join(rows)}</tbody></table>"
    return f"<div class=scrolls tabindex=0>{table}</div>" + (more if count > _MAX_ROWS else "")


def _headings(columns: tuple[Column, ...]) -> str:
    first = "Request" if len(columns) == 1 else "Internal"
    titles = [(first if column.kind == "internal" else "Converted", column.format) for column in columns]
    titles += [("API response", columns[-1].format), ("Back-converted", columns[0].format)]
    headings = "".join(f"<th>{title}<small>{escape(FORMATS[name].title)}</small></th>" for title, name in titles)
    return f"<tr><th>#</th>{headings}</tr>"


def _row(title: str, cells: list[str], is_broken: bool = False) -> str:
    row_cells = "".join(f"<td>{cell}</td>" for cell in cells)
    return f"<tr{' class=broken' if is_broken else ''}><th>{title}</th>{row_cells}</tr>"


def _settings_row(columns: tuple[Column, ...], title: str) -> str:
    """Return the row of the system prompt, the tools or the parameters, or nothing if no column has any."""
    values_by_column: list[list[Json]] = []
    for column in columns:
        settings = dict(parts_of(column)[title].settings)
        messages = [message for message, sources in zip(column.messages, column.sources, strict=True) if not sources]
        values_by_column.append([*([settings] if settings else []), *(messages if title == SYSTEM else [])])
    cells = ["".join(map(json_block, values)) for values in values_by_column]
    return _row(title, [*cells, "", ""]) if any(values_by_column) else ""


def _response_cells(message: object, response: Response | None) -> list[str]:
    """Return cells with the response and its origin, and with the message that a program would store."""
    if response is None:
        return ["", ""]
    body = f"<small>{escape(response.origin)}</small>{json_block(response.body)}"
    back = "<small>the same message</small>" if response.back == message else json_block(response.back)
    return [body, back]


def _answers(capsule: Capsule) -> dict[int, ReplayAnswer]:
    """Map messages to the answer of their newest replay. Replays are listed newest first."""
    answers: dict[int, ReplayAnswer] = {}
    for replay in reversed(capsule.replays):
        record = record_from_json(replay.record)
        answer = answer_of(record)
        if replay.in_table and answer is not None:
            answers[sent_up_to(record, replay.messages)] = answer
    return answers

"""The details of the selected message: its mapping, its round trip, its raw JSON, and its conversion step by step."""

from __future__ import annotations

from typing import Any

from workbench.checks.report import Report
from workbench.converters.spec_branches import back_conversion_sentences
from workbench.formats import FORMATS, OWN_FORMAT
from workbench.json.pointer import Path, PointerError, follow, readable, to_pointer
from workbench.json.text import Json, compact
from workbench.outputs.as_json import indented
from workbench.provenance.losses import LOOKS_SUCCESSFUL
from workbench.stages import Response, compare
from workbench.view.journeys import Journeys
from workbench.view.limited import limited

_CUT = 200
_RAW_CUT = 60_000
_MAX_ROWS = 400


def mapping(report: Report, index: int) -> list[list[Any]]:
    """Return source, target, kind of change and value, for every value of the message over the entire route."""
    stages = report.journey.stages
    trace = report.journey.tracer.composed(index)
    rows: list[list[Any]] = []
    for link in trace.links:
        source = _place_name(link.source.message, link.source.path, index)
        target = _place_name(link.target.message, link.target.path, None)
        value = _value(report.conversation.messages[link.source.message], link.source.path)
        rows.append([source, target, link.how, value])
    for loss in trace.losses:
        value = _value(report.conversation.messages[loss.source.message], loss.source.path)
        how = "only its presence matters; its value is lost" if loss.presence_only else "lost"
        rows.append([_place_name(loss.source.message, loss.source.path, index), "", how, value])
    failures = report.journey.tracer.hidden_failures(index)
    rows.extend([_place_name(spot.message, spot.path, index), "", LOOKS_SUCCESSFUL, ""] for spot in failures)
    for move in report.journey.tracer.moves(index):
        passed = _place_name(move.passed.message, move.passed.path, index)
        rows.append([_place_name(move.source.message, move.source.path, index), "", f"moved: now before {passed}", ""])
    for spot in trace.inventions:
        if spot.message >= 0:
            value = _value(stages.wire.messages[spot.message], spot.path)
            rows.append(["", _place_name(spot.message, spot.path, None), "invented", value])
    return limited(rows, _MAX_ROWS, _more_row)


def round_trip(report: Report, index: int, response: Response | None) -> list[list[str]]:
    """Return location, old value, new value and kind of change. Only the assistant's messages make a round trip."""
    if response is None or report.journey.internal.roles[index] != "assistant":
        return []
    rows = [
        [
            readable(to_pointer(row.path)),
            _cut(row.before, row.kind == "added"),
            _cut(row.after, row.kind == "missing"),
            row.kind,
        ]
        for row in compare(report.conversation.messages[index], response.back)
    ]
    return limited(rows, _MAX_ROWS, _more_row)


def _more_row(text: str) -> list[Any]:
    return [text, "", "", ""]


def raw(report: Report, index: int, response: Response | None) -> list[list[Json]]:
    """Return the JSON of each stage, with its name and full length."""
    stages = report.journey.stages
    stated = []
    for column, positions in zip(stages.columns, stages.cells(index), strict=True):
        for position in positions:
            text = indented(column.messages[position])
            stated.append([f"{column.kind} · {FORMATS[column.format].title}", text[:_RAW_CUT], len(text)])
    if response is not None:
        for name, value in (("API response", response.body), ("back-converted", response.back)):
            text = indented(value)
            stated.append([f"{name} · {response.origin}", text[:_RAW_CUT], len(text)])
    return stated


def steps(report: Report, journeys: Journeys, index: int, response: Response | None) -> list[Json]:
    """Return the conversion step by step: a heading for each hop, then its sentences."""
    stages = report.journey.stages
    steps_so_far: list[Json] = []
    for hop in report.journey.tracer.hops(index):
        column = stages.columns[hop.hop]
        assert column.edge is not None
        source, target = FORMATS[column.edge.source].title, FORMATS[column.edge.target].title
        before, after = stages.columns[hop.hop - 1].messages, column.messages
        inputs = [before[position] for position in stages.cells(index)[hop.hop - 1]]
        sentences = [sentence for message in inputs if (sentence := column.edge.branch(message))]
        for link in hop.trace.links:
            value = _value(before[link.source.message], link.source.path) if link.source.message >= 0 else ""
            place = _place_name(link.source.message, link.source.path, index)
            sentences.append(f"{place} → {readable(to_pointer(link.target.path))}: {link.how} ({value})")
        for loss in hop.trace.losses:
            why = "is used, but its content is lost" if loss.presence_only else "has no counterpart and is lost"
            sentences.append(f"{readable(to_pointer(loss.source.path))} {why}")
        for spot in hop.trace.inventions:
            value = _value(after[spot.message], spot.path) if 0 <= spot.message < len(after) else ""
            sentences.append(f"{readable(to_pointer(spot.path))} is invented by the conversion: {value}")
        sentences.append(_outcome(len(stages.cells(index)[hop.hop])))
        told = limited(sentences, _MAX_ROWS, str)
        steps_so_far.append({"title": f"{hop.hop}. {source} → {target}", "story": column.edge.story, "sentences": told})
    steps_so_far.extend(_return_steps(report, journeys, index, response, len(steps_so_far)))
    return steps_so_far


def _return_steps(report: Report, journeys: Journeys, index: int, response: Response | None, done: int) -> list[Json]:
    if response is None:
        return []
    titles = {
        journeys.response_column: f"{done + 1}. The API response, {response.origin}",
        journeys.back_column: f"{done + 2}. Back into {FORMATS[report.conversation.format].title}",
    }
    journey = journeys.row(index, response)
    told: list[Json] = []
    for column, title in titles.items():
        generated = column == journeys.back_column and report.conversation.format == OWN_FORMAT
        sentences = back_conversion_sentences(response.contents) if generated else []
        for step in journey.steps:
            if step.target.column == column:
                places = f"{readable(to_pointer(step.source.path))} → {readable(to_pointer(step.target.path))}"
                sentences.append(f"{places}: {step.how}")
        story = "spec 003, non-streaming generation" if generated else ""
        told.append({"title": title, "story": story, "sentences": limited(sentences, _MAX_ROWS, str)})
    return told


def _outcome(count: int) -> str:
    if count == 0:
        return "It does not become a message of its own."
    return "It becomes one message." if count == 1 else f"It becomes {count} messages."


def _place_name(message: int, path: Path, here: int | None) -> str:
    name = readable(to_pointer(path)) or "the message"
    if message < 0:
        return f"{name} (outside the messages)"
    return name if message == here else f"[{message}] {name}"


def _value(message: object, path: Path) -> str:
    try:
        return _cut(follow(message, path))
    except PointerError:
        return ""


def _cut(value: object, absent: bool = False) -> str:
    if absent:
        return ""
    text = compact(value)
    return text if len(text) <= _CUT else text[:_CUT] + " …"

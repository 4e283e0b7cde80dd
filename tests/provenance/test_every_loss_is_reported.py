"""For every pair of formats and many features, every loss of the conversion is reported.

A history with one feature is compared with the same history without it, so the tests know what is lost independently of
the tracer. The feature is lost if both convert to the same document; a text is lost if no converted value contains it;
a failure is hidden if the converted history does not show it; an order is lost if both have the same.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from pathlib import Path as File
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from tests.features import FEATURES, PLAIN, Feature
from workbench.checks.check import check
from workbench.cli import main
from workbench.conversation import Conversation
from workbench.conversion import converted_document, document_of, hops
from workbench.detection import detected
from workbench.formats import FORMATS
from workbench.formats.contract import Event
from workbench.json.media import split_data_url
from workbench.json.pointer import Path, leaves, to_path
from workbench.json.text import object_or_none, parse_or_none
from workbench.provenance import Link, Loss
from workbench.provenance.losses import reported_losses
from workbench.provenance.outcomes import Move
from workbench.provenance.route import RouteTracer
from workbench.provenance.values import DISCRIMINATORS
from workbench.stages import columns_along
from workbench.view.message_details import mapping

EVERY_FORMAT = pytest.mark.parametrize("source", PLAIN)
Case = tuple[Feature, str]


def conversation_with(feature: Feature) -> Conversation:
    return detected(Conversation("chat", feature.messages, feature.messages), format=feature.format)


class Conversion(NamedTuple):
    document: Any
    losses: list[Loss]
    moves: list[Move]
    links: list[Link]


@cache
def conversion(case: Case) -> Conversion:
    """Return what `workbench trace` and `convert --check` report, without their verdicts."""
    conversation = conversation_with(case[0])
    columns = columns_along(conversation, hops(conversation.format, case[1]))
    tracer, indexes = RouteTracer(columns), range(len(conversation.messages))
    return Conversion(
        document_of(conversation, columns[-1]),
        [reported.loss for index in indexes for reported in reported_losses(tracer, index)],
        [move for index in indexes for move in tracer.moves(index)],
        [link for index in indexes for link in tracer.composed(index).links],
    )


@cache
def plain_document(source: str, to: str) -> Any:
    plain = detected(Conversation("plain", PLAIN[source], PLAIN[source]), format=source)
    return converted_document(plain, to)


def cases(source: str) -> Iterator[Case]:
    for feature in FEATURES:
        if feature.format == source:
            yield from ((feature, to) for to in FORMATS if to != source)


def added(feature: Feature) -> Iterator[tuple[Path, Any]]:
    """Yield the path and value of everything that the feature added or changed."""
    for operation in feature.patch:
        if "value" in operation:
            steps = to_path(operation["path"])
            yield tuple(int(step) if str(step).isdigit() else step for step in steps), operation["value"]


def is_reported(path: Path, result: Conversion) -> bool:
    """Whether the loss of the value, of a container around it, or of something inside it is reported."""
    reported = [(loss.source.message, *loss.source.path) for loss in result.losses]
    return any(lost[: len(path)] == path or path[: len(lost)] == lost for lost in reported)


def is_in(text: str, document: Any) -> bool:
    """Whether a document contains a text: as it is, escaped in JSON inside a string, or as base64 or its decoded form.

    A text that is JSON may also be in the document in parts.
    """
    if isinstance(inner := parse_or_none(text), (dict, list)) and inner:
        return all(
            is_in(value if isinstance(value, str) else json.dumps(value), document) for _, value in leaves(inner)
        )
    everything = "\0".join(value if isinstance(value, str) else json.dumps(value) for _, value in leaves(document))
    url = split_data_url(text)
    forms = [text, json.dumps(text)[1:-1], b64encode(text.encode()).decode(), url.data if url else text]
    return any(form in everything for form in forms)


@EVERY_FORMAT
def test_a_feature_that_disappears_is_reported(source: str) -> None:
    unreported = [
        f"{case[0]} → {case[1]}"
        for case in cases(source)
        if conversion(case).document == plain_document(source, case[1])
        and not conversion(case).moves
        and not any(is_reported(path, conversion(case)) for path, _ in added(case[0]))
    ]
    assert unreported == []


@EVERY_FORMAT
def test_a_text_that_does_not_arrive_is_reported(source: str) -> None:
    unreported = [
        f"{case[0]} → {case[1]}: {text}"
        for case in cases(source)
        for place, value in added(case[0])
        for path, text in leaves(value, place)
        if isinstance(text, str) and path[-1] not in DISCRIMINATORS and not is_in(text, conversion(case).document)
        if not is_reported(path, conversion(case)) and not arrives_rewritten(case, path, text)
    ]
    assert unreported == []


def arrives_rewritten(case: Case, path: Path, text: str) -> bool:
    """Whether a value other than prose is linked although its text changed, as when an id gets another prefix."""
    if text == "developer":  # another name of the system role
        return True
    return " " not in text and any((link.source.message, *link.source.path) == path for link in conversion(case).links)


@EVERY_FORMAT
def test_prose_that_arrives_is_not_reported_lost(source: str) -> None:
    wrongly_reported = [
        f"{case[0]} → {case[1]}: {value}"
        for case in cases(source)
        for loss in conversion(case).losses
        for path, value in leaves(case[0].messages)
        if path == (loss.source.message, *loss.source.path) and not loss.presence_only
        if isinstance(value, str) and " " in value and is_in(value, conversion(case).document)
    ]
    assert wrongly_reported == []


@EVERY_FORMAT
def test_the_name_of_a_tool_that_its_result_still_has_is_not_reported_lost(source: str) -> None:
    wrongly_reported = [
        f"{case[0]} → {case[1]}: {event.name}"
        for case in cases(source)
        for event in _results(source, case[0].messages)
        if (event.message, *event.at("name"))
        in {(loss.source.message, *loss.source.path) for loss in conversion(case).losses}
        if any((found.id, found.name) == (event.id, event.name) for found in _results(case[1], _messages(case)))
    ]
    assert wrongly_reported == []


def _results(format_name: str, messages: list[Any]) -> list[Event]:
    events = _all_events(format_name, messages)
    return [event for event in events if event.kind == "result" and event.name is not None]


@EVERY_FORMAT
def test_a_failure_that_no_longer_shows_is_reported(source: str) -> None:
    hidden = [
        f"{case[0]} → {case[1]}"
        for case in cases(source)
        if len(_failures(source, case[0].messages)) > _shown_failures(case)
        and not any(is_reported(path, conversion(case)) for path, _ in added(case[0]))
    ]
    assert hidden == []


def _messages(case: Case) -> list[Any]:
    document = conversion(case).document
    return list(document if isinstance(document, list) else document[FORMATS[case[1]].list_key])


def _failures(format_name: str, messages: list[Any]) -> list[Event]:
    return [event for event in _all_events(format_name, messages) if event.failed]


def _shown_failures(case: Case) -> int:
    """Count the results that the format flags as failed, or that are JSON with an `error` if the format has no flag."""
    events = _all_events(case[1], _messages(case))
    return sum(event.failed or "error" in (object_or_none(event.value) or {}) for event in events)


def _all_events(format_name: str, messages: list[Any]) -> list[Event]:
    read = FORMATS[format_name].read
    return [event for index, message in enumerate(messages) for event in read(message, index)]


@EVERY_FORMAT
def test_only_a_lost_order_is_reported(source: str) -> None:
    wrong = []
    for case in cases(source):
        is_lost = case[0].name == "only text after a call" and conversion(case).document == plain_document(
            source, case[1]
        )
        may_move = "text" in case[0].name or "system" in case[0].name or "in front" in case[0].name
        if (is_lost and not conversion(case).moves) or (conversion(case).moves and not may_move):
            wrong.append((str(case[0]), case[1], conversion(case).moves))
    assert wrong == []


@EVERY_FORMAT
def test_the_page_shows_each_loss_and_move_of_its_route(source: str) -> None:
    for feature in (feature for feature in FEATURES if feature.format == source):
        for to in ("openai", "anthropic"):
            report = check(conversation_with(feature), to)
            rows = [row for index in range(len(feature.messages)) for row in mapping(report, index)]
            tracer = report.journey.tracer
            spots = [spot for index in range(len(feature.messages)) for spot in tracer.hidden_failures(index)]
            moves = [move for index in range(len(feature.messages)) for move in tracer.moves(index)]
            assert sum(row[2].startswith("moved") for row in rows) == len(moves)
            assert sum(row[2].startswith("the tool failed") for row in rows) == len(spots)


def test_trace_and_preflight_print_what_moved_and_what_looks_successful(
    tmp_path: File,
) -> None:
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "Is it open?"}]},
        {
            "role": "assistant",
            "content": [
                {"type": "tool-call", "toolCallId": "call_1", "toolName": "look_up", "input": {}},
                {"type": "text", "text": "One moment."},
            ],
        },
        {
            "role": "tool",
            "content": [
                {
                    "type": "tool-result",
                    "toolCallId": "call_1",
                    "toolName": "look_up",
                    "output": {"type": "error-text", "value": "no such pier"},
                }
            ],
        },
    ]
    file = tmp_path / "chat.json"
    file.write_text(json.dumps(messages))
    run = CliRunner().invoke
    flight = json.loads(run(main, ["convert", str(file), "--to", "openai-chat", "--check", "--output", "json"]).stdout)
    assert flight["moved"] == [{"at": "/1/content/1", "before": "/1/content/0"}]
    assert "/2/content/0/output/type" in [row["at"] for row in flight["losses"]]
    trace = json.loads(run(main, ["trace", str(file), "--to", "openai-chat", "--output", "json"]).stdout)
    assert trace["messages"][1]["moves"] == flight["moved"]
    assert "/2/content/0/output/type" in [row["at"] for row in trace["messages"][2]["losses"]]
    shown = run(main, ["convert", str(file), "--to", "openai-chat", "--check"]).stdout
    assert "now before" in shown

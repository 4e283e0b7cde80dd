"""The library: the core of the command line and the page as a few typed functions.

Each function accepts a path, bytes, a pasted text, plain JSON data or a loaded `Conversation`. Problems inside a
conversation never raise; an unknown name (of a target, a format or a rule) does.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.checks.check import check as _check
from workbench.checks.report import Report
from workbench.conversation import Conversation, Detection
from workbench.conversion import converted_document, hops
from workbench.detection import detected, for_target
from workbench.json.sdk_objects import NotPlainDataError, plain_data
from workbench.loading import LoadError, load_value
from workbench.loading import load as _load
from workbench.names import UnknownNameError, known_format
from workbench.outputs.verdict_sentence import verdict_sentence
from workbench.provenance import Trace
from workbench.provenance.route import RouteTracer
from workbench.repairs.fixes import with_fixes
from workbench.repairs.repair import Repaired
from workbench.repairs.repair import repair as _repair
from workbench.rule_names import known_rules
from workbench.stages import columns_along
from workbench.targets import default_target, target_for

if TYPE_CHECKING:
    from workbench.locating import Located
    from workbench.replays import Endpoint, ReplayRecord

Source = str | os.PathLike[str] | bytes | Conversation | Mapping[str, object] | Sequence[object]
"""A path, bytes or text in any form that the workbench reads; JSON data, which may contain an SDK's message objects;
or a loaded conversation."""


def load(source: Source, *, format: str | None = None, name: str | None = None) -> Conversation:  # noqa: A002
    """Return the first conversation of a source, with its format detected. Raises `LoadError` if there is none."""
    format_name = known_format(format) if format else None
    if isinstance(source, Conversation):
        return detected(source, format_name) if format_name else source
    if isinstance(source, (str, bytes, os.PathLike)):
        return _load(source, name, format_name)
    return load_value(plain_data(source), name or "data", format_name)


def detect(source: Source) -> Detection:
    """Return the format of a history, how certain it is, and the other possible formats."""
    return load(source).detection


def convert(source: Source, to: str, *, via: Sequence[str] = (), format: str | None = None) -> Any:  # noqa: A002
    """Return the messages in another format, or the entire request body if the source is one."""
    stops = tuple(known_format(stop) for stop in via)
    return converted_document(load(source, format=format), known_format(to), stops)


@dataclass(frozen=True)
class Traced:
    """Where a conversion carries every value of a conversation."""

    route: tuple[str, ...]
    """The formats of the route, including both ends."""
    messages: tuple[Trace, ...]
    """The links, losses and inventions of each source message."""


def trace(source: Source, to: str, *, via: Sequence[str] = (), format: str | None = None) -> Traced:  # noqa: A002
    """Return where every value goes, observed by changing single values and comparing the converted messages."""
    conversation = load(source, format=format)
    stops = tuple(known_format(stop) for stop in via)
    tracer = RouteTracer(columns_along(conversation, hops(conversation.format, known_format(to), stops)))
    traces = tuple(tracer.composed(index) for index in range(len(conversation.messages)))
    return Traced(tuple(column.format for column in tracer.columns), traces)


def check(
    source: Source,
    target: str | None = None,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    format: str | None = None,  # noqa: A002
) -> Report:
    """Return the verdict and all findings with their fixes. The default target is the format's own provider."""
    conversation = _addressed(source, target, format)
    return with_fixes(_check(conversation, target, known_rules(select), known_rules(ignore)))


def repair(
    source: Source,
    target: str | None = None,
    *,
    unsafe: bool = False,
    format: str | None = None,  # noqa: A002
) -> Repaired:
    """Apply every safe fix until nothing changes. The result's `conversation.payload` is the repaired document."""
    return _repair(_addressed(source, target, format), target, unsafe)


def _addressed(source: Source, target: str | None, format: str | None) -> Conversation:  # noqa: A002
    """The conversation in the given format, or in the one that the target decides for where a document leaves it open.
    A conversation that is already loaded keeps its format."""
    conversation = load(source, format=format)
    return conversation if format or isinstance(source, Conversation) else for_target(conversation, target)


def locate(source: Source | None, error: str, *, format: str | None = None) -> Located:  # noqa: A002
    """Explain a provider's error and find its place in the conversation; without a source, explain it in general."""
    from workbench.locating import locate as locate_error  # loads every provider's phrases

    return locate_error(None if source is None else load(source, format=format), error)


def replay(
    source: Source,
    target: str | None = None,
    *,
    endpoint: Endpoint | None = None,
    up_to: int | None = None,
    stream: bool = True,
    stop: threading.Event | None = None,
    format: str | None = None,  # noqa: A002
) -> ReplayRecord:
    """Send the conversation. Without an endpoint, the embedded model answers or refuses as the target would."""
    from workbench.replays.run import replay as send  # imports the client

    conversation = load(source, format=format)
    return send(conversation, endpoint, target=target, up_to=up_to, stream=stream, stop=stop)


def assert_accepted(source: Source, target: str | None = None, *, format: str | None = None) -> None:  # noqa: A002
    """Fail with the findings and the provider's error message unless the target would accept it. For your own tests."""
    from workbench.outputs.findings_text import findings_text

    conversation = load(source, format=format)
    report = check(conversation, target_for(target or default_target(conversation), conversation.format).name)
    if report.errors or report.verdict.outcome != "accepted":
        raise AssertionError(f"{verdict_sentence(report)}\n{findings_text(report)}")


__all__ = [
    "Conversation",
    "LoadError",
    "NotPlainDataError",
    "Report",
    "Source",
    "Traced",
    "UnknownNameError",
    "assert_accepted",
    "check",
    "convert",
    "detect",
    "load",
    "locate",
    "repair",
    "replay",
    "trace",
]

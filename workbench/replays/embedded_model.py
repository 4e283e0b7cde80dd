"""The embedded model as an endpoint, which answers without a key and without a network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.rehearsal.library_targets import is_library, server_of
from workbench.replays.endpoint import Endpoint
from workbench.replays.request import Options, build_request, wire_column
from workbench.replays.wire_format import target_at, wire_format
from workbench.targets import target_for

if TYPE_CHECKING:
    from workbench.rehearsal import Rehearsal


def rehearsal_endpoint(
    rehearsal: Rehearsal, target: str, recorded_model: object = None, fault: str = "", retries: int = 0
) -> Endpoint:
    """Return the endpoint of a running rehearsal that acts as `target`.

    `recorded_model` is the model named in the recording: some rules hold only for some models.
    """
    is_name = isinstance(recorded_model, str) and recorded_model.isprintable()
    suffix = f"/{str(recorded_model).partition('+')[0]}" if is_name else ""
    headers = {"x-rehearsal-fault": fault} if fault else {}
    return Endpoint(
        base_url=rehearsal.base_url,
        model=f"rehearsal-{target}{suffix}",
        title="the embedded model",
        target=target,
        retries=retries,
        embedded=True,
        headers=headers,
    )


@contextmanager
def embedded_endpoint(
    conversation: Conversation, target: str, up_to: int | None, fault: str = ""
) -> Iterator[Endpoint]:
    """Start a rehearsal for one replay, load the conversation's recorded answers into it and yield its endpoint."""
    from workbench.rehearsal import Rehearsal  # imports a server, which a live endpoint does not need

    with Rehearsal(target=server_of(target_for(target, conversation.format)).name) as rehearsal:
        endpoint = endpoint_for_conversation(rehearsal, conversation, target, fault)
        add_recording(rehearsal, conversation, endpoint, up_to)
        yield endpoint


def endpoint_for_conversation(
    rehearsal: Rehearsal, conversation: Conversation, target: str, fault: str = ""
) -> Endpoint:
    """Return the endpoint of a running rehearsal for this conversation.

    If the target is a library (an SDK), the rehearsal acts as the provider that the library calls.
    """
    resolved = target_for(target, conversation.format)
    endpoint = rehearsal_endpoint(rehearsal, server_of(resolved).name, conversation.model, fault)
    return replace(endpoint, target=resolved.name) if is_library(resolved) else endpoint


def add_recording_for_target(rehearsal: Rehearsal, conversation: Conversation, target: str) -> None:
    """Load a conversation's recorded answers into a rehearsal that is not started yet, in the target's format."""
    model = f"rehearsal-{target}"
    add_recording(rehearsal, conversation, Endpoint("", model, target=target, embedded=True))


def add_recording(
    rehearsal: Rehearsal, conversation: Conversation, endpoint: Endpoint, up_to: int | None = None
) -> None:
    """Load the recorded answer of every turn of this conversation into the rehearsal."""
    target = target_at(endpoint, conversation.format)
    wire = wire_format(endpoint, target).name
    column = wire_column(conversation, endpoint, target)
    rehearsal.recordings.add_history(wire, column.messages)
    sent = build_request(conversation, endpoint, Options(up_to)).messages
    answer = _next_turn(wire, list(column.messages), column.sources, up_to)
    if conversation.response is not None and up_to in (None, len(conversation.messages)):
        answer = _recorded_response(conversation, wire)
    if answer:
        rehearsal.recordings.add_answer(wire, sent, answer)


def _next_turn(wire: str, messages: list[Json], sources: Sequence[tuple[int, ...]], up_to: int | None) -> list[Json]:
    """Return the consecutive assistant messages converted from the source messages at and after `up_to`."""
    if up_to is None:
        return []
    role_of = FORMATS[wire].role_of
    rows = zip(messages, sources, strict=True)
    later = (message for message, source_indexes in rows if source_indexes and source_indexes[0] >= up_to)
    return list(takewhile(lambda message: role_of(message) == "assistant", later))


def _recorded_response(conversation: Conversation, wire: str) -> list[Json]:
    """Return the messages of the response recorded in the file, if it is in the wire's own format."""
    form = FORMATS[wire]
    if conversation.format != wire or form.messages_of_response is None:
        return []
    messages = form.messages_of_response(conversation.response)
    return [message for message in messages if isinstance(message, dict) and not form.is_report(message)]

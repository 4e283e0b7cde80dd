"""The embedded model as an endpoint: what answers where there is no key and no network."""

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
from workbench.replays.spoken_format import spoken_format
from workbench.targets import target_for

if TYPE_CHECKING:
    from workbench.rehearsal import Rehearsal


def endpoint_of(rehearsal: Rehearsal, target: str, plays: object = None, fault: str = "", retries: int = 0) -> Endpoint:
    """A running rehearsal, playing `target`, and the model that the recording names: some rules hold only for some
    models. It needs no key, so none is asked for."""
    played = f"/{plays.partition('+')[0]}" if isinstance(plays, str) and plays.isprintable() else ""
    headers = {"x-rehearsal-fault": fault} if fault else {}
    return Endpoint(
        base_url=rehearsal.base_url,
        model=f"rehearsal-{target}{played}",
        title="the embedded model",
        target=target,
        retries=retries,
        embedded=True,
        headers=headers,
    )


@contextmanager
def embedded(conversation: Conversation, target: str, up_to: int | None = None, fault: str = "") -> Iterator[Endpoint]:
    """A rehearsal for one replay, that knows the conversation's recording."""
    from workbench.rehearsal import Rehearsal  # starts a server: only when there is no other endpoint

    with Rehearsal(target=server_of(target_for(target, conversation.format)).name) as rehearsal:
        endpoint = endpoint_for(rehearsal, conversation, target, fault)
        remember(rehearsal, conversation, endpoint, up_to)
        yield endpoint


def endpoint_for(rehearsal: Rehearsal, conversation: Conversation, target: str, fault: str = "") -> Endpoint:
    """A running rehearsal for this conversation. Behind a library (an SDK) is the provider it speaks to."""
    chosen = target_for(target, conversation.format)
    endpoint = endpoint_of(rehearsal, server_of(chosen).name, conversation.model, fault)
    return replace(endpoint, target=chosen.name) if is_library(chosen) else endpoint


def teach(rehearsal: Rehearsal, conversation: Conversation, target: str) -> None:
    """Teach a rehearsal, before it is started, a recording for whoever will ask in the target's format."""
    model = f"rehearsal-{target}"
    remember(rehearsal, conversation, Endpoint("", model, target=target, embedded=True))


def remember(rehearsal: Rehearsal, conversation: Conversation, endpoint: Endpoint, up_to: int | None = None) -> None:
    """Teach the rehearsal what was answered in this conversation, at every turn."""
    target = target_for(endpoint.target, conversation.format)
    wire = spoken_format(endpoint, target).name
    column = wire_column(conversation, endpoint, target)
    rehearsal.recordings.remember(wire, column.messages)
    sent = build_request(conversation, endpoint, Options(up_to)).messages
    answer = _next_turn(wire, list(column.messages), column.sources, up_to)
    if conversation.response is not None and up_to in (None, len(conversation.messages)):
        answer = _recorded_response(conversation, wire)
    if answer:
        rehearsal.recordings.answer(wire, sent, answer)


def _next_turn(wire: str, messages: list[Json], sources: Sequence[tuple[int, ...]], up_to: int | None) -> list[Json]:
    """The assistant's messages that were made of what follows the cut."""
    if up_to is None:
        return []
    role_of = FORMATS[wire].role_of
    later = (message for message, made_of in zip(messages, sources, strict=True) if made_of and made_of[0] >= up_to)
    return list(takewhile(lambda message: role_of(message) == "assistant", later))


def _recorded_response(conversation: Conversation, wire: str) -> list[Json]:
    """The answer that the file has beside its messages, where it is in the wire's own form."""
    form = FORMATS[wire]
    if conversation.format != wire or form.messages_of_response is None:
        return []
    answered = form.messages_of_response(conversation.response)
    return [message for message in answered if isinstance(message, dict) and not form.is_report(message)]

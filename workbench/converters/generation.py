"""Generation by spec 003: the response of any API → contents, and contents → messages of any format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.converters import converted_messages
from workbench.converters.chat_completion_to_icontent import chat_completion_to_icontent, merged
from workbench.converters.tool_ids import history_id, unchanged_id
from workbench.formats import COMMON_WIRE, FORMATS, OWN_FORMAT
from workbench.json.text import Json, JsonObject


def contents_of_response(wire: str, body: object, in_passing: bool = False) -> list[JsonObject]:
    """Return the response of any API as the contents that generation yields.

    `in_passing` leaves the ids unchanged, for a history that is not stored in IContent.
    """
    messages_of_response = FORMATS[wire].messages_of_response
    if wire == COMMON_WIRE or messages_of_response is None:
        return chat_completion_to_icontent(body, unchanged_id if in_passing else history_id)
    return converted_messages(messages_of_response(body), wire, OWN_FORMAT, in_passing=in_passing)


def contents_of_messages(messages: Sequence[Json], source: str) -> list[JsonObject]:
    return converted_messages(messages, source, OWN_FORMAT)


def to_messages(
    contents: Sequence[Json], target: str, settings: Mapping[str, Json] | None = None, in_passing: bool = False
) -> list[JsonObject]:
    return converted_messages(contents, OWN_FORMAT, target, settings, in_passing)


def answer_in(target: str, wire: str, body: object, settings: Mapping[str, Json] | None = None) -> list[JsonObject]:
    """Return the response of an API as messages of the format that sent the request.

    A framework reads a response by its own edge; for all other formats it goes through the contents of spec 003.
    """
    messages_of_response = FORMATS[wire].messages_of_response
    if FORMATS[target].traits.is_framework and messages_of_response is not None:
        return converted_messages(messages_of_response(body), wire, target, settings)
    in_passing = target != OWN_FORMAT
    return to_messages([merged(contents_of_response(wire, body, in_passing))], target, settings, in_passing)


__all__ = ["answer_in", "contents_of_messages", "contents_of_response", "merged", "to_messages"]

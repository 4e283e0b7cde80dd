"""Settings with the name that an earlier API of the same provider uses."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.request_problems import is_request
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.moving_settings import move_setting
from workbench.rules.request.definitions import at_setting
from workbench.targets.contract import Target


def move_to_new_place(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the value to its new place, unless that is in use."""
    place = context.target.request.settings.moved.get(finding.at.rpartition("/")[2])
    if place is None or place == context.format.list_key:
        return None
    return move_setting(context, finding, place, _flat(context.value(finding.at)))


def _flat(value: object) -> Json:
    """The value without the object that only the earlier API puts around an answer's schema."""
    if (
        isinstance(value, dict)
        and isinstance(inner := value.get("json_schema"), dict)
        and value.keys()
        == {
            "type",
            "json_schema",
        }
    ):
        return {"type": value["type"], **inner}
    return value


_ONLY_OF_THE_LATER_API = frozenset(
    {"instructions", "max_output_tokens", "previous_response_id", "conversation", "truncation", "include"}
)
"""Settings that exist only in the later API, so a request with one is meant for it."""


@rule("RQ220", "parameter-moved", may_be_healed=True, fix=move_to_new_place)
def parameter_moved(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has a parameter with the name that another API of the same provider uses.

    This usually comes from changing the URL from Chat Completions to Responses without changing the request. The list
    of messages itself has another name there, too.

    Bad (openai-responses):
        {"model": "gpt-5", "input": [{"role": "user", "content": "Answer in JSON."}],
         "response_format": {"type": "json_object"}}
    Good (openai-responses):
        {"model": "gpt-5", "input": [{"role": "user", "content": "Answer in JSON."}],
         "text": {"format": {"type": "json_object"}}}
    """
    moved = target.request.settings.moved
    if not moved or not is_request(chat):
        return
    if chat.format.name not in target.formats:
        messages = chat.format.list_key
        if messages in moved and not _ONLY_OF_THE_LATER_API.isdisjoint(chat.settings):
            place = moved[messages]
            yield at_setting((messages,), f"In this API, {messages} is {place}.", field=messages, place=place)
        return
    for field, place in moved.items():
        if chat.settings.get(field) is not None and field != chat.format.list_key:
            yield at_setting((field,), f"In this API, {field} is {place}.", field=field, place=place)

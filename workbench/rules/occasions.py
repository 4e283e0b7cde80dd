"""Occasions: cheap conditions that decide whether a rule runs at all.

Without them, a short conversation spends most of its time on rules that cannot find anything. A rule may name an
occasion that is necessary for a finding; a rule without one runs on every chat. A test runs all rules without their
occasions and expects the same findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any

from workbench.checks.chat import Chat
from workbench.checks.journey import Journey
from workbench.checks.pairing import pairs_of
from workbench.checks.request_problems import breaks_schema
from workbench.formats.contract import Event
from workbench.json.text import are_json_objects
from workbench.rules.request.definitions import defined, strict_schemas
from workbench.rules.request.settings_places import setting
from workbench.targets.contract import Target
from workbench.targets.models import matching_prefix

_name, _value, _failed, _raw = attrgetter("name"), attrgetter("value"), attrgetter("failed"), attrgetter("raw")
_OBJECT = frozenset({dict})
_TEXT = frozenset({str})
_TEXT_OR_LIST = frozenset({str, list})
_TEXT_OR_PARTS = frozenset({str, list, type(None)})


@cache
def has_key(key: str) -> Callable[[Chat, Target], bool]:
    """The occasion that any message has this key. It is cached, so that rules share it."""

    def is_present(chat: Chat, target: Target) -> bool:
        return key in chat.keys

    return is_present


def has_refused_thought_field(chat: Chat, target: Target) -> bool:
    """Whether messages that are sent unchanged have a field for thoughts that the target refuses."""
    refused = target.reasoning.refused_fields
    return bool(refused) and chat.format.name in target.formats and not refused.isdisjoint(chat.keys)


def has_calls(chat: Chat, target: Target) -> bool:
    return bool(chat.calls)


def has_unexpected_arguments(chat: Chat, target: Target) -> bool:
    """Whether any call's arguments are not what its format requires: an object, or an object written as text."""
    if chat.format.traits.arguments_are_text:
        return has_unreadable_arguments(chat, target)
    return not {*map(type, map(_value, chat.calls))} <= _OBJECT


def has_unreadable_arguments(chat: Chat, target: Target) -> bool:
    """Whether any call's arguments are neither an object written as text nor, if the format allows it, an object."""
    known: bool | None = chat.memo.get(has_unreadable_arguments)
    if known is None:
        known = chat.memo[has_unreadable_arguments] = _has_unreadable_arguments(chat)
    return known


def _has_unreadable_arguments(chat: Chat) -> bool:
    values = [call.value for call in chat.calls]
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) < len(values):
        is_text = chat.format.traits.arguments_are_text
        if is_text or not all(isinstance(value, (str, dict)) for value in values):
            return True
    return not are_json_objects(texts)


def has_nameless_call(chat: Chat, target: Target) -> bool:
    return not all(map(_name, chat.calls))


def has_call_without_type(chat: Chat, target: Target) -> bool:
    typed = [raw for raw in map(_raw, chat.calls) if type(raw) is dict and "type" in raw]
    return len(typed) != len(chat.calls)


def has_refused_name(chat: Chat, target: Target) -> bool:
    """Whether the target may refuse the name of a tool: one that was called, or any that the request defines."""
    pattern = target.limits.name_pattern
    if pattern is None:
        return False
    names = {call.name for call in chat.calls if isinstance(call.name, str)}
    return bool(chat.settings) or not all(map(pattern.fullmatch, names))


def has_too_many_calls(chat: Chat, target: Target) -> bool:
    most = most_calls(chat, target)
    return most is not None and len(chat.calls) > most


def most_calls(chat: Chat, target: Target) -> int | None:
    """The maximum number of calls in a message; None if no such limit is known."""
    single = target.limits.single_call_models
    return 1 if single and matching_prefix(chat.model, single) else target.limits.calls_in_message


def has_empty_list_of_calls(chat: Chat, target: Target) -> bool:
    """Whether any message has a list of calls without calls, in a format that keeps calls next to the content."""
    if not chat.format.traits.calls_beside_content or "tool_calls" not in chat.keys:
        return False
    return [] in [
        message["tool_calls"] for message in chat.messages if type(message) is dict and "tool_calls" in message
    ]


def has_too_long_id(chat: Chat, target: Target) -> bool:
    most = target.limits.id_max
    if most is None:
        return False
    calls: Iterable[Any] = chat.calls_by_id
    results: Iterable[Any] = chat.results_by_id
    try:
        return max(map(len, calls), default=0) > most or max(map(len, results), default=0) > most
    except TypeError:  # one of them is a number
        return any(type(one) is str and len(one) > most for one in (*calls, *results))


def has_call_states(chat: Chat, target: Target) -> bool:
    """Whether there are calls, in a format whose calls have a state."""
    return chat.format.complete is not None and bool(chat.calls)


def has_results(chat: Chat, target: Target) -> bool:
    return bool(chat.results)


def results_of_assistant(chat: Chat, target: Target) -> list[Event]:
    """The results among the blocks of an assistant message, for targets that refuse them there."""
    if not target.turns.refuses_own_results or chat.format.complete is not None:
        return []
    return [result for result in chat.results if result.path and chat.roles[result.message] == "assistant"]


def calls_of_user(chat: Chat, target: Target) -> list[Event]:
    """The calls among the blocks of a user message, for targets that refuse them there."""
    if not target.turns.refuses_own_results or chat.format.complete is not None:
        return []
    return [call for call in chat.calls if call.path and chat.roles[call.message] == "user"]


def has_call_of_user(chat: Chat, target: Target) -> bool:
    return bool(calls_of_user(chat, target))


def has_result_of_another_role(chat: Chat, target: Target) -> bool:
    """Whether a message that is not the tool's has the fields of a result, or the assistant's contains one."""
    return "tool_call_id" in chat.keys or bool(results_of_assistant(chat, target))


def has_named_results(chat: Chat, target: Target) -> bool:
    names = [*map(_name, chat.results)]
    return names.count(None) != len(names)


def has_texts(chat: Chat, target: Target) -> bool:
    return bool(chat.texts)


def has_images(chat: Chat, target: Target) -> bool:
    return bool(chat.images)


def has_rest(chat: Chat, target: Target) -> bool:
    """Whether there are thoughts, files, server tools or unknown parts."""
    return bool(chat.rest)


def has_media(chat: Chat, target: Target) -> bool:
    """Whether there is anything that could be an image or a file."""
    return bool(chat.images or chat.rest)


def has_call_or_result_without_id(chat: Chat, target: Target) -> bool:
    return bool(chat.without_id)


def has_repeated_call_id(chat: Chat, target: Target) -> bool:
    return len(chat.calls_by_id) != len(chat.calls)


def has_orphan(chat: Chat, target: Target) -> bool:
    return bool(pairs_of(chat, target.pairing).orphans)


def has_mismatch(chat: Chat, target: Target) -> bool:
    return bool(pairs_of(chat, target.pairing).mismatches)


def has_orphan_or_mismatch(chat: Chat, target: Target) -> bool:
    pairs = pairs_of(chat, target.pairing)
    return bool(pairs.orphans or pairs.mismatches)


def has_second_result(chat: Chat, target: Target) -> bool:
    return bool(pairs_of(chat, target.pairing).duplicates)


def has_result_before_call(chat: Chat, target: Target) -> bool:
    return bool(pairs_of(chat, target.pairing).before_call)


def has_open_call(chat: Chat, target: Target) -> bool:
    pairs = pairs_of(chat, target.pairing)
    return bool(pairs.missing or pairs.pending)


def may_have_something_after_call(chat: Chat, target: Target) -> bool:
    """Whether something is between a call and its result, or text may follow a call in a message of a target that
    refuses that."""
    pairs = pairs_of(chat, target.pairing)
    return bool(pairs.not_adjacent or pairs.interrupted or (target.limits.refuses_text_after_calls and chat.calls))


def defines_tools(chat: Chat, target: Target) -> bool:
    """Whether the request defines a function."""
    return bool(defined(chat))


def defines_schemas(chat: Chat, target: Target) -> bool:
    """Whether the request defines a function, or a schema for the answer that the target checks."""
    return bool(defined(chat)) or any(setting(chat, path) is not None for path in target.request.tools.answers)


def is_strict(chat: Chat, target: Target) -> bool:
    """Whether the request has a strict schema."""
    return bool(strict_schemas(chat))


def is_empty(chat: Chat, target: Target) -> bool:
    return not chat.messages


def may_mix_formats(chat: Chat, target: Target) -> bool:
    """Whether a message looks like another format, or the target infers the format of all messages from one."""
    return bool(chat.odd) or target.limits.converts_ui_messages


def may_have_refused_role(chat: Chat, target: Target) -> bool:
    return "other" in chat.roles or bool(
        target.limits.refused_roles or target.limits.doubtful_roles or chat.facts.refused_roles
    )


def names_model(chat: Chat, target: Target) -> bool:
    return chat.model is not None


def has_content_other_than_text(chat: Chat, target: Target) -> bool:
    """Whether any message has content that is not a string."""
    return not chat.content_types <= _TEXT


def has_unusual_content(chat: Chat, target: Target) -> bool:
    """Whether any content or output is neither a text nor, for a target that accepts them everywhere, a list."""
    limits = target.limits
    if limits.doubtful_lists or limits.native_keys or limits.tool_part_types == frozenset():
        return has_content_other_than_text(chat, target)
    if not chat.content_types <= _TEXT_OR_PARTS:
        return True
    return chat.format.traits.messages_are_items and not {*map(type, map(_value, chat.results))} <= _TEXT_OR_LIST


def has_schema_problem(chat: Chat, target: Target) -> bool:
    return breaks_schema(chat, target)


def may_have_refused_item_field(chat: Chat, target: Target) -> bool:
    """Whether an item breaks the schema, or is of a kind with fields that this server refuses."""
    if breaks_schema(chat, target):
        return True
    terms = target.request
    if not (terms.refused_item_fields or terms.item_fields) or "type" not in chat.keys:
        return False
    items = chat.messages
    types = {kind for item in items if isinstance(item, dict) and type(kind := item.get("type")) is str}
    return not types.isdisjoint(_kinds_of(tuple(terms.refused_item_fields), tuple(terms.item_fields)))


@cache
def _kinds_of(places: tuple[str, ...], kinds: tuple[str, ...]) -> frozenset[str]:
    return frozenset(place.partition(".")[0] for place in places).union(kinds)


def is_converted(journey: Journey, target: Target) -> bool:
    return journey.is_converted


def may_drop_messages(journey: Journey, target: Target) -> bool:
    return not journey.is_one_to_one


def may_drop_blocks(journey: Journey, target: Target) -> bool:
    return journey.is_converted and not journey.carries_all


def erases_results(journey: Journey, target: Target) -> bool:
    """Whether a conversion may turn a result into nothing."""
    return journey.is_converted and not all(map(_value, journey.internal.results))


def has_failed_results(journey: Journey, target: Target) -> bool:
    return any(map(_failed, journey.internal.results))


def has_results_other_than_objects(journey: Journey, target: Target) -> bool:
    """Whether any result is a text that does not begin like a JSON object."""
    for result in journey.internal.results:
        if isinstance(result.value, str) and not result.value.startswith('{"'):
            return True
    return False


def rewrites_ids(journey: Journey, target: Target) -> bool:
    """Whether the first edge of the route rewrites tool ids, and the history has any."""
    columns = journey.stages.columns
    edge = columns[1].edge if len(columns) > 1 else None
    return edge is not None and edge.normalises_ids and bool(journey.ids)


def has_unusual_pairs(chat: Chat, target: Target) -> bool:
    """Whether any call or result lacks its partner, or is not where the target expects it."""
    return not pairs_of(chat, target.pairing).are_in_order


CONDITIONS: dict[Callable[..., bool], Callable[..., bool]] = {
    **dict.fromkeys(
        (has_orphan, has_mismatch, has_orphan_or_mismatch, has_second_result, has_result_before_call, has_open_call),
        has_unusual_pairs,
    ),
    **dict.fromkeys((has_images, has_rest), has_media),
    **dict.fromkeys((may_drop_messages, may_drop_blocks, erases_results, rewrites_ids), is_converted),
}
"""Occasion → a condition without which it is never present. One answer rules out several occasions."""

_NEEDS: Mapping[Callable[..., bool], Callable[[Target], object]] = {
    has_call_of_user: lambda target: target.turns.refuses_own_results,
    has_refused_name: lambda target: target.limits.name_pattern,
    has_refused_thought_field: lambda target: target.reasoning.refused_fields,
    has_too_long_id: lambda target: target.limits.id_max is not None,
    has_too_many_calls: lambda target: target.limits.calls_in_message is not None or target.limits.single_call_models,
}
"""Occasion → what a target must have, so that it can ever be present."""


def may_be_present(occasion: Callable[..., bool] | None, target: Target) -> bool:
    """Whether an occasion is possible for a target at all. Otherwise no chat is asked."""
    needs = _NEEDS.get(occasion) if occasion is not None else None
    return needs is None or bool(needs(target))

"""Ids: rewritten on both sides at once, so that call and result stay together and no two ids become one."""

from __future__ import annotations

import hashlib
import re
import string

from workbench.checks.findings import Finding, Fix
from workbench.converters.provider_ids import ProviderIds
from workbench.fixes.contract import RepairContext, fixer
from workbench.fixes.placeholders import placed_answer
from workbench.formats.contract import Event
from workbench.json.patch import add, remove, replace
from workbench.json.text import Json, compact

_ANY = re.compile(r"[\s\S]+")
_LETTERS = string.digits + string.ascii_letters


@fixer("tool-id-too-long", "tool-id-bad-chars", "tool-id-format-mistral")
def rewrite_everywhere(context: RepairContext, finding: Finding) -> Fix | None:
    event = context.event(finding.at, "call", "result")
    if event is None or not isinstance(event.id, str) or event.id != finding.id:
        return None  # an id that is made on the way cannot be mended in the file
    if finding.rule == "tool-id-format-mistral":
        new = _nine_letters(event.id, set(context.ids))
    else:
        limits = context.report.target.limits
        new = ProviderIds(context.ids, limits.id_pattern or _ANY, limits.id_max or 10_000)(event.id)
    why = "Call and results get the same new id; no other id of the history becomes the same."
    return Fix(f"Rewrite the id to {new} everywhere", _everywhere(context, event.id, new), True, why, 0.95)


def _nine_letters(old: str, taken: set[str]) -> str:
    """Nine letters and digits made from the id: its own last nine if they are free, else a hash."""
    own = re.sub(r"[^a-zA-Z0-9]", "", old)[-9:]
    attempt = 0
    while len(own) != 9 or own in taken:
        number = int.from_bytes(hashlib.sha256(f"{attempt}:{old}".encode(errors="surrogatepass")).digest())
        own = "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(9))
        attempt += 1
    return own


def _everywhere(context: RepairContext, old: Json, new: Json) -> tuple[Json, ...]:
    places = {
        context.at(event, "id"): None
        for event in (*context.chat.calls, *context.chat.results)
        if type(event.id) is type(old) and event.id == old and "id" in event.places
    }
    return tuple(replace(place, new) for place in places)


@fixer("tool-id-not-string")
def write_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    event = context.event(finding.at, "call", "result")
    if event is None or event.id is None or isinstance(event.id, str):
        return None
    new = compact(event.id)
    patch = tuple(
        replace(context.at(other, "id"), new)
        for other in (*context.chat.calls, *context.chat.results)
        if not isinstance(other.id, str) and other.id is not None and compact(other.id) == new
    )
    return Fix(
        f"Write the id as the text {new!r} everywhere", patch, True, "An id is text; its value stays the same.", 0.98
    )


@fixer("tool-id-collision")
def keep_apart(context: RepairContext, finding: Finding) -> Fix | None:
    event = context.event(finding.at, "call")
    if event is None or not isinstance(event.id, str):
        return None
    new = next(context.new_ids(event.id))
    why = "Both ids would become the same; the second gets a new one, on its call and its results."
    return Fix(f"Rewrite the id to {new} everywhere", _everywhere(context, event.id, new), True, why, 0.95)


@fixer("tool-id-duplicate")
def part_twins(context: RepairContext, finding: Finding) -> Fix | None:
    """An exact copy of a call in the same message is taken out; a different call gets an id of its own."""
    call = context.event(finding.at, "call")
    first = context.event(finding.partner, "call")
    if call is None or first is None or not isinstance(call.id, str):
        return None
    if call.message == first.message and compact(call.raw) == compact(first.raw):
        why = "It is the same call written twice; the first one stays."
        return Fix("Remove the copy of the call", (remove(context.at(call)),), True, why, 0.95)
    new = next(context.new_ids(call.id))
    result = _second_result(context, call, first)
    title = f"Give the second call the id {new}"
    if result is not None:
        patch: tuple[Json, ...] = (replace(context.at(call, "id"), new), replace(context.at(result, "id"), new))
        return Fix(
            f"{title}, and its result", patch, True, "Each of the two calls has a result; each pair gets its id.", 0.9
        )
    answer = placed_answer(context, call, call_id=new)
    if answer is None:
        return None
    why = "The two calls differ and only one result is there, which stays with the first call."
    return Fix(
        f"{title} and say that it has no result", (replace(context.at(call, "id"), new), *answer), False, why, 0.5
    )


def _second_result(context: RepairContext, call: Event, first: Event) -> Event | None:
    """The result that belongs to the second call: the one after it, or the second where both are in one turn."""
    results = [event for event in context.chat.results_by_id.get(call.id, ()) if event.message > call.message]
    if call.message == first.message:
        return results[1] if len(results) > 1 else None
    return results[0] if results else None


@fixer("tool-id-missing")
def fill_in_id(context: RepairContext, finding: Finding) -> Fix | None:
    """A result without an id gets that of the one call that waits for it; a call without one gets a new id."""
    result = context.event(finding.at, "result")
    if result is not None and "id" in result.places:
        return _id_of_waiting_call(context, result)
    call = context.event(finding.at, "call")
    if call is None or "id" not in call.places:
        return None
    new = f"call_{call.message}_{'_'.join(str(step) for step in call.path if isinstance(step, int))}"
    if new in context.ids:
        new = next(context.new_ids(new))
    why = "A call needs an id to be answered."
    return Fix(f"Give the call the id {new}", (add(context.at(call, "id"), new),), True, why, 0.8)


def _id_of_waiting_call(context: RepairContext, result: Event) -> Fix | None:
    """By order, if as many results have no id as calls have no result there, and no tool name speaks against it."""
    answered = {str(event.id) for event in context.chat.results}
    before = [call for call in context.chat.calls if call.message < result.message and isinstance(call.id, str)]
    waiting = [call for call in before if call.id and call.id not in answered]
    waiting = [call for call in waiting if call.message == before[-1].message] or waiting
    nameless = [event for event in _beside(context, result) if event.id in (None, "")]
    pairs = list(zip(waiting, nameless, strict=False))
    names_fit = all(event.name in (None, "", call.name) for call, event in pairs)
    call = next((call for call, event in pairs if event is result), None)
    if call is None or len(waiting) != len(nameless) or not names_fit:
        return None
    alone = len(waiting) == 1
    why = "It is the only call there that has no result." if alone else "As many calls wait, in this order."
    patch = tuple(add(context.at(event, "id"), call.id) for call, event in pairs)
    title = f"Fill in the id {call.id}" if alone else "Fill in the ids of the calls, in their order"
    return Fix(title, patch, True, why, 0.9 if alone else 0.8)


def _beside(context: RepairContext, result: Event) -> list[Event]:
    """The results between the calls before this one and whoever speaks next."""
    start = result.message
    while start > 0 and context.chat.roles[start - 1] != "assistant":
        start -= 1
    return context.of_kind("result", range(start, context.next_assistant(result.message)))


@fixer("item-id-prefix")
def prefix_item_id(context: RepairContext, finding: Finding) -> Fix | None:
    item = context.value(finding.at)
    prefix = {"reasoning": "rs_", "function_call": "fc_", "message": "msg_", "web_search_call": "ws_"}
    kind = context.value(finding.at.rsplit("/", 1)[0] + "/type")
    if not isinstance(item, str) or kind not in prefix:
        return None
    why = "The id of an item begins with its kind; the rest stays."
    return Fix("Put the prefix before the id", (replace(finding.at, prefix[kind] + item),), True, why, 0.7)

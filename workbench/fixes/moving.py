"""Move: a result that is there and stands in the wrong place."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.fixes.contract import RepairContext, fixer
from workbench.fixes.splitting import part_calls_from_results
from workbench.formats.contract import Event
from workbench.json.patch import add, move, remove
from workbench.json.text import Json
from workbench.targets.contract import Limits


@fixer("tool-result-before-call", "tool-result-not-adjacent")
def move_behind_call(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    call = context.event(finding.partner, "call")
    if result is None and call is not None:
        return _words_before_calls(context, finding, call)
    if result is None or call is None or not context.in_list:
        return None
    if result.message == call.message:
        return part_calls_from_results(context, call.message)
    place = place_behind(context, call, result)
    title = f"Move the result behind its call in message {call.message}, keeps both"
    why = "Call and result belong together by their id; only the order is wrong."
    if context.is_alone(result) or _all_answer(context, result.message, call.message):
        target = place - 1 if result.message < place else place
        patch = (move(context.of_message(result.message), context.of_message(target)),)
        return Fix(title, patch, True, why, 0.98)
    message = context.envelope([context.value(context.at(result))]) if len(result.path) == 2 else None
    if message is None:
        return None
    insert = add(context.of_message(place), message)
    taken = remove(context.at(result))
    order = (taken, insert) if place > result.message else (insert, _shifted(context, result))
    return Fix(title, order, True, why, 0.95)


def _words_before_calls(context: RepairContext, finding: Finding, call: Event) -> Fix | None:
    """Words of the message that stand behind its calls go in front of them."""
    if (parted := part_calls_from_results(context, call.message)) is not None:
        return parted
    words = context.event(finding.at, "text")
    if words is None or words.message != call.message or len(words.path) != 2:
        return None
    first = next(event for event in context.chat.of_message(call.message) if event.kind == "call")
    if len(first.path) != 2:
        return None
    why = "Nothing may stand between a call and its result; the words stay in the same message."
    return Fix("Move the words before the call", (move(context.at(words), context.at(first)),), True, why, 0.95)


def _shifted(context: RepairContext, result: Event) -> Json:
    """Take the block out of its message, which has moved down by one."""
    return remove(context.of_message(result.message + 1, result.path))


def _all_answer(context: RepairContext, message: int, calls_in: int) -> bool:
    """Whether a message holds nothing but results of the calls in one other message: then it moves as a whole."""
    ids = {str(event.id) for event in context.chat.of_message(calls_in) if event.kind == "call"}
    return _holds_only_results(context.chat.of_message(message), ids)


def place_behind(context: RepairContext, call: Event, result: Event) -> int:
    """The first place after the call's message and the results that follow it already."""
    place = call.message + 1
    own_ids = {str(other.id) for other in context.chat.of_message(call.message) if other.kind == "call"}
    while place < len(context.chat.messages) and place != result.message:
        if not _holds_only_results(context.chat.of_message(place), own_ids):
            break
        place += 1
    return place


def _holds_only_results(events: list[Event], ids: set[str]) -> bool:
    """Whether these events are results with such ids, and what stands inside those results."""
    depth = min((len(event.path) for event in events if event.kind == "result"), default=None)
    return depth is not None and all(
        len(event.path) > depth or (event.kind == "result" and str(event.id) in ids) for event in events
    )


@fixer("tool-result-not-first")
def move_to_front(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    if result is None:
        return None
    if (parted := part_calls_from_results(context, result.message)) is not None:
        return parted  # in front of the message it would stand before its call
    if len(result.path) != 2 or not isinstance(result.path[1], int):
        return _move_up(context, result)
    leading = 0
    for event in context.chat.of_message(result.message):
        if event.kind == "result" and event.path == (result.path[0], leading):
            leading += 1
    if result.path[1] <= leading:
        return _move_up(context, result)  # it leads in the file; what stands before it is merged on the way
    target = context.of_message(result.message, (result.path[0], leading))
    why = "Results must lead their message; the text stays, behind them."
    return Fix("Move the result to the front of its message", (move(context.at(result), target),), True, why, 0.98)


def _move_up(context: RepairContext, result: Event) -> Fix | None:
    """Behind its call, over the messages that the conversion would put before it in one turn."""
    call = next((call for call in reversed(context.calls_of(result)) if call.message < result.message), None)
    if call is None or not context.in_list:
        return None
    if not context.is_alone(result) and not _all_answer(context, result.message, call.message):
        return None
    place = place_behind(context, call, result)
    if place >= result.message:
        return None
    why = "Results come before what else is said in their turn; what was said stays, behind them."
    patch = (move(context.of_message(result.message), context.of_message(place)),)
    return Fix(f"Move the result behind its call in message {call.message}, keeps both", patch, True, why, 0.95)


@fixer("tool-result-split")
def join_results(context: RepairContext, finding: Finding) -> Fix | None:
    """Put a result into the message that holds the first result of its turn."""
    result = context.event(finding.at, "result")
    call = context.event(finding.partner, "call")
    if result is None or call is None or len(result.path) != 2 or not context.in_list:
        return None
    turn = {str(event.id) for event in context.chat.of_message(call.message) if event.kind == "call"}
    homes = [event.message for event in context.chat.results if str(event.id) in turn and event.message > call.message]
    if not homes or homes[0] >= result.message:
        return None
    target = context.of_message(homes[0], (result.path[0], "-"))
    taken = remove(context.of_message(result.message)) if context.is_alone(result) else remove(context.at(result))
    patch = (add(target, context.value(context.at(result))), taken)
    return Fix(
        "Put the result beside the others of its turn", patch, True, "All results of a turn belong in one message."
    )


@fixer("role-consecutive")
def merge_messages(context: RepairContext, finding: Finding) -> Fix | None:
    index = finding.message_index
    if not 0 < index < len(context.chat.roles) or context.chat.roles[index] != context.chat.roles[index - 1]:
        return None
    first, second = context.chat.messages[index - 1], context.chat.messages[index]
    key = next(
        (key for key in ("content", "parts") if isinstance(second, dict) and isinstance(second.get(key), list)), None
    )
    if key is None or not isinstance(first, dict) or not isinstance(first.get(key), list) or not context.in_list:
        return None
    if set(second) - {"role", key} or context.report.target.rules.get("role-consecutive") == "info":
        return None
    blocks = tuple(add(context.of_message(index - 1, (key, "-")), block) for block in second[key])
    why = "Both messages are of the same role; their blocks stay in order."
    return Fix(f"Merge messages {index - 1} and {index}", (*blocks, remove(context.of_message(index))), True, why, 0.95)


@fixer("content-part-unsupported")
def parts_behind_results(context: RepairContext, finding: Finding) -> Fix | None:
    """Images that a tool returned go to a message of the user's side behind the results, which may hold them."""
    index, limits = finding.message_index, context.report.target.limits
    in_tool = 0 <= index < len(context.chat.roles) and context.chat.roles[index] == "tool"
    if not in_tool or not context.in_list or context.format.name != "openai-chat":
        return None
    message = context.chat.messages[index]
    parts = message.get("content")
    if not isinstance(parts, list):
        return None
    moved = [number for number, part in enumerate(parts) if _only_elsewhere(part, limits)]
    if not moved:
        return None
    roles = context.chat.roles
    end = next((after for after in range(index, len(roles)) if roles[after] != "tool"), len(roles))
    note = {"type": "text", "text": f"From the result of the call {message.get('tool_call_id')}:"}
    behind = {"role": "user", "content": [note, *(parts[number] for number in moved)]}
    left = [part for number, part in enumerate(parts) if number not in moved]
    rest = left or "The result is in the message behind the results."
    patch = (add(context.of_message(index, ("content",)), rest), add(context.of_message(end), behind))
    why = "A tool message takes only text here. The parts are kept as they are, in a note from the user's side."
    return Fix("Move the parts behind the results", patch, True, why, 0.8)


def _only_elsewhere(part: Json, limits: Limits) -> bool:
    """Whether other messages take such a part and tool messages do not."""
    kind = part.get("type") if isinstance(part, dict) else None
    elsewhere = (limits.part_types or frozenset()) - (limits.tool_part_types or frozenset())
    return isinstance(kind, str) and kind in elsewhere

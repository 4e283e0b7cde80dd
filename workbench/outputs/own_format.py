"""A repaired conversation as its file is written: lines stay lines, a session stays the session of its program."""

from __future__ import annotations

from difflib import SequenceMatcher

from workbench.conversation import Conversation
from workbench.json.text import compact, parse_or_none
from workbench.loading.lines import is_jsonl
from workbench.outputs.edited_text import edited_text
from workbench.outputs.rewrite import in_the_style_of
from workbench.sources.writing import rewritten


def in_own_format(text: str, before: Conversation, after: Conversation) -> str:
    """The whole file with the repair in it. Raises `CannotBeWrittenError` where its program could not read that."""
    if before.origin is not None:
        return rewritten(text, before, after) if compact(before.payload) != compact(after.payload) else text
    if is_jsonl(text) and parse_or_none(text) is None:
        return _in_lines(text, before, after)
    return edited_text(text, before.payload, after.payload)


def _in_lines(text: str, before: Conversation, after: Conversation) -> str:
    """One message on each line, or the conversation in one of the lines."""
    lines = text.split("\n")
    numbers = [number for number, line in enumerate(lines) if isinstance(parse_or_none(line.strip()), (dict, list))]
    values = [compact(parse_or_none(lines[number].strip())) for number in numbers]
    if isinstance(before.payload, list) and values == [compact(item) for item in before.payload]:
        return _messages_in_lines(lines, numbers, values, after)
    at = next((number for number, value in zip(numbers, values, strict=True) if value == compact(before.payload)), None)
    if at is None:
        return edited_text(text, before.payload, after.payload)
    ending = "\r" if lines[at].endswith("\r") else ""
    lines[at] = in_the_style_of(lines[at], after.payload) + ending
    return "\n".join(lines)


def _messages_in_lines(lines: list[str], numbers: list[int], values: list[str], after: Conversation) -> str:
    """Lines that say what they said are kept to the byte, with all that is between them."""
    new = [compact(message) for message in after.payload]
    written: list[str] = []
    for kind, start, end, new_start, new_end in SequenceMatcher(None, values, new, autojunk=False).get_opcodes():
        if kind == "equal":
            written += [lines[number] for number in numbers[start:end]]
        else:
            like = lines[numbers[min(start, len(numbers) - 1)]]
            ending = "\r" if like.endswith("\r") else ""
            written += [in_the_style_of(like, message) + ending for message in after.payload[new_start:new_end]]
    return "\n".join([*lines[: numbers[0]], *written, *lines[numbers[-1] + 1 :]])

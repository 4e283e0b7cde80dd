"""Write a repaired conversation into its file: JSONL stays JSONL, and a session stays readable by its program."""

from __future__ import annotations

from difflib import SequenceMatcher

from workbench.conversation import Conversation
from workbench.json.text import compact, parse_or_none
from workbench.loading.lines import is_jsonl
from workbench.outputs.edited_text import edited_text
from workbench.outputs.rewrite import in_the_style_of
from workbench.sources.writing import rewritten


def repaired_file_text(text: str, before: Conversation, after: Conversation) -> str:
    """Return the text of the file with the repair. Raises `CannotBeWrittenError` if its program could not read it."""
    if before.origin is not None:
        return rewritten(text, before, after) if compact(before.payload) != compact(after.payload) else text
    if is_jsonl(text) and parse_or_none(text) is None:
        return _repaired_jsonl(text, before, after)
    return edited_text(text, before.payload, after.payload)


def _repaired_jsonl(text: str, before: Conversation, after: Conversation) -> str:
    """Return the file with the repair, whether it has one message per line or the conversation on one line."""
    lines = text.split("\n")
    numbers = [number for number, line in enumerate(lines) if isinstance(parse_or_none(line.strip()), (dict, list))]
    values = [compact(parse_or_none(lines[number].strip())) for number in numbers]
    if isinstance(before.payload, list) and values == [compact(item) for item in before.payload]:
        return _message_per_line(lines, numbers, values, after)
    own_line = next(
        (number for number, value in zip(numbers, values, strict=True) if value == compact(before.payload)), None
    )
    if own_line is None:
        return edited_text(text, before.payload, after.payload)
    ending = "\r" if lines[own_line].endswith("\r") else ""
    lines[own_line] = in_the_style_of(lines[own_line], after.payload) + ending
    return "\n".join(lines)


def _message_per_line(lines: list[str], numbers: list[int], values: list[str], after: Conversation) -> str:
    """Return the repaired lines; lines with unchanged messages stay the same to the byte."""
    new_values = [compact(message) for message in after.payload]
    new_lines: list[str] = []
    alignment = SequenceMatcher(None, values, new_values, autojunk=False)
    for operation, start, end, new_start, new_end in alignment.get_opcodes():
        if operation == "equal":
            new_lines += [lines[number] for number in numbers[start:end]]
        else:
            neighbour = lines[numbers[min(start, len(numbers) - 1)]]
            ending = "\r" if neighbour.endswith("\r") else ""
            new_lines += [in_the_style_of(neighbour, message) + ending for message in after.payload[new_start:new_end]]
    return "\n".join([*lines[: numbers[0]], *new_lines, *lines[numbers[-1] + 1 :]])

"""Write repaired conversations into their file: JSONL stays JSONL, and a session stays readable by its program.

The new text is loaded again before it is returned. Unless the loader reads every changed conversation as changed and
every other one as before, the file is not written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeAlias

from workbench.conversation import Conversation
from workbench.json.aligned import kept_items
from workbench.json.edited_text import edited_text
from workbench.json.pointer import list_index, replaced, to_path
from workbench.json.style import in_the_style_of
from workbench.json.text import Json, compact, parse_or_none
from workbench.loading import LoadError
from workbench.loading.lines import is_jsonl
from workbench.outputs.file_text import FileText
from workbench.outputs.read_back import Comparison
from workbench.outputs.texts_beside_messages import lost_beside_messages
from workbench.repairs.repair import repair
from workbench.sources.writing import rewritten
from workbench.sources.writing.changes import CannotBeWrittenError

Changed: TypeAlias = tuple[Conversation, Conversation]
"""A conversation before and after its change."""
_MAX_ROUNDS = 5
_MAX_NAMED = 5
_READ_OTHERWISE = "the file would not be read as it was repaired"


def repaired_file_text(text: str, changed: Sequence[Changed], target: str | None = None) -> str:
    """Return the text of the file with the changes, which were made for `target`.

    Raises `CannotBeWrittenError` if the file cannot contain them or would be read differently.
    """
    name = changed[0][0].name if changed else ""
    return repaired_file(FileText(text, name, target), changed).text


def repaired_file(file: FileText, changed: Iterable[Changed]) -> FileText:
    """Return the file with the changes, which were made for its target, and what was read from it to verify them."""
    changed = [(before, after) for before, after in changed if compact(before.payload) != compact(after.payload)]
    if not changed:
        return file
    if changed[0][0].origin is None:
        new = file.with_text(_changed_text(file.text, changed))
        return _lasting(new, [one for one in _verify(file, new, changed) if one.is_claimed])
    new = _lasting(*_completed(file, changed))
    payloads = [(before.payload, after.payload) for before, after in changed]
    if lost := lost_beside_messages(file.text, new.text, payloads):
        named = ", ".join(lost[:_MAX_NAMED])
        raise CannotBeWrittenError(f"the program stored words beside a message that would be lost: {named}")
    return new


def _completed(file: FileText, changed: Sequence[Changed]) -> tuple[FileText, list[Comparison]]:
    """Return the file of a session with all changes that it can contain, and the conversations that are read otherwise.

    Changes of calls and results are written in the program's own way. That leaves out what else a fix changed in these
    or other messages.
    """
    new = file.with_text(rewritten(file.text, changed))
    differing = _verify(file, new, changed)
    rest = [(one.found, more) for one in differing if (more := one.with_other_changes()) is not None]
    if rest:
        with suppress(CannotBeWrittenError):
            complete = file.with_text(rewritten(new.text, rest))
            return complete, _verify(file, complete, changed)
    return new, differing


def _lasting(file: FileText, differing: Sequence[Comparison]) -> FileText:
    """Return the file after which a repair changes nothing more.

    A program may have its own place for what was added, where another fix is needed, and lines that are read as a
    program's only after the repair can be moved only then. A conversation that was not repaired completely stays as it
    is.
    """
    first = differing
    incomplete: dict[str, bool] = {}

    def is_complete(found: Conversation) -> bool:
        if found.name not in incomplete:
            wanted = [one.wanted for one in first if one.found.name == found.name]
            incomplete[found.name] = any(repair(after, file.target, mind_others=False).applied for after in wanted)
        return not incomplete[found.name]

    for _ in range(_MAX_ROUNDS):
        changed: list[Changed] = []
        for found in [one.found for one in differing]:
            more = repair(found, file.target, mind_others=False, known=file.report_of(found))
            if more.applied and is_complete(found):
                changed.append((found, more.conversation))
        if not changed:
            return file
        try:
            file, differing = _completed(file, changed)
        except CannotBeWrittenError:
            return file
    raise CannotBeWrittenError("the repair does not last when the file is read again")


def _changed_text(text: str, changed: Sequence[Changed]) -> str:
    document = parse_or_none(text)
    if isinstance(document, list) and (numbers := _indices(document, changed)) is not None:
        before, after = list(document), list(document)
        for number, (old, new) in zip(numbers, changed, strict=True):
            before[number], after[number] = old.payload, new.payload
        return edited_text(text, before, after)
    if isinstance(document, (dict, list)):
        return edited_text(text, changed[0][0].payload, _combined(changed))
    if is_jsonl(text):
        return _changed_jsonl(text, changed)
    raise CannotBeWrittenError("the file is a text with the conversation in it")


def _indices(document: list[Json], changed: Sequence[Changed]) -> list[int] | None:
    """Return the index of each conversation in the list, or None if they are not its items."""
    numbers = [list_index(before.name.rpartition("#/")[2]) for before, _ in changed]
    found = [number for number in numbers if number is not None and number < len(document)]
    payloads = [compact(before.payload) for before, _ in changed]
    return found if [compact(document[number]) for number in found] == payloads else None


def _combined(changed: Sequence[Changed]) -> Json:
    """Return the document after all changes. Several conversations of one document are several lists in it."""
    payload = changed[0][1].payload
    for before, after in changed[1:]:
        if before.base != after.base:
            raise CannotBeWrittenError("the changes cannot be combined")
        payload = replaced(payload, to_path(after.base), after.messages)
    return payload


def _changed_jsonl(text: str, changed: Sequence[Changed]) -> str:
    """Return the changed file, whether it has one message per line or one conversation per line."""
    lines = text.split("\n")
    values = [parse_or_none(line.strip()) for line in lines]
    numbers = [number for number, value in enumerate(values) if isinstance(value, (dict, list))]
    before, after = changed[0]
    if len(changed) == 1 and compact(before.payload) == compact([values[number] for number in numbers]):
        return "\n".join(_message_per_line(lines, numbers, before.payload, after.payload))
    for old, new in changed:
        number = list_index(old.name.rpartition(":")[2]) or 0
        if not 0 < number <= len(lines) or compact(values[number - 1]) != compact(old.payload):
            raise CannotBeWrittenError("the file is a text with the conversation in it")
        lines[number - 1] = _edited_line(lines[number - 1], old.payload, new.payload)
    return "\n".join(lines)


def _message_per_line(lines: list[str], numbers: list[int], before: Any, after: Any) -> list[str]:
    """Return the changed lines. Lines with unchanged messages, and all lines between messages, stay the same."""
    ends = [*numbers[1:], len(lines)]
    between = [lines[number + 1 : end] for number, end in zip(numbers, ends, strict=True)]
    old_numbers = {new: old for old, new in kept_items(before, after)}
    new_lines = lines[: numbers[0]]
    for number, message in enumerate(after):
        old = old_numbers.get(number)
        if old is None:
            new_lines.append(_edited_line(lines[numbers[min(number, len(numbers) - 1)]], None, message))
        else:
            new_lines += [_edited_line(lines[numbers[old]], before[old], message), *between[old]]
    kept = set(old_numbers.values())
    return new_lines + [line for old, others in enumerate(between) if old not in kept for line in others]


def _edited_line(line: str, before: object, after: object) -> str:
    text = line.removesuffix("\r")
    new = in_the_style_of(text, after) if before is None else edited_text(text, before, after)
    return new + line[len(text) :]


def _verify(file: FileText, new: FileText, changed: Sequence[Changed]) -> list[Comparison]:
    """Raise `CannotBeWrittenError` unless changed conversations are read as changed and the others as before.

    Returns the changed conversations whose messages are not read exactly as changed, or now as those of a program.
    """
    for with_branches in (False, True):
        expected = _expected(file.conversations(with_branches), file.name, changed)
        if sum(isinstance(wanted, Conversation) for wanted in expected) == len(changed):
            break
    else:
        raise CannotBeWrittenError("the file is no longer as it was read")
    found = new.conversations(with_branches)
    if len(found) != len(expected):
        raise CannotBeWrittenError("the file would be read as other conversations than before")
    differing: list[Comparison] = []
    for item, wanted in zip(found, expected, strict=True):
        if isinstance(wanted, bytes):
            if _digest(item) != wanted:
                raise CannotBeWrittenError("the repair would change another conversation of the file")
        elif not isinstance(item, Conversation):
            raise CannotBeWrittenError(_READ_OTHERWISE)
        elif not (comparison := Comparison(item, wanted)).agrees(new.target, new.report_of):
            raise CannotBeWrittenError(_reason_against(comparison))
        elif comparison.is_claimed or not comparison.is_equal:
            differing.append(comparison)
    return differing


def _reason_against(comparison: Comparison) -> str:
    """Why a repair is not written whose file would be read as something else."""
    origin = comparison.wanted.origin
    if origin is not None and comparison.found.origin is None:
        return f"after the repair, nothing in the file would show that it is from this program ({origin.title})"
    return _READ_OTHERWISE


def _expected(
    items: Sequence[Conversation | LoadError], name: str, changed: Sequence[Changed]
) -> list[Conversation | bytes]:
    """Return, for each item of the file, the changed conversation, or the digest of one that stays.

    Equal conversations are distinguished by the end of their names; the beginning depends on how the file was loaded.
    """
    unplaced: dict[bytes, list[Changed]] = defaultdict(list)
    for before, after in changed:
        unplaced[_digest(before)].append((before, after))
    expected: list[Conversation | bytes] = []
    for item in items:
        ending = item.name.removeprefix(name)
        equal = unplaced.get(_digest(item), [])
        position = next((at for at, (before, _) in enumerate(equal) if before.name.endswith(ending)), None)
        expected.append(_digest(item) if position is None else equal.pop(position)[1])
    return expected


def _digest(item: Conversation | LoadError) -> bytes:
    content = compact(item.payload) if isinstance(item, Conversation) else item.expected
    return sha256(content.encode(errors="surrogatepass")).digest()

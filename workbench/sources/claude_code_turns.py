"""Lines of a Claude Code session → the messages that were sent. Each block of a turn is a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.conversation import Note
from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.origin import Facts
from workbench.sources.claude_code_chain import Line, Session, calls_in, message_id
from workbench.sources.contract import Branches, Found
from workbench.sources.reading import as_text, member, text_of
from workbench.sources.transcript import Transcript

_SHOWN = "toolUseResult"


def conversation_of(
    numbers: Sequence[int],
    session: Session,
    label: str = "",
    remark: str = "",
    branches: Branches = (),
    side: bool = False,
) -> Found:
    lines = [session.lines[number] for number in numbers]
    turns = _Turns(lines)
    for number in numbers:
        turns.add(session.lines[number], session.places[number])
    return Found(
        messages=turns.transcript.messages,
        places=turns.transcript.places,
        format="anthropic",
        label=label,
        facts=_facts(lines),
        notes=tuple(_notes(session, turns)),
        remark=remark,
        branches=branches,
        side=side,
        refusal=_refusal(lines),
        started_by=_starting_call(lines, session) if side else "",
    )


def _refusal(lines: Sequence[Line]) -> str:
    """Return the API's error if the session ends with it. After any other line, it is not about these messages."""
    last = lines[-1] if lines else {}
    return text_of(member(last, "message", "content")) if last.get("isApiErrorMessage") else ""


def _notes(session: Session, turns: _Turns) -> Iterator[Note]:
    if session.gaps:
        yield Note(
            "parent-missing", "some lines refer to a parent that is not in the file; the line before was used instead"
        )
    if turns.omitted_thoughts:
        yield Note("no-signatures", "this copy has no signatures, so its thoughts cannot be sent again and are omitted")


def _thoughts_in(lines: Sequence[Line]) -> tuple[bool, bool]:
    """Whether there are thoughts, and whether any is signed. Other providers that offer this API leave signatures
    empty."""
    found = False
    for line in lines:
        content = line["message"].get("content")
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and block.get("type") == "thinking":
                found = True
                if block.get("signature"):
                    return True, True
    return found, False


class _Turns:
    """Merges lines into messages: blocks of one answer have the same id, results of one answer share a message."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.transcript = Transcript()
        self.omitted_thoughts = 0
        has_thoughts, self._is_signed = _thoughts_in(lines)
        self._omits_thoughts = has_thoughts and not self._is_signed
        self._by_id: dict[str, int] = {}
        self._seen: set[tuple[int, str]] = set()
        self._continued: set[int] = set()
        """Messages that continue over several lines: only those can contain a block twice."""
        self._results: int | None = None
        """The message with the results of the last answer, as long as only results follow it."""

    def add(self, line: Line, place: Path) -> None:
        message = line["message"]
        if line.get("isApiErrorMessage") or message.get("model") == "<synthetic>":
            return  # the text of an API error is displayed, but not sent
        role, content = line["type"], message.get("content")
        at = (*place, "message")
        if not isinstance(content, list):
            self._results = None
            self.transcript.add({"role": role, "content": content}, at)
            return
        has_results, answer = any(map(_names_call, content)), message_id(line)
        if has_results and self._results is not None:
            self._append(self._results, content, at)
        elif (known := self._by_id.get(answer)) is not None:
            self._append(known, content, at)
        elif self._is_signed or any(map(_is_no_thought, content)):
            index = self.transcript.add({"role": role, "content": []}, at)
            self._append(index, content, at)
            if answer:
                self._by_id[answer] = index
            self._results = index if has_results else None

    def _append(self, index: int, content: list[Json], at: Path) -> None:
        """Append blocks. Streaming may write a block of an answer on two lines: one that the answer already has is
        skipped. A result is not streamed, so a second one is sent."""
        blocks, places = self.transcript.messages[index]["content"], self.transcript.places
        if blocks and index not in self._continued:
            self._continued.add(index)
            self._seen.update([(index, compact(block)) for block in blocks])
        is_continued = index in self._continued
        for number, block in enumerate(content):
            if isinstance(block, dict) and _SHOWN in block:
                block = _without_copy(block)
            if self._omits_thoughts and not _is_no_thought(block):
                self.omitted_thoughts += 1
                continue
            if is_continued and index != self._results:
                key = (index, compact(block))
                if key in self._seen:
                    continue
                self._seen.add(key)
            places[index, "content", len(blocks)] = (*at, "content", number)
            blocks.append(block)


def _without_copy(block: Line) -> Line:
    """Return a block without the program's own copy of a result, which some exporters store inside the block."""
    return {key: value for key, value in block.items() if key != _SHOWN}


def _is_no_thought(block: object) -> bool:
    return not isinstance(block, dict) or block.get("type") != "thinking"


def _names_call(block: object) -> bool:
    """Whether a block is a result that names its call."""
    return isinstance(block, dict) and block.get("type") == "tool_result" and as_text(block.get("tool_use_id")) != ""


def _facts(lines: Sequence[Line]) -> Facts:
    first_words = next(
        (text_of(member(line, "message", "content")) for line in lines if line.get("type") == "user"), ""
    )
    return Facts(
        title=first_words[:80],
        model=next((model for line in reversed(lines) if (model := _model_of(line)) and model != "<synthetic>"), ""),
        when=as_text(lines[-1].get("timestamp")) if lines else "",
        who=as_text(lines[0].get("cwd")) if lines else "",
    )


def _model_of(line: Line) -> str:
    return as_text(member(line, "message", "model"))


def _starting_call(lines: Sequence[Line], session: Session) -> str:
    """Return the id of the call whose prompt is the first message of the subagent."""
    if lines and (named := as_text(lines[0].get("parent_tool_use_id"))):
        return named
    prompt = text_of(member(lines[0], "message", "content")) if lines else ""
    for line in session.lines:
        for block in member(line, "message", "content") or [] if calls_in(line) else []:
            if prompt and member(block, "input", "prompt") == prompt:
                return as_text(member(block, "id"))
    return ""

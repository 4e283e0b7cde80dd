"""big-AGI chats (`*.agi.json`), one or a backup of all: messages are lists of fragments.

Texts, attached documents, calls and results are sent again; reasoning and errors are not, and pictures are not in the
file. A call and its result are fragments of one answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import Object, as_text, has, in_text, member, objects


def recognise(material: Material) -> bool:
    return any(has(chat, "messages", "systemPurposeId") for _, chat in _chats(material.value))


def _chats(value: object) -> Iterator[tuple[Path, Object]]:
    if isinstance(member(value, "conversations"), list):
        yield from objects(member(value, "conversations"), ("conversations",))
    elif isinstance(value, dict):
        yield (), value


def read(material: Material) -> Iterator[Found]:
    found = False
    for place, chat in _chats(material.value):
        turns = ChatTurns()
        for at, message in objects(chat.get("messages"), (*place, "messages")):
            _add(turns, message, at)
        if turns.messages:
            found = True
            facts = Facts(as_text(chat.get("userTitle")) or as_text(chat.get("autoTitle")))
            found_here = Found(turns.messages, turns.places, FORMAT, label=as_text(chat.get("id")), facts=facts)
            yield replace(found_here, joined=turns.joined)
    if not found:
        raise NothingToJudgeError("its chats contain no messages")


def _add(turns: ChatTurns, message: Object, at: Path) -> None:
    """Add a message. The first version of the app has its text in the message itself."""
    role, start = as_text(message.get("role")), len(turns)
    words: dict[Path, str] = {(*at, "text"): text} if (text := as_text(message.get("text"))) else {}
    calls: list[Call] = []
    for place, part in _parts(message, at):
        kind = part.get("pt")
        if kind in ("text", "doc"):
            if calls:
                _say(turns, role, words, calls, at)
            steps: Path = ("text",) if kind == "text" else ("data", "text")
            words[*place, *steps] = in_text(member(part, *steps))
        elif kind == "tool_invocation" and has(member(part, "invocation"), "name"):
            call = part["invocation"]
            calls.append(Call(part.get("id"), call.get("name"), in_text(call.get("args")) or "{}", place))
        elif kind == "tool_response" and has(member(part, "response"), "name"):
            _say(turns, role, words, calls, at)
            turns.result(part.get("id"), member(part, "response", "result"), place)
    if words or calls or (len(turns) == start and role == "user"):
        _say(turns, role, words, calls, at)


def _say(turns: ChatTurns, role: str, words: dict[Path, str], calls: list[Call], at: Path) -> None:
    """Add what was collected, and forget it."""
    if role == "assistant" and (words or calls):
        turns.answer_in_parts(words, list(calls), at)
    elif role in {"user", "system"}:
        turns.say(role, "\n".join(words.values()), at)
        for place in words:
            turns.join((len(turns) - 1, "content"), place)
    words.clear()
    calls.clear()


def _parts(message: Object, at: Path) -> Iterator[tuple[Path, Object]]:
    for place, fragment in objects(message.get("fragments"), (*at, "fragments")):
        if isinstance(part := fragment.get("part"), dict):
            yield (*place, "part"), part


SOURCE = Source(
    "big-agi",
    "big-AGI chat",
    recognise,
    read,
    frozenset({VALUE}),
    signs=frozenset({"conversations", "systemPurposeId"}),
)

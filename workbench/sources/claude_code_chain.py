"""Select the lines of a Claude Code session: the chain of the latest leaf, other branches and subagents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import compress, count

from workbench.json.pointer import Path
from workbench.json.text import JsonObject
from workbench.lazy import lazy
from workbench.sources.contract import Material
from workbench.sources.reading import as_text, member
from workbench.sources.trees import leaves_of, path_to, roots_of

Line = JsonObject
_RESULT_LINE = "tool_result"
_NO_IDS: frozenset[str] = frozenset()


@dataclass
class Session:
    """The lines of one session in file order. If two lines have the same uuid, the first one counts."""

    id: str
    lines: list[Line] = field(default_factory=list)
    places: list[Path] = field(default_factory=list)
    gaps: int = 0
    """How many lines have a parent that is not in the file, and were linked to the line before them instead."""

    @lazy
    def by_uuid(self) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for number, line in enumerate(self.lines):
            uuid = line.get("uuid")
            numbers.setdefault(uuid if isinstance(uuid, str) and uuid else f"line {number}", number)
        return numbers

    @lazy
    def parents(self) -> dict[int, int | None]:
        """Line → its parent. If the parent is not in the file, the line before is used, because otherwise all
        earlier lines would be lost."""
        linked: dict[int, int | None] = {}
        lines, by_uuid = self.lines, self.by_uuid
        for number in by_uuid.values():
            parent = lines[number].get("parentUuid")
            if not isinstance(parent, str) or not parent:
                linked[number] = None
            elif parent in by_uuid:
                linked[number] = by_uuid[parent]
            else:
                linked[number] = self._line_before(number)
                self.gaps += linked[number] is not None
        return linked

    def _line_before(self, number: int) -> int | None:
        sidechain = number in self.sidechains
        earlier = range(number - 1, -1, -1)
        return next((n for n in earlier if n in self.turns and (n in self.sidechains) == sidechain), None)

    @lazy
    def turns(self) -> set[int]:
        """The lines that are messages."""
        return set(compress(count(), map(is_turn, self.lines)))

    @lazy
    def sidechains(self) -> set[int]:
        """The lines of subagents."""
        return set(compress(count(), map(is_sidechain, self.lines)))

    @lazy
    def is_linked(self) -> bool:
        return any(as_text(line.get("parentUuid")) for line in self.lines)

    @lazy
    def is_chain(self) -> bool:
        """Whether each line with a uuid follows the one before it, as in nearly every session, and nothing is in a
        sidechain. Then all messages are one branch."""
        uuids = [uuid for line in self.lines if (uuid := line.get("uuid"))]
        parents = [line.get("parentUuid") for line in self.lines if line.get("uuid")]
        others = [line for line in self.lines if not line.get("uuid")] if len(uuids) < len(self.lines) else ()
        if not uuids or parents[0] or parents[1:] != uuids[:-1] or set(map(type, uuids)) != {str}:
            return False
        if len(set(uuids)) < len(uuids) or any(is_turn(line) or line.get("parentUuid") for line in others):
            return False
        return not self.sidechains

    def branches(self) -> tuple[list[int], list[int]]:
        """Return the lines of the conversation that the program would load, and the last line of every other branch."""
        if self.is_chain:
            return sorted(self.turns), []
        if not self.is_linked:
            return [n for n in self.by_uuid.values() if n in self.turns and n not in self.sidechains], []
        candidates = [turn for leaf in leaves_of(self.parents) if (turn := self._nearest_turn(leaf)) is not None]
        usable = [n for n in candidates if n not in self.sidechains and not self.lines[n].get("isMeta")]
        if not usable:
            usable = [n for n in self.parents if n in self.turns and n not in self.sidechains][-1:]
        if not usable:
            return [], []
        active = self.branch(max(usable))
        chosen = set(active)
        return active, [leaf for leaf in dict.fromkeys(usable) if leaf not in chosen]

    def branch(self, leaf: int) -> list[int]:
        """Return the lines of the branch that ends with a leaf."""
        return self._with_siblings(path_to(leaf, self.parents))

    def _nearest_turn(self, leaf: int) -> int | None:
        """Return the nearest message, starting at a leaf: progress and snapshot lines are children of messages."""
        at: int | None = leaf
        seen: set[int] = set()
        while at is not None and at not in seen and at not in self.turns:
            seen.add(at)
            at = self.parents.get(at)
        return at if at not in seen else None

    def _with_siblings(self, path: list[int]) -> list[int]:
        """Return the messages of a path, plus the sibling lines that parallel calls create."""
        turns = self.turns
        chosen = turns.intersection(path)
        others = [n for n in self.parents if n not in chosen and n in turns]
        if not others:
            return sorted(chosen)
        ids = {message_id(self.lines[n]) for n in chosen} - {""}
        chosen.update([n for n in others if message_id(self.lines[n]) in ids])
        calls = {call for n in chosen for call in calls_in(self.lines[n])}
        answered = {result for n in chosen for result in results_in(self.lines[n])}
        for n in others:
            results = results_in(self.lines[n]) if n not in chosen else None
            if results and results <= calls and not results & answered:
                chosen.add(n)
                answered |= results
        return sorted(chosen)

    def subagents(self) -> list[list[int]]:
        """Return the sidechain lines, grouped by agent id or by root line."""
        groups: dict[str, list[int]] = defaultdict(list)
        if not self.sidechains:
            return []
        roots = roots_of(self._side_parents)
        for n in self.by_uuid.values():
            if n in self.sidechains and n in self.turns:
                line = self.lines[n]
                named = as_text(line.get("agentId")) or as_text(line.get("parent_tool_use_id"))
                groups[named or f"line {roots[n]}"].append(n)
        return list(groups.values())

    @lazy
    def _side_parents(self) -> dict[int, int | None]:
        if not self.is_linked:
            sidechain = [n for n in self.by_uuid.values() if n in self.sidechains]
            return {n: sidechain[0] if n != sidechain[0] else None for n in sidechain}
        return {n: parent for n, parent in self.parents.items() if n in self.sidechains}


def sessions_of(material: Material) -> list[Session]:
    """Group lines by session id. A line without one belongs to the session of the line before it."""
    records = list(material.records)
    if _RESULT_LINE in [line.get("type") for _, line in records]:
        records = list(_with_named_results(records))
    named = [_session_id(line) for _, line in records]
    ids = set(named) - {""}
    if records and len(ids) <= 1:
        return [Session("".join(ids), [line for _, line in records], [place for place, _ in records])]
    sessions: dict[str, Session] = {}
    current = ""
    for (place, line), name in zip(records, named, strict=True):
        current = name or current
        session = sessions.get(current)
        if session is None:
            session = sessions[current] = Session(current)
        session.lines.append(line)
        session.places.append(place)
    return _with_leading_lines(list(sessions.values()))


def _session_id(line: Line) -> str:
    named = line.get("sessionId")
    return named if isinstance(named, str) and named else _of_stream(line)


def _with_named_results(records: Iterable[tuple[Path, Line]]) -> Iterator[tuple[Path, Line]]:
    """Complete the lines of another writer, which stores a result as a line without a call id."""
    waiting: list[str] = []
    for place, line in records:
        if line.get("type") == _RESULT_LINE:
            yield place, _named_result(line, waiting)
            continue
        answered = results_in(line)
        waiting = [call for call in waiting if call not in answered] if answered else waiting
        waiting += [as_text(block.get("id")) for block in blocks_of(line, "tool_use")]
        yield place, line


def _of_stream(line: Line) -> str:
    """The session of a line of `stream-json`. A prompt has the id `default`, because its session is not open yet."""
    named = as_text(line.get("session_id"))
    return "" if named == "default" else named


def _named_result(line: Line, waiting: list[str]) -> Line:
    """Return a result that is a text with the id of its call: results answer in order."""
    if not waiting or not isinstance(member(line, "message", "content"), str):
        return line
    block = {"type": "tool_result", "tool_use_id": waiting.pop(0), "content": line["message"]["content"]}
    return {**line, "type": "user", "message": {"role": "user", "content": [block]}}


def _with_leading_lines(sessions: list[Session]) -> list[Session]:
    """Add the lines before the first session id (a summary, a snapshot) to the session that follows."""
    if len(sessions) > 1 and not sessions[0].id:
        first, second = sessions[0], sessions[1]
        sessions[1:2] = [Session(second.id, first.lines + second.lines, first.places + second.places)]
        del sessions[0]
    return sessions


def is_turn(line: Line) -> bool:
    return line.get("type") in ("user", "assistant") and isinstance(line.get("message"), dict)


def is_sidechain(line: Line) -> bool:
    """Whether a line belongs to a subagent. Sessions mark it; logs of `--output-format stream-json` name its call."""
    return bool(line.get("isSidechain") or line.get("teamName") or line.get("parent_tool_use_id"))


def message_id(line: Line) -> str:
    if line.get("type") != "assistant":
        return ""
    message = line.get("message")
    return as_text(message.get("id")) if isinstance(message, dict) else ""


def blocks_of(line: Line, kind: str) -> Sequence[Line]:
    message = line.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list):
        return ()
    return [block for block in content if isinstance(block, dict) and block.get("type") == kind]


def calls_in(line: Line) -> Set[str]:
    return _ids(blocks_of(line, "tool_use"), "id")


def results_in(line: Line) -> Set[str]:
    return _ids(blocks_of(line, "tool_result"), "tool_use_id")


def _ids(blocks: Sequence[Line], key: str) -> Set[str]:
    return {as_text(block.get(key)) for block in blocks} - {""} if blocks else _NO_IDS

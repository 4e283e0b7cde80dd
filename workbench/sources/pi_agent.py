"""pi and OpenClaw sessions (`~/.pi/agent/sessions/…/*.jsonl`): a tree of entries after a header.

The leaf is the last entry. A compaction on the path to it replaces what it summarised. A file without parent ids, from
the first version, is read in file order. Entries without the header are a piece of a session, which pi does not load.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from workbench.conversation import Note
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import Branches, Found, Material, Source
from workbench.sources.pi_agent_messages import context_message, images_elsewhere, in_format, sent_message
from workbench.sources.reading import as_text, has, member, objects, text_of
from workbench.sources.trees import leaves_of, path_to

_ROLES = frozenset({
    "user", "assistant", "toolResult", "bashExecution", "custom", "hookMessage", "branchSummary", "compactionSummary",
})  # fmt: skip
_NO_HEADER = "without the header of a session, so pi does not load it"
Entry = tuple[dict[str, Json], Path]


def recognise(material: Material) -> bool:
    return _is_session(material) or _bare_messages(material) is not None


def _is_session(material: Material) -> bool:
    sample = material.sample
    if not sample or not _is_header(sample[0]):
        return _is_piece(material)
    return (
        len(sample) == 1
        or any(as_text(member(entry, "message", "role")) in _ROLES for entry in sample[1:])
        or any(has(entry, "parentId") for entry in sample[1:])
    )


def _is_header(record: dict[str, Json]) -> bool:
    return record.get("type") == "session" and has(record, "id")


def _is_piece(material: Material) -> bool:
    """Whether these are entries of a session without its header, as in an excerpt."""
    return material.mostly(lambda entry: has(entry, "type", "id", "parentId")) and any(
        _is_message(entry) and _is_distinctive(entry.get("message")) for entry in material.sample
    )


def _bare_messages(material: Material) -> Path | None:
    """Return the path of messages outside a session, as the library returns them: a list or a context."""
    value = material.value
    if isinstance(value, dict) and _is_distinctive(value):
        return ()
    for path in ((), ("messages",)):
        held = member(value, *path)
        if isinstance(held, list) and any(_is_distinctive(message) for message in held[:20]):
            return path
    return None


def _is_distinctive(message: object) -> bool:
    """Whether only this program writes such a message: an answer with its API, or a `toolResult`."""
    role = member(message, "role")
    return (role == "assistant" and has(message, "api", "provider", "stopReason")) or (
        role == "toolResult" and has(message, "toolCallId")
    )


def _without_session(material: Material, path: Path) -> Iterator[Found]:
    held = member(material.value, *path)
    listed = objects(held, path) if isinstance(held, list) else [(path, material.object)]
    messages = [(sent, place) for place, message in listed if (sent := sent_message(message)) is not None]
    format_, transcript = in_format(messages)
    if transcript.messages:
        yield Found(transcript.messages, transcript.places, format_)


def read(material: Material) -> Iterator[Found]:
    if not _is_session(material):
        bare = _bare_messages(material)
        yield from _without_session(material, bare) if bare is not None else ()
        return
    records = [(entry, place) for place, entry in material.records]
    if not records:
        return
    header, entries = (records[0][0], records[1:]) if _is_header(records[0][0]) else ({}, records)
    active, others = _branches(entries, as_text(header.get("id")))
    facts = _facts(header, entries)
    branches = tuple(partial(_found, path, facts, f"branch {n}") for n, path in enumerate(others, 2))
    counted = f"{len(others) + 1} branches, main one shown" if others else ""
    remark = "; ".join(filter(None, (counted, "" if header else _NO_HEADER)))
    found = _found(active, facts, remark=remark, branches=branches)
    if found.messages:
        yield found


def _branches(entries: list[Entry], session: str) -> tuple[list[Entry], list[list[Entry]]]:
    """Return the active branch and the others. If a parent is not in the file, the entry before it is used.

    Entries without ids have no branches: a parent names nothing then.
    """
    ids = {as_text(entry.get("id")): number for number, (entry, _) in enumerate(entries) if as_text(entry.get("id"))}
    if not ids or not any("parentId" in entry for entry, _ in entries):
        return entries, []
    parents: dict[int, int | None] = {}
    before: int | None = None
    for number in sorted(ids.values()):
        named = as_text(entries[number][0].get("parentId"))
        parents[number] = ids.get(named, before if named and named != session else None)
        before = number
    leaf = max(parents)
    active = path_to(leaf, parents)
    on_path = set(active)
    others = [path_to(other, parents) for other in leaves_of(parents) if other not in on_path]
    side_paths = [[entries[n] for n in path] for path in others]
    return [entries[n] for n in active], [path for path in side_paths if any(_is_message(entry) for entry, _ in path)]


def _is_message(entry: dict[str, Json]) -> bool:
    return entry.get("type") == "message"


def _found(path: list[Entry], facts: Facts, label: str = "", remark: str = "", branches: Branches = ()) -> Found:
    context = _context(path)
    messages = [
        (message, (*place, "message")) for entry, place in context if (message := context_message(entry)) is not None
    ]
    format_, transcript = in_format(messages)
    apart = images_elsewhere(messages)
    counted = f"{apart} image{' is' if apart == 1 else 's are'}"
    notes = (Note("image-elsewhere", f"{counted} in another file and omitted"),) if apart else ()
    return Found(
        transcript.messages,
        transcript.places,
        format_,
        label=label,
        facts=facts,
        notes=notes,
        remark=remark,
        branches=branches,
    )


def _context(path: list[Entry]) -> list[Entry]:
    """Return the entries since the last compaction: its summary, what it preserved, and all later entries."""
    last = next((n for n in range(len(path) - 1, -1, -1) if path[n][0].get("type") == "compaction"), None)
    if last is None:
        return path
    compaction = path[last][0]
    kept_from = compaction.get("firstKeptEntryId", compaction.get("firstKeptEntryIndex"))
    numbers = range(last)
    first = next((n for n in numbers if kept_from in (path[n][0].get("id"), n)), last)
    return [path[last], *path[first:last], *path[last + 1 :]]


def _facts(header: dict[str, Json], entries: list[Entry]) -> Facts:
    answers = [message for entry, _ in entries if member(message := entry.get("message"), "role") == "assistant"]
    prompts = (
        member(entry, "message", "content") for entry, _ in entries if member(entry, "message", "role") == "user"
    )
    return Facts(
        title=text_of(next(prompts, ""))[:80],
        model=as_text(member(answers[-1], "model")) if answers else as_text(header.get("modelId")),
        when=as_text(entries[-1][0].get("timestamp")) if entries else as_text(header.get("timestamp")),
        who=as_text(header.get("cwd")),
    )


SOURCE = Source(
    slug="pi-agent",
    title="pi session",
    recognise=recognise,
    read=read,
    program_repairs={"tool-result-missing": "pi answers this call with `No result provided` in its request."},
    homes=(
        ".pi/agent/sessions/**/*.jsonl",
        "$PI_CODING_AGENT_DIR/sessions/**/*.jsonl",
        ".openclaw/agents/*/sessions/*.jsonl",
        ".clawdbot/agents/*/sessions/*.jsonl",
        "$OPENCLAW_STATE_DIR/agents/*/sessions/*.jsonl",
    ),
    signs=frozenset({"cwd", "parentId", "message", "stopReason", "toolCallId", "messages"}),
)

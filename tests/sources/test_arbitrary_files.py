"""For any content of a file, no source raises, and nothing is accepted that was not read."""

from __future__ import annotations

import contextlib
import gzip
import inspect
import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sources.all_kinds import ALL_KINDS
from tests.sources.documents import all_of, lines
from tests.sources.kinds import Kind
from workbench import defects
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.json.pointer import containers, leaves, replaced
from workbench.sources import SOURCES
from workbench.sources.contract import LINES, MEMBERS, RECORDS, TABLES, TEXT, VALUE, Material, NothingToJudgeError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([
        "type", "message", "messages", "role", "content", "parts", "uuid", "sessionId", "payload", "mapping", "events",
        "input", "data", "attributes", "conversations", "from", "value", "id", "requests", "request", "interactions",
    ]), inner, max_size=4),
    max_leaves=25,
)  # fmt: skip
VALUES = [kind.content for kind in ALL_KINDS.values() if not isinstance(kind.content, bytes)]
LINE_FILES = [
    [json.loads(line) for line in kind.content.splitlines()]
    for kind in ALL_KINDS.values()
    if isinstance(kind.content, bytes) and kind.content.startswith(b'{"')
]
FILES: dict[str, tuple[Kind, Any]] = {
    name: (kind, [json.loads(line) for line in kind.content.splitlines()] if is_lines else kind.content)
    for name, kind in ALL_KINDS.items()
    if (is_lines := isinstance(kind.content, bytes) and kind.content.startswith(b'{"'))
    or not isinstance(kind.content, bytes)
}
"""Name of a kind → the kind and its document. The items of a JSONL file are the lines."""


@given(JSON)
def test_no_source_raises_on_any_value(value: Any) -> None:
    for kind in (VALUE, LINES):
        _ask_all(Material(value, kind))
    tables = ("checkpoints", "agent_messages", "message", "messages", "sessions", "events", "chat", "message_store")
    _ask_all(Material({name: [value] for name in (*tables, "cursorDiskKV", "ItemTable", "steps")}, TABLES))
    _ask_all(Material({"header.json": json.dumps(value), "samples/1.json": json.dumps(value)}, MEMBERS))
    _ask_all(Material(f"AIMessage(content={value!r}", TEXT))


def _ask_all(material: Material) -> None:
    """A source that recognises records knows one of their signs: else it would never be asked about them."""
    for source in SOURCES:
        if material.kind in source.takes and source.recognise(material):
            assert not source.signs or material.kind not in RECORDS or not source.signs.isdisjoint(material.signs)
            with contextlib.suppress(NothingToJudgeError):
                list(source.read(material))


@pytest.mark.parametrize("number", range(len(VALUES) + len(LINE_FILES)))
def test_a_damaged_file_of_any_kind_never_raises_and_is_never_accepted_unread(number: int) -> None:
    document = [*VALUES, *LINE_FILES][number]
    for seed in range(25):
        _ask_all(Material(damaged(document, Random(seed)), VALUE))
        for item in all_of(damaged(document, Random(seed))):
            if isinstance(item, Conversation) and check(item).verdict.outcome == "accepted":
                assert item.detection.recognised
                assert item.messages


RENAMED = {"messages": "msgs", "message": "msg", "content": "body", "parts": "pieces", "role": "who", "type": "sort"}


def _renamed(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return {RENAMED[key] if name == key else name: _renamed(held, key) for name, held in value.items()}
    return [_renamed(held, key) for held in value] if isinstance(value, list) else value


def _restructured(document: Any, is_lines: bool) -> Iterator[Any]:
    """The same data in another envelope: without its own, deeper, as text, compressed, several times, renamed."""
    whole = lines(*document) if is_lines else json.dumps(document).encode()
    yield from ({"result": {"data": {"json": document}}}, {"payload": json.dumps(document)}, [document, document])
    yield from (json.dumps(json.dumps(document)).encode(), gzip.compress(whole), lines(document, document))
    yield from (held for held in (document.values() if isinstance(document, dict) else document[:3]))
    yield from (_renamed(document, key) for key in RENAMED)


@pytest.mark.parametrize("name", FILES)
def test_a_file_in_another_envelope_never_raises_and_is_never_accepted_unread(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(defects, "HIDDEN", False)
    kind, document = FILES[name]
    for changed in _restructured(document, isinstance(kind.content, bytes)):
        for item in all_of(changed):
            if isinstance(item, Conversation) and check(item).verdict.outcome == "accepted":
                assert item.detection.recognised
                assert item.messages


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_no_reader_fails_whatever_type_one_value_has(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every value is retyped in turn, and every key that the source's module names is added to every object."""
    monkeypatch.setattr(defects, "HIDDEN", False)
    kind, document = FILES[name]
    is_lines = isinstance(kind.content, bytes)
    for changed in (*_retyped(document), *_with_added_keys(document, _keys_read_by(kind.source))):
        all_of(lines(*changed) if is_lines and isinstance(changed, list) else changed)


OTHER_TYPES: tuple[Any, ...] = (3, "text", {}, [{}])


def _retyped(document: Any) -> Iterator[Any]:
    for path, _ in (*leaves(document), *containers(document)):
        yield from (replaced(document, path, value) for value in OTHER_TYPES)


def _with_added_keys(document: Any, keys: set[str]) -> Iterator[Any]:
    for path, held in containers(document):
        if isinstance(held, dict):
            yield from (replaced(document, path, {**held, key: {}}) for key in sorted(keys - held.keys()))


def _keys_read_by(slug: str) -> set[str]:
    """Return the texts in the modules of a source that may be keys."""
    modules = [inspect.getmodule(source.read) for source in SOURCES if source.slug == slug]
    texts = [inspect.getsource(module) for module in modules if module is not None]
    return set(re.findall(r'"([A-Za-z_$][\w$.-]*)"', "\n".join(texts)))


def damaged(document: Any, random: Random) -> Any:
    """A copy in which a few values are gone or of another type."""
    copy = json.loads(json.dumps(document))
    for _ in range(random.randint(1, 3)):
        holder = random.choice([held for _, held in containers(copy)] or [copy])
        if not holder:
            continue
        key = random.choice(list(holder)) if isinstance(holder, dict) else random.randrange(len(holder))
        if random.random() < 0.4:
            del holder[key]
        else:
            holder[key] = random.choice([None, 1, "text", [], {}, [1], {"a": 1}, True, [[]], [None]])
    return copy


@pytest.mark.parametrize(
    "content",
    [
        {"messages": [{"role": "user", "text": "hi"}, {"role": "assistant", "text": "yo"}], "session": 1},
        {"swarm": {"messages": [], "hosts": ["a"]}},
        [{"speaker_name": "a", "role": "host", "value": 1}],
        [{"name": "Joe", "email": "a@x.org", "role": "admin"}, {"name": "Ann", "email": "b@x.org", "role": "user"}],
        [{"id": 1, "name": "Joe", "role": "user"}, {"id": 2, "name": "Ann", "role": "user"}],
        [{"role": "user", "content": "Joe writes"}, {"role": "admin", "content": "Ann leads"}],
        [{"role": "user", "content": [{"type": "text", "text": "hi"}]},
         {"role": "assistant", "content": [{"type": "toolAsk", "id": "1"}]}],
        [],
        [[]],
    ],
)  # fmt: skip
def test_messages_with_texts_in_unknown_places_are_not_judged(content: Any) -> None:
    for item in all_of(content):
        if isinstance(item, Conversation):
            report = check(item)
            assert (report.verdict.outcome, report.findings) == ("not-judged", ())
            assert item.detection.description

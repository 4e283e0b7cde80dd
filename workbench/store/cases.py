"""Read and write cases: a conversation as opened, its repaired versions, its replays and a note.

A case is named by its source: `c:` and an unguessable key, or `sample:` and a name. A conversation is identified by its
content: opened twice, it is one case. Methods raise only `StoreError`. Each change is one transaction, so nothing is
saved partially. Additions to a case that has been deleted in the meantime are dropped.
"""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.conversation import Conversation, KeptReplay
from workbench.json.text import Json, replace_lone_surrogates
from workbench.store.database import Database
from workbench.store.encoding import decode, encode
from workbench.store.error import StoreError
from workbench.store.packing import Packed, is_intact, unpack

_FAST_COMPRESSION = 1
_KEY_PREFIX = "c:"
_DROP_UNUSED = "DELETE FROM contents WHERE NOT EXISTS (SELECT 1 FROM parts WHERE parts.hash = contents.hash)"

Source = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Version:
    """A stored conversation, as opened or after a repair."""

    key: str
    conversation: Conversation
    target: str
    past: tuple[Source, ...]
    """The earlier versions of the case, oldest first."""
    siblings: tuple[tuple[str, str], ...]
    """Key and name of each conversation loaded from the same file."""


@dataclass(frozen=True, slots=True)
class CaseState:
    """The state in which the user left a case: its note, the open version and the versions that were undone."""

    note: str = ""
    left_at: Source = ("", "")
    undone: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class RecentCase:
    name: str
    title: str
    target: str
    verdict: str
    used: float
    left_at: Source
    note: str
    replays: int
    repairs: int


class Cases:
    def __init__(self, path: Path) -> None:
        self._database = Database(path)

    def close(self) -> None:
        self._database.close()

    def key_of(self, identity: str, past: Sequence[Source] = ()) -> str | None:
        """Return the key under which the same content is stored after the same earlier versions, or None."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT key FROM versions WHERE identity = ? AND past = ? ORDER BY rowid", (identity, _json(past))
            ).fetchone()
        return row[0] if row else None

    def keep(
        self,
        key: str,
        packed: Packed,
        title: str,
        target: str,
        *,
        past: Sequence[Source] = (),
        siblings: Sequence[tuple[str, str]] = (),
        listed: bool = True,
    ) -> None:
        """Save a conversation under a key. If it has earlier versions, it belongs to the case of the first one."""
        record = zlib.compress(packed.record, _FAST_COMPRESSION)
        known = self._known(packed.contents)
        contents = {
            name: zlib.compress(packed.contents[name], _FAST_COMPRESSION)
            for name in packed.contents
            if name not in known
        }
        with self._database.writing() as connection:
            if past:
                case = _case_of(connection, past[0], title)
                connection.execute("UPDATE cases SET used = ? WHERE name = ?", (time.time(), case))
            else:
                case = _case_of_content(connection, packed.identity) or _KEY_PREFIX + key
                _open_case(connection, case, title, target, listed)
            if case is None:
                return
            _write_version(connection, (key, case, packed.identity, _json(past), target, _json(siblings), record))
            for name, data in packed.contents.items():
                if name not in contents and not _has_content(connection, name):  # deleted since the lookup above
                    contents[name] = zlib.compress(data, _FAST_COMPRESSION)
            connection.executemany("INSERT OR IGNORE INTO contents VALUES (?, ?)", contents.items())
            replaced = connection.execute("DELETE FROM parts WHERE version = ? RETURNING hash", (key,)).fetchall()
            connection.executemany("INSERT INTO parts VALUES (?, ?)", [(key, name) for name in packed.contents])
            connection.executemany(f"{_DROP_UNUSED} AND hash = ?", replaced)

    def find(self, key: str) -> Version | None:
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT target, past, siblings, record FROM versions WHERE key = ?", (key,)
            ).fetchone()
            if row is None:
                return None
            rows = connection.execute(
                "SELECT hash, data FROM contents WHERE hash IN (SELECT hash FROM parts WHERE version = ?)", (key,)
            ).fetchall()
        target, past, siblings, record = row
        try:
            contents = dict(rows)
            conversation = unpack(zlib.decompress(record), lambda name: _content(contents, name))
        except (zlib.error, ValueError, KeyError, TypeError, AttributeError) as error:
            raise StoreError(
                f"{self._database.path}: a conversation in it is damaged ({type(error).__name__})"
            ) from error
        return Version(key, conversation, target, _sources(past), _sources(siblings))

    def add_replay(self, source: Source, record: object, messages: int, in_table: bool, title: str) -> None:
        """Add a replay to a case. A sample becomes a case with its first replay; `title` is that case's title."""
        data = zlib.compress(encode(record), _FAST_COMPRESSION)
        with self._database.writing() as connection:
            if case := _case_of(connection, source, title):
                row = (case, ":".join(source), messages, in_table, data)
                connection.execute(
                    "INSERT INTO replays (case_name, version, messages, in_table, record) VALUES (?, ?, ?, ?, ?)", row
                )

    def replays(self, source: Source) -> list[KeptReplay]:
        """Return the replays of one version, oldest first."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT record, messages, in_table FROM replays WHERE version = ? ORDER BY number", (":".join(source),)
            ).fetchall()
        try:
            return [KeptReplay(decode(zlib.decompress(data)), count, bool(shown)) for data, count, shown in rows]
        except (zlib.error, ValueError) as error:
            raise StoreError(f"{self._database.path}: a replay in it is damaged ({type(error).__name__})") from error

    def set_note(self, source: Source, note: str, title: str) -> None:
        with self._database.writing() as connection:
            if case := _case_of(connection, source, title):
                connection.execute(
                    "UPDATE cases SET note = ?, used = ?, listed = 1 WHERE name = ?",
                    (replace_lone_surrogates(note), time.time(), case),
                )

    def state(self, source: Source) -> CaseState:
        with self._database.reading() as connection:
            case = _existing_case(connection, source)
            row = connection.execute("SELECT note, left_at, undone FROM cases WHERE name = ?", (case,)).fetchone()
        return CaseState(row[0], _source(row[1]), _sources(row[2])) if row else CaseState()

    def save_state(self, source: Source, undone: Sequence[Source], target: str, verdict: str) -> None:
        """Save the version that is open now. A sample that is only viewed does not become a case."""
        with self._database.writing() as connection:
            case = _existing_case(connection, source)
            connection.execute(
                """UPDATE cases SET left_at = ?, undone = ?, target = ?, verdict = ?, used = ?, listed = 1
                WHERE name = ?""",
                (":".join(source), _json(undone), target, verdict, time.time(), case),
            )

    def recent(self, limit: int) -> list[RecentCase]:
        """Return the most recently used cases, newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(
                """SELECT name, title, target, verdict, used, left_at, note,
                    (SELECT count(*) FROM replays WHERE case_name = cases.name),
                    (SELECT count(*) FROM versions WHERE case_name = cases.name AND past != '[]')
                FROM cases WHERE listed ORDER BY used DESC, name LIMIT ?""",
                (limit,),
            ).fetchall()
        return [
            RecentCase(name, title, target, verdict, used, _source(left_at or name), note, replays, repairs)
            for name, title, target, verdict, used, left_at, note, replays, repairs in rows
        ]

    def count(self) -> int:
        with self._database.reading() as connection:
            return int(connection.execute("SELECT count(*) FROM cases").fetchone()[0])

    def delete(self, name: str) -> None:
        """Delete a case with its versions, replays and note, and erase their bytes from the file."""
        with self._database.writing() as connection:
            connection.execute("DELETE FROM cases WHERE name = ?", (name,))
            connection.execute(_DROP_UNUSED)
        self._database.erase()

    def delete_all(self) -> None:
        with self._database.writing() as connection:
            connection.execute("DELETE FROM cases")
            connection.execute("DELETE FROM contents")
        self._database.erase()

    def _known(self, names: Iterable[str]) -> set[str]:
        with self._database.reading() as connection:
            return {name for name in names if _has_content(connection, name)}


def _content(contents: dict[str, bytes], name: str) -> Json:
    data = zlib.decompress(contents[name])
    if not is_intact(name, data):
        raise ValueError("the content does not match its hash")
    return decode(data)


def _has_content(connection: sqlite3.Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM contents WHERE hash = ?", (name,)).fetchone() is not None


def _write_version(connection: sqlite3.Connection, row: tuple[str | bytes, ...]) -> None:
    connection.execute(
        """INSERT INTO versions (key, case_name, identity, past, target, siblings, record) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET target = excluded.target, siblings = excluded.siblings,
            record = excluded.record, identity = excluded.identity""",
        row,
    )


def _open_case(connection: sqlite3.Connection, name: str, title: str, target: str, listed: bool) -> None:
    connection.execute(
        """INSERT INTO cases (name, title, target, used, listed) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET title = excluded.title, used = excluded.used,
            listed = max(listed, excluded.listed)""",
        (name, replace_lone_surrogates(title), target, time.time(), listed),
    )


def _case_of_content(connection: sqlite3.Connection, identity: str) -> str | None:
    row = connection.execute(
        "SELECT case_name FROM versions WHERE identity = ? AND past = '[]' ORDER BY rowid", (identity,)
    ).fetchone()
    return row[0] if row else None


def _existing_case(connection: sqlite3.Connection, source: Source) -> str | None:
    kind, name = source
    if kind != "c":
        return ":".join(source)
    row = connection.execute("SELECT case_name FROM versions WHERE key = ?", (name,)).fetchone()
    return row[0] if row else None


def _case_of(connection: sqlite3.Connection, source: Source, title: str) -> str | None:
    """Return the case of a version, or None if it was deleted. A sample's case is created if it does not exist."""
    case = _existing_case(connection, source)
    if source[0] == "sample" and case:
        _open_case(connection, case, title, "", listed=True)
    return case


def _json(pairs: Sequence[tuple[str, str]]) -> str:
    return json.dumps([list(pair) for pair in pairs])


def _sources(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((first, second) for first, second in json.loads(text))


def _source(text: str) -> Source:
    kind, _, name = text.partition(":")
    return kind, name

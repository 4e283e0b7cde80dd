"""Repairs in SQLite stores: rows are changed in one transaction, which fails if another program locks the database."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from pathlib import Path as FilePath
from typing import Any

from workbench.conversation import Conversation
from workbench.json.edited_text import edited_text
from workbench.json.pointer import Path, replaced
from workbench.json.text import Json, JsonObject, compact, parse_or_none
from workbench.sources.reading import member
from workbench.sources.writing.changes import (
    AddedResult,
    CannotBeWrittenError,
    Change,
    FirstId,
    NewId,
    ResultAsText,
    changes_between,
)
from workbench.sources.writing.opencode import error_state

STORES = frozenset({"openai-agents", "opencode"})


def copy_database(file: FilePath, copy: FilePath) -> None:
    """Copy a database, including changes that are still in its write-ahead log, without creating files next to it."""
    how = "mode=ro" if file.with_name(f"{file.name}-wal").exists() else "immutable=1"
    with (
        contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?{how}", uri=True)) as source,
        contextlib.closing(sqlite3.connect(copy)) as target,
    ):
        try:
            source.backup(target)
        except sqlite3.Error as fault:
            raise CannotBeWrittenError(f"the database cannot be copied now: {fault}") from fault


def write_to_database(path: FilePath, before: Conversation, after: Conversation) -> None:
    """Write all rows or none. The caller has made a copy of the file."""
    assert before.origin is not None
    changes = changes_between(before, after)
    with contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("begin immediate")
            for change in sorted(changes, key=_order):
                _apply(connection, before.origin.document, before.origin.source, change)
            connection.execute("commit")
        except sqlite3.Error as fault:
            raise CannotBeWrittenError(f"the database cannot be written now: {fault}") from fault


def _order(change: Change) -> int:
    """Added rows come last, in reverse order, because the rows after them get new ids."""
    return -int(change.call[1]) if isinstance(change, AddedResult) else -sys.maxsize


def _apply(connection: sqlite3.Connection, tables: Any, source: str, change: Change) -> None:
    at = change.call if isinstance(change, AddedResult) else change.at
    table, row = str(at[0]), tables[at[0]][at[1]]
    if isinstance(change, NewId):
        _update(connection, table, row, str(at[2]), {tuple(at[3:]): change.new})
    elif isinstance(change, FirstId):
        _update(connection, table, row, str(at[2]), {("call_id",): change.id})
    elif isinstance(change, AddedResult) and source == "opencode":
        state = error_state(member(parse_or_none(row["data"]), "state"))
        _update(connection, table, row, "data", {("state",): state})
    elif isinstance(change, AddedResult):
        _insert_output(connection, tables, table, row, change)
    elif isinstance(change, ResultAsText):
        message = compact({"role": "user", "content": change.text})
        connection.execute(f'update "{table}" set "{at[2]}" = ? where id = ?', (message, row["id"]))
    else:
        connection.execute(f'delete from "{table}" where id = ?', (row["id"],))


def _update(
    connection: sqlite3.Connection, table: str, row: dict[str, Json], column: str, values: dict[Path, Json]
) -> None:
    before = parse_or_none(str(row[column]))
    after = before
    for path, value in values.items():
        after = replaced(after, path, value)
    text = edited_text(str(row[column]), before, after)
    connection.execute(f'update "{table}" set "{column}" = ? where id = ?', (text, row["id"]))
    row[column] = text


def _insert_output(
    connection: sqlite3.Connection, tables: JsonObject, table: str, call: dict[str, Json], change: AddedResult
) -> None:
    """Insert a row after its call. Rows are ordered by id only, so all later rows are moved after the new row."""
    if "message_structure" in tables:
        raise CannotBeWrittenError("this store refers to rows from branches, so rows cannot be moved")
    columns = [name for name in call if name != "id"]
    listed = ", ".join(f'"{name}"' for name in columns)
    following = connection.execute(
        f'select {listed} from "{table}" where session_id = ? and id > ? order by id', (call["session_id"], call["id"])
    ).fetchall()
    connection.execute(f'delete from "{table}" where session_id = ? and id > ?', (call["session_id"], call["id"]))
    output = {"type": "function_call_output", "call_id": change.id, "output": "aborted"}
    new = tuple({**call, "message_data": compact(output)}[name] for name in columns)
    marks = ", ".join("?" for _ in columns)
    connection.executemany(f'insert into "{table}" ({listed}) values ({marks})', [new, *map(tuple, following)])

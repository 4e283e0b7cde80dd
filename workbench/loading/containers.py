"""Read files that are not text: databases, tables, and the archives of one program.

Everything is read from a copy in memory; a database that a program has open is never touched.
"""

from __future__ import annotations

import contextlib
import io
import sqlite3
import zipfile
from collections.abc import Iterator
from functools import partial

from workbench.json.plain_values import plain
from workbench.json.text import Json
from workbench.loading.archive import unpacked, zip_members
from workbench.loading.error import LoadError
from workbench.origin import FileKind

_SQLITE = b"SQLite format 3\0"
_PARQUET = b"PAR1"
_CHUNK = 1024**2
_ZSTD = b"\x28\xb5\x2f\xfd"
_KNOWN_TABLES = frozenset({
    "agent_sessions", "agent_messages", "checkpoints", "writes", "session", "message", "part", "sessions", "events",
    "messages", "files", "cursorDiskKV", "ItemTable", "trajectory_meta", "steps", "chat",
    "message_store", "threads", "mastra_messages", "blobs", "meta",
    "agno_sessions", "spans", "span_attributes",
})  # fmt: skip
"""Tables that sources use. Other tables are read only if they have one of the identifying columns."""
_IDENTIFYING_COLUMNS = frozenset({"message_data", "checkpoint"})


def read_container(data: bytes) -> tuple[Json, FileKind] | None:
    """Return the content as a value and the kind of material it is, or None if the file is an ordinary text."""
    if data.startswith(_SQLITE):
        return read_tables(data), "tables"
    if is_parquet(data):
        return read_parquet(data), "value"
    if is_log_archive(data):
        return dict(_texts(data)), "members"
    return None


def is_parquet(data: bytes) -> bool:
    return data.startswith(_PARQUET)


def is_zstd(data: bytes) -> bool:
    return data.startswith(_ZSTD)


def unzstd(data: bytes) -> bytes:
    import pyarrow  # here, because it is heavy and few files need it

    try:
        with pyarrow.CompressedInputStream(pyarrow.BufferReader(data), "zstd") as stream:
            return unpacked(iter(partial(stream.read, _CHUNK), b""), len(data))
    except (OSError, ValueError) as fault:
        raise LoadError("a damaged zstd file", "zstd data", f"decompression failed: {fault}") from fault


def read_tables(data: bytes) -> dict[str, list[Json]]:
    """Return the rows of every table that a source may use, each as an object by column."""
    try:
        with contextlib.closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(_without_log(data))
            connection.row_factory = sqlite3.Row
            names = [row[0] for row in connection.execute("select name from sqlite_master where type = 'table'")]
            return {name: _rows(connection, name) for name in names if _is_wanted(connection, name)}
    except (sqlite3.Error, OverflowError, ValueError) as fault:
        raise LoadError("a damaged SQLite database", "a database", f"SQLite reports: {fault}") from fault


def table_names(data: bytes) -> list[str]:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(_without_log(data))
        return [row[0] for row in connection.execute("select name from sqlite_master where type = 'table'")]


def _without_log(data: bytes) -> bytes:
    """Clear the two header bytes that declare a write-ahead log: SQLite cannot open such a database from memory."""
    return data[:18] + b"\x01\x01" + data[20:] if data[18:20] == b"\x02\x02" else data


def _is_wanted(connection: sqlite3.Connection, name: str) -> bool:
    columns = {row["name"] for row in connection.execute(f"pragma table_info({_quoted(name)})")}
    return name in _KNOWN_TABLES or not _IDENTIFYING_COLUMNS.isdisjoint(columns)


def _rows(connection: sqlite3.Connection, name: str) -> list[Json]:
    return [dict(row) for row in connection.execute(f"select * from {_quoted(name)}")]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def read_parquet(data: bytes) -> list[Json]:
    """Return the rows of a Parquet table."""
    import pyarrow
    import pyarrow.parquet

    try:
        rows = pyarrow.parquet.read_table(pyarrow.BufferReader(data)).to_pylist()
    except (pyarrow.ArrowException, OSError, ValueError) as fault:
        raise LoadError(
            "a damaged Parquet table", "a table of conversations", f"the reader reports: {fault}"
        ) from fault
    return [plain(row) for row in rows]


def is_log_archive(data: bytes) -> bool:
    """Whether this is a zip that is a single log (inspect_ai's `.eval`), not a folder of conversations."""
    if not data.startswith(b"PK\x03\x04"):
        return False
    try:
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return False
    return "header.json" in names and any(name.startswith("samples/") for name in names)


def _texts(data: bytes) -> Iterator[tuple[str, str]]:
    for name, content in zip_members(data):
        if isinstance(content, bytes):
            yield name, content.decode("utf-8", "replace")

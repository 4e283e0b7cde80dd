"""The tables, as a sequence of migration steps. A new file gets all steps, an older one those it does not have yet.

A released step is never edited; every change is a new step. A file's version (`PRAGMA user_version`) is the number of
steps applied to it.
"""

from __future__ import annotations

import sqlite3

from workbench.store.error import NewerStoreError, StoreError

APPLICATION = 0x43574231
"""The workbench's `PRAGMA application_id`, which protects databases of other programs from being overwritten."""

STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE contents (
            hash TEXT PRIMARY KEY,
            data BLOB NOT NULL
        )""",
        """CREATE TABLE cases (
            name TEXT PRIMARY KEY,
            title TEXT NOT NULL,
            target TEXT NOT NULL DEFAULT '',
            verdict TEXT NOT NULL DEFAULT '',
            used REAL NOT NULL
        )""",
        """CREATE TABLE versions (
            key TEXT PRIMARY KEY,
            case_name TEXT NOT NULL REFERENCES cases ON DELETE CASCADE,
            identity TEXT NOT NULL,
            past TEXT NOT NULL,
            target TEXT NOT NULL,
            siblings TEXT NOT NULL,
            record BLOB NOT NULL
        )""",
        "CREATE INDEX versions_by_identity ON versions (identity)",
        "CREATE INDEX versions_by_case ON versions (case_name)",
        """CREATE TABLE parts (
            version TEXT NOT NULL REFERENCES versions ON DELETE CASCADE,
            hash TEXT NOT NULL REFERENCES contents,
            PRIMARY KEY (version, hash)
        ) WITHOUT ROWID""",
        "CREATE INDEX parts_by_hash ON parts (hash)",
        """CREATE TABLE replays (
            number INTEGER PRIMARY KEY,
            case_name TEXT NOT NULL REFERENCES cases ON DELETE CASCADE,
            version TEXT NOT NULL,
            messages INTEGER NOT NULL,
            in_table INTEGER NOT NULL,
            record BLOB NOT NULL
        )""",
        "CREATE INDEX replays_by_version ON replays (version)",
        "CREATE INDEX replays_by_case ON replays (case_name)",
    ),
    (
        "ALTER TABLE cases ADD COLUMN note TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE cases ADD COLUMN left_at TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE cases ADD COLUMN undone TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE cases ADD COLUMN listed INTEGER NOT NULL DEFAULT 1",
    ),
)
"""In `cases`, `name` and `left_at` are sources: `c:` and a key, or `sample:` and a name."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to the newest version in one transaction. Another process may be doing the same."""
    _checked_version(connection)
    connection.execute("PRAGMA journal_mode = WAL")  # SQLite stores this in the file
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _checked_version(connection)
        for step in STEPS[version:]:
            for statement in step:
                connection.execute(statement)
        if version < len(STEPS):
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {len(STEPS)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _checked_version(connection: sqlite3.Connection) -> int:
    """Return the file's version. Raises `StoreError` if the file is newer or belongs to another program."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION and (version or tables):
        raise StoreError("it is another program's database and was not changed")
    if version > len(STEPS):
        raise NewerStoreError(
            f"it was written by a newer workbench (its tables have version {version}, this workbench supports "
            f"{len(STEPS)}) and was not changed"
        )
    return version

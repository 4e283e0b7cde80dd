"""`workbench doctor`: list the sessions on this computer, newest first, and repair broken ones in their own files."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.parameters import output_option
from workbench.cli.screen import progress, size_of, terminal
from workbench.json.text import Json, JsonObject

if TYPE_CHECKING:
    from rich.text import Text

    from workbench.doctor.sessions import Session
    from workbench.json.text import Json


@click.command("doctor", epilog="Example: workbench doctor ~/.claude/projects --fix")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path), metavar="[FILE|DIR …]")
@click.option(
    "--fix", "fixing", is_flag=True, help="Repair broken sessions in their own files. The originals are kept."
)
@output_option("text", "json")
@click.pass_context
def command(context: click.Context, paths: tuple[Path, ...], fixing: bool, output: str) -> None:
    """Find broken agent sessions and repair them in their own files.

    Without a path, it searches the folders where Claude Code, Codex, pi, Gemini CLI and other agents store their
    sessions. Exits with 1 if a session is broken and was not repaired.
    """
    from workbench.doctor.session_files import session_files
    from workbench.doctor.sessions import Health

    files = session_files(paths, Path.home(), os.environ)
    sessions = _examine_all(files)
    outcomes = _repair_all([session for session in sessions if session.repairable]) if fixing else {}
    rows = [_row(session, outcomes.get(session.file, {})) for session in sessions]
    if output == "json":
        from workbench.outputs.as_json import indented

        click.echo(indented({"sessions": rows}))
    else:
        screen = terminal()
        for session, row in zip(sessions, rows, strict=True):
            if session.health is not Health.UNREAD or session.source or session.file in paths:
                screen.print(_line(session, row), soft_wrap=True)
        screen.print(_summary(rows) if rows else _nothing_found(paths), soft_wrap=True)
    context.exit(1 if any(row["health"] == Health.BROKEN and not row.get("kept") for row in rows) else 0)


def _examine_all(files: list[Path]) -> list[Session]:
    """Examine all sessions and return them in the order of the files."""
    from workbench.doctor.examining import examine_all

    examined = examine_all(files)  # before the progress bar starts a thread, after which a process cannot be forked
    sessions = {}
    with progress("examining", len(files), size_of(files)) as advance:
        for session in examined:
            sessions[session.file] = session
            advance()
    return [sessions[file] for file in files]


def _repair_all(sessions: list[Session]) -> dict[Path, dict[str, Json]]:
    files = [session.file for session in sessions]
    outcomes = {}
    with progress("repairing", len(files), size_of(files)) as advance:
        for session in sessions:
            outcomes[session.file] = _repair(session)
            advance()
    return outcomes


def _repair(session: Session) -> dict[str, Json]:
    """Repair a session in its own file, and return the name of the saved original or why it was not repaired."""
    from workbench.doctor.refusals import in_words
    from workbench.doctor.repairing import repair_file
    from workbench.files import replace_keeping_original
    from workbench.sources.writing.changes import CannotBeWrittenError

    try:
        repaired = repair_file(session.file, replace_keeping_original)
    except (CannotBeWrittenError, OSError) as reason:
        return {"not_repaired": in_words(reason)}
    return {"kept": str(repaired.kept), "repairs": repaired.repairs}


def _row(session: Session, outcome: dict[str, Json]) -> dict[str, Json]:
    return {
        "file": str(session.file),
        "modified": datetime.fromtimestamp(session.modified).astimezone().isoformat(timespec="seconds"),
        "source": session.source,
        "health": session.health,
        "topic": session.topic,
        "conversations": session.conversations,
        "messages": session.messages,
        "why": session.why,
        "repairable": session.repairable,
        "obstacle": session.obstacle,
        **outcome,
    }


def _line(session: Session, row: JsonObject) -> Text:
    from rich.text import Text

    from workbench.outputs.visible import shortened, visible

    styles = {"healthy": "green", "broken": "bold red", "unread": "dim"}
    health = "repaired" if row.get("kept") else session.health
    lines = Text.assemble(
        f"{row['modified'][:16].replace('T', ' ')}  ",
        (f"{health:<8}", "green" if row.get("kept") else styles[session.health]),
        f"  {session.title or session.source or ''}  ",
        (visible(str(session.file)), "bold"),
    )
    if session.topic:
        lines.append(f"\n{'':18}{visible(shortened(session.topic, 80))}", "dim")
    if session.why:
        lines.append(f"\n{'':18}{visible(shortened(session.why, 300))}")
    obstacle = row.get("not_repaired") or session.obstacle
    if row.get("kept"):
        lines.append(f"\n{'':18}The original is kept as {visible(row['kept'])}.")
    elif obstacle:
        lines.append(f"\n{'':18}Not repaired: {visible(shortened(obstacle, 300)).removesuffix('.')}.")
    elif session.repairable:
        lines.append(f"\n{'':18}--fix repairs it in its own file.")
    return lines


def _nothing_found(paths: tuple[Path, ...]) -> str:
    if paths:
        return "No session files are there."
    return "No sessions are in the places where agents store them. Name a file or a folder to check."


def _summary(rows: list[dict[str, Json]]) -> str:
    sessions = [row for row in rows if row["health"] != "unread"]
    broken = [row for row in sessions if row["health"] == "broken"]
    repaired = [row for row in broken if row.get("kept")]
    parts = [f"{len(sessions)} session{'' if len(sessions) == 1 else 's'}", f"{len(broken)} broken"]
    parts += [f"{len(repaired)} repaired"] if repaired else []
    unread = len(rows) - len(sessions)
    parts += [f"{unread} file{' is not a session' if unread == 1 else 's are not sessions'}"] if unread else []
    return ", ".join(parts) + "."

"""`workbench fix DIR --out-dir D`: write repaired copies of the files in a folder, and a report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.screen import progress

if TYPE_CHECKING:
    from workbench.triage.repaired_copies import RepairedDocument

REPORT = "repair-report.txt"


def fix_folder(path: Path, out: Path, target: str | None) -> int:
    """Write the copies and the report, and return 1 if errors remain, 2 if a file could not be read."""
    from workbench.files import write_atomically
    from workbench.triage.documents import batch_files
    from workbench.triage.repaired_copies import repaired_copies, report_text

    if out.resolve() == path.resolve() or path.resolve() in out.resolve().parents:
        raise Failure("--out-dir must be outside the folder that is repaired: the originals are not changed.")
    if out.exists() and any(out.iterdir() if out.is_dir() else [out]):
        raise Failure(f"{out} is not empty; choose a new folder, so that nothing is overwritten.")
    sources = batch_files([path])
    results: list[RepairedDocument] = []
    with progress("repairing", len(sources)) as advance:
        for result in repaired_copies(sources, target):
            _write(result, path, out)
            results.append(result)
            advance()
    results.sort(key=lambda result: result.document)
    report = report_text(results)
    out.mkdir(parents=True, exist_ok=True)
    write_atomically(out / REPORT, report.encode(errors="replace"))
    click.echo(report.partition("\n\n")[0], err=True)
    if any(result.note and not result.copies for result in results):
        return 2
    return int(any(result.left for result in results))


def _write(result: RepairedDocument, root: Path, out: Path) -> None:
    from workbench.files import write_atomically
    from workbench.triage.repaired_copies import place_below

    for copy in result.copies:
        path = out / place_below(copy.name, [str(root)] if root.is_dir() else [str(root.parent)])
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, copy.content)

"""`workbench triage`: judge many conversations at once and group them by cause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.parameters import TARGET
from workbench.cli.screen import progress, terminal

if TYPE_CHECKING:
    from workbench.triage.case import Case
    from workbench.triage.documents import BatchFile
    from workbench.triage.report import ReportKind

_MAX_CLUSTERS = 20


@click.command("triage", epilog="Example: workbench triage support-export.zip --out report.html")
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR …")
@click.option("--target", type=TARGET, help="Who will receive them. Default: the provider that each was sent to.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a report; the extension sets its kind: .html, .csv, .json or .parquet.",
)
@click.option("--everyone", is_flag=True, help="Check each conversation that is not accepted for every target (slow).")
@click.pass_context
def command(
    context: click.Context, paths: tuple[str, ...], target: str | None, out: Path | None, everyone: bool
) -> None:
    """Judge any number of conversations and group them by cause.

    Reads files, folders, zip archives, JSONL and Parquet. Prints each cause in plain words, how often it occurs and
    an example. Exits with 1 if a conversation would be refused, with 2 if one could not be read or judged.
    """
    from workbench.triage.case import worst_first
    from workbench.triage.documents import batch_files
    from workbench.triage.left_out import left_out_sentence

    kind = _kind(out) if out else None
    for path in paths:
        if not Path(path).exists():
            raise Failure(f"there is no file {path!r}.")
    sources = batch_files(paths)
    cases = worst_first(_judge(sources, target))
    if everyone:
        cases = _check_every_target(cases, sources)
    if out and kind:
        _write(out, kind, cases)
    _print(cases)
    if left_out := left_out_sentence(sources, paths):
        click.echo(f"note: {left_out}", err=True)
    context.exit(_exit_code(cases))


def _kind(out: Path) -> ReportKind:
    from workbench.triage.report import KINDS

    kind = next((kind for kind in KINDS if out.suffix.lower() == f".{kind}"), None)
    if kind is None:
        raise Failure(
            f"{out}: the file extension sets the kind of report; use one of {', '.join(f'.{kind}' for kind in KINDS)}."
        )
    return kind


def _judge(sources: list[BatchFile], target: str | None) -> list[Case]:
    from workbench.triage.run import triage

    cases: list[Case] = []
    documents: set[str] = set()
    with progress("judging", len(sources)) as advance:
        for new_cases in triage(sources, target):
            cases += new_cases
            if new_cases and new_cases[0].document not in documents:
                documents.add(new_cases[0].document)
                advance()
    return cases


def _check_every_target(cases: Sequence[Case], sources: list[BatchFile]) -> list[Case]:
    from workbench.triage.documents import conversation_of
    from workbench.triage.judging import refusing_targets

    checked: list[Case] = []
    with progress("checking every target", len(cases)) as advance:
        for case in cases:
            conversation = conversation_of(case, sources) if case.rule else None
            checked.append(replace(case, refused_by=refusing_targets(conversation)) if conversation else case)
            advance()
    return checked


def _write(out: Path, kind: ReportKind, cases: Sequence[Case]) -> None:
    from workbench.files import write_atomically
    from workbench.triage.report import report_bytes

    write_atomically(out, report_bytes(cases, kind))
    click.echo(f"Wrote {out}.", err=True)


def _print(cases: Sequence[Case]) -> None:
    from rich.text import Text

    from workbench.outputs.visible import visible
    from workbench.triage.chart import fixable_text
    from workbench.triage.clusters import causes, clusters
    from workbench.triage.report import headline

    screen = terminal()
    screen.print(Text(f"{headline(cases)}.", "bold"))
    for count in causes(cases):
        screen.print(Text(f"{count.number:>7,}  {count.label} ({fixable_text(count)})"), soft_wrap=True)
    all_clusters = clusters(cases)
    for cluster in all_clusters[:_MAX_CLUSTERS]:
        screen.print()
        screen.print(Text(visible(cluster.title)), soft_wrap=True)
        route = f"{cluster.route} · " if cluster.route else ""
        screen.print(Text(f"  {visible(route)}example: {visible(cluster.exemplar.name)}"), soft_wrap=True)
    if len(all_clusters) > _MAX_CLUSTERS:
        screen.print(Text(f"\n… and {len(all_clusters) - _MAX_CLUSTERS} more clusters; --out writes them all."))


def _exit_code(cases: Sequence[Case]) -> int:
    outcomes = {case.outcome for case in cases}
    return 2 if "not-judged" in outcomes else int("refused" in outcomes)

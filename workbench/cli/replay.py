"""`workbench replay`: what the model, or the provider's refusal, says to a conversation."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import Reading, only_one
from workbench.cli.live_endpoint import live_endpoint, presets
from workbench.cli.parameters import TARGET, OneOf, one_conversation_options, output_option

if TYPE_CHECKING:
    from workbench.conversation import Conversation
    from workbench.replays import Endpoint, Moment, ReplayRecord
    from workbench.replays.sending import ReplaySettings


def _exports() -> list[str]:
    from workbench.replays.export import EXPORTS

    return list(EXPORTS)


def _faults() -> Iterable[str]:
    from workbench.rehearsal.failures import FAILURES

    return FAILURES


def _has_amount(word: str) -> bool:
    """`slow:2` is the fault `slow` too."""
    return word.partition(":")[0] in _faults()


@click.command("replay", epilog="Example: workbench replay chat.json --endpoint ollama --model llama3.2 --up-to 5")
@click.argument("file", metavar="FILE|-")
@one_conversation_options
@click.option("--base-url", help="An OpenAI-compatible endpoint. Without one, the embedded model answers.")
@click.option("--endpoint", "preset", type=OneOf("endpoint", presets), help="A known endpoint, instead of --base-url.")
@click.option("--model", help="The model to ask there.")
@click.option("--key-env", metavar="NAME", help="The environment variable that holds the key.")
@click.option("--target", type=TARGET, help="Whose rules apply. Default: the endpoint's, or the format's own provider.")
@click.option("--stream/--no-stream", default=True, show_default=True, help="Show the answer as it comes.")
@click.option("--up-to", type=click.IntRange(1), metavar="N", help="Send only the first N messages.")
@click.option("--temperature", type=float, help="Sent only if set.")
@click.option("--max-tokens", type=click.IntRange(1), help="Sent only if set.")
@click.option("--recorded-tools", is_flag=True, help="Answer tool calls from the recording, and go on.")
@click.option(
    "--fault",
    type=OneOf("fault", _faults, _has_amount),
    help="Let the embedded model fail in this way (`workbench rehearse` lists them).",
)
@click.option("--both", is_flag=True, help="Send it as it is and repaired, and show both answers.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Save the record of the replay.")
@click.option("--export", "export_", type=OneOf("export", _exports), help="Print code that sends the same request.")
@output_option("text", "json")
@click.pass_context
def command(
    context: click.Context,
    file: str,
    format_: str | None,
    partial: bool,
    number: int | None,
    base_url: str | None,
    preset: str | None,
    model: str | None,
    key_env: str | None,
    target: str | None,
    stream: bool,
    up_to: int | None,
    temperature: float | None,
    max_tokens: int | None,
    recorded_tools: bool,
    fault: str | None,
    both: bool,
    out: Path | None,
    export_: str | None,
    output: str,
) -> None:
    """Send a conversation to a model and see what comes back.

    With no endpoint the embedded model answers: it asks no model and needs no key, and refuses what the provider would
    refuse. Exits with 1 if there was no answer; with --both, if the repaired conversation got none.
    """
    from workbench.outputs.verdict_sentence import counted
    from workbench.replays.request import Options
    from workbench.replays.sending import ReplaySettings, send

    conversation = only_one(file, Reading(format_, partial, target), number)
    if up_to is not None and up_to > len(conversation.messages):
        raise Failure(f"--up-to is {up_to}, but {file} has {counted(len(conversation.messages), 'message')}.")
    endpoint = live_endpoint(base_url, preset, model, key_env)
    if fault and endpoint is not None:
        raise Failure("--fault is for the embedded model; a live endpoint has its own.")
    if both and (up_to is not None or export_ is not None):
        raise Failure("--both sends the whole conversation twice; it cannot be combined with --up-to or --export.")
    talking = output == "text" and export_ is None
    if talking:
        click.echo(_to_whom(conversation, endpoint), err=True)
    how = ReplaySettings(endpoint, target, fault or "", Options(up_to, stream, temperature, max_tokens), recorded_tools)
    with _stopping() as stop:
        if both:
            context.exit(_both(conversation, how, stop, out, output))
        record = send(conversation, how, stop, _print_piece if talking else None)
    if out is not None:
        record.save(out)
    _print(record, output, export_)
    context.exit(0 if record.ended == "answered" else 1)


def _both(conversation: Conversation, how: ReplaySettings, stop: threading.Event, out: Path | None, output: str) -> int:
    from workbench.files import write_whole
    from workbench.json.text import compact
    from workbench.outputs.as_json import indented
    from workbench.outputs.replay_report import proof_in_words
    from workbench.replays.proof import send_both

    proof = send_both(conversation, how, stop)
    if out is not None:
        write_whole(out, compact(proof.as_json()).encode())
    click.echo(indented(proof.as_json()) if output == "json" else proof_in_words(proof))
    return 0 if (proof.repaired or proof.original).ended == "answered" else 1


def _to_whom(conversation: Conversation, endpoint: Endpoint | None) -> str:
    from workbench.replays.wire_format import conversion_notice

    if endpoint is None:
        return "No endpoint was given, so the embedded model answers. This is a rehearsal; no model is called."
    notice = conversion_notice(conversation, endpoint)
    return f"Sending to {endpoint.model} at {endpoint.as_json()['base_url']}. {notice}".rstrip()


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """Ctrl-C stops the replay and keeps what came; a second one ends the program."""
    stop = threading.Event()

    def stopped(number: int, frame: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, stopped)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def _print_piece(moment: Moment) -> None:
    """Text as it comes; calls and recorded answers as lines of their own."""
    from workbench.outputs.replay_report import content_text, tool_answer_line

    if moment.kind == "content":
        click.echo(content_text(moment.value), nl=False)
    elif moment.kind == "waiting":
        click.echo(f"No data for {moment.value} seconds; Ctrl+C stops waiting.", err=True)
    elif moment.kind == "tool":
        click.echo(tool_answer_line(moment.value))


def _print(record: ReplayRecord, output: str, export_: str | None) -> None:
    from workbench.outputs.as_json import indented
    from workbench.outputs.replay_report import outcome
    from workbench.replays.export import NotExportableError, export

    if export_ is not None:
        try:
            click.echo(export(record, export_), nl=False)
        except NotExportableError as fault:
            raise Failure(f"{fault}.") from fault
    elif output == "json":
        click.echo(indented(record.as_json()))
    else:
        click.echo(outcome(record))

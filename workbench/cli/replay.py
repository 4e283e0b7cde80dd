"""`workbench replay`: send a conversation to a model and show its answer or its refusal."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.inputs import ReadOptions, one_conversation
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
    """Whether a word is a fault with an amount, such as `slow:2`."""
    return word.partition(":")[0] in _faults()


@click.command("replay", epilog="Example: workbench replay chat.json --endpoint ollama --model llama3.2 --up-to 5")
@click.argument("file", metavar="FILE|-")
@one_conversation_options
@click.option("--base-url", help="An OpenAI-compatible endpoint. Without one, the embedded model answers.")
@click.option("--endpoint", "preset", type=OneOf("endpoint", presets), help="A known endpoint, instead of --base-url.")
@click.option("--model", help="The model to use at the endpoint.")
@click.option("--key-env", metavar="NAME", help="The environment variable that contains the key.")
@click.option("--target", type=TARGET, help="Whose rules apply. Default: the endpoint's, or the format's own provider.")
@click.option("--stream/--no-stream", default=True, show_default=True, help="Show the answer as it arrives.")
@click.option("--up-to", type=click.IntRange(1), metavar="N", help="Send only the first N messages.")
@click.option("--temperature", type=float, help="The temperature; not sent by default.")
@click.option("--max-tokens", type=click.IntRange(1), help="The token limit; not sent by default.")
@click.option("--recorded-tools", is_flag=True, help="Answer tool calls from the recording and continue.")
@click.option(
    "--fault",
    type=OneOf("fault", _faults, _has_amount),
    help="Make the embedded model fail in this way (`workbench rehearse` lists the ways).",
)
@click.option("--both", is_flag=True, help="Send the original and the repaired conversation, and show both answers.")
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
    """Send a conversation to a model and show the answer.

    Without an endpoint, the embedded model answers: it needs no key, calls no model, and refuses what the provider
    would refuse. Exits with 1 if there is no answer; with --both, if the repaired conversation gets none.
    """
    from workbench.outputs.verdict_sentence import counted
    from workbench.replays.request import Options
    from workbench.replays.sending import ReplaySettings, send

    conversation = one_conversation(file, ReadOptions(format_, partial, target), number)
    if up_to is not None and up_to > len(conversation.messages):
        raise Failure(f"--up-to is {up_to}, but {file} has {counted(len(conversation.messages), 'message')}.")
    endpoint = live_endpoint(base_url, preset, model, key_env)
    if fault and endpoint is not None:
        raise Failure("--fault only works with the embedded model, not with a live endpoint.")
    if both and (up_to is not None or export_ is not None):
        raise Failure("--both sends the entire conversation twice; it cannot be combined with --up-to or --export.")
    is_live_text = output == "text" and export_ is None
    if is_live_text:
        click.echo(_announcement(conversation, endpoint), err=True)
    options = Options(up_to, stream, temperature, max_tokens)
    settings = ReplaySettings(endpoint, target, fault or "", options, recorded_tools)
    with _stop_on_interrupt() as stop:
        if both:
            context.exit(_send_both(conversation, settings, stop, out, output))
        record = send(conversation, settings, stop, _print_event if is_live_text else None)
    if out is not None:
        record.save(out)
    _print(record, output, export_)
    context.exit(0 if record.ended == "answered" else 1)


def _send_both(
    conversation: Conversation, settings: ReplaySettings, stop: threading.Event, out: Path | None, output: str
) -> int:
    from workbench.files import write_atomically
    from workbench.json.text import compact
    from workbench.outputs.as_json import indented
    from workbench.outputs.replay_report import proof_text
    from workbench.replays.proof import send_both

    proof = send_both(conversation, settings, stop)
    if out is not None:
        write_atomically(out, compact(proof.as_json()).encode())
    click.echo(indented(proof.as_json()) if output == "json" else proof_text(proof))
    return 0 if (proof.repaired or proof.original).ended == "answered" else 1


def _announcement(conversation: Conversation, endpoint: Endpoint | None) -> str:
    from workbench.replays.wire_format import conversion_notice

    if endpoint is None:
        return "No endpoint was given, so the embedded model answers. This is a rehearsal; no model is called."
    notice = conversion_notice(conversation, endpoint)
    return f"Sending to {endpoint.model} at {endpoint.as_json()['base_url']}. {notice}".rstrip()


@contextmanager
def _stop_on_interrupt() -> Iterator[threading.Event]:
    """Yield an event that the first Ctrl-C sets, so that the record is kept; a second Ctrl-C ends the program."""
    stop = threading.Event()

    def on_interrupt(number: int, frame: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def _print_event(moment: Moment) -> None:
    """Print text as it arrives, and calls and recorded results on their own lines."""
    from workbench.outputs.replay_report import content_text, tool_answer_line

    if moment.kind == "content":
        click.echo(content_text(moment.value), nl=False)
    elif moment.kind == "waiting":
        click.echo(f"No data for {moment.value} seconds; Ctrl-C stops waiting.", err=True)
    elif moment.kind == "tool":
        click.echo(tool_answer_line(moment.value))


def _print(record: ReplayRecord, output: str, export_: str | None) -> None:
    from workbench.outputs.as_json import indented
    from workbench.outputs.replay_report import outcome
    from workbench.replays.export import NotExportableError, export

    if export_ is not None:
        try:
            click.echo(export(record, export_), nl=False)
        except NotExportableError as error:
            raise Failure(f"{error}.") from error
    elif output == "json":
        click.echo(indented(record.as_json()))
    else:
        click.echo(outcome(record))

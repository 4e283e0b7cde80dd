"""`workbench rehearse`: serve the embedded model for any program that can change its base URL."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure
from workbench.cli.parameters import TARGET

if TYPE_CHECKING:
    from workbench.rehearsal import Rehearsal


@click.command("rehearse", epilog="Example: workbench rehearse --target mistral --keep received/")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="The port; 0 is any free one."
)
@click.option("--target", type=TARGET, help="The provider that it acts as. Default: OpenAI.")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Save each request in this folder.")
@click.option("--recording", multiple=True, metavar="FILE", help="Give the answers recorded in this conversation.")
def command(port: int, target: str | None, keep: Path | None, recording: tuple[str, ...]) -> None:
    """Serve the embedded model on this machine.

    It refuses a history exactly as the chosen provider would, with the same error message, and answers every other
    one without calling a model. Point a program at it to test the program's requests.
    """
    from workbench.outputs.verdict_sentence import counted
    from workbench.rehearsal import Rehearsal
    from workbench.targets import DEFAULT_TARGET

    rehearsal = Rehearsal(target or DEFAULT_TARGET, port, keep)
    for file in recording:
        _add_recording(rehearsal, file, rehearsal.target)
    try:
        rehearsal.start()
    except OSError as error:
        raise Failure(
            f"port {port} cannot be used: {error.strerror}. Choose another one, or any free one with --port 0."
        ) from error
    click.echo(how_to_use(rehearsal.base_url, rehearsal.target, keep))
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        click.echo(f"\nStopped after {counted(rehearsal.requests.count, 'request')}.")
    finally:
        rehearsal.stop()


def how_to_use(base_url: str, target: str, keep: Path | None) -> str:
    from workbench.rehearsal import FAILURES

    saved = f"\nEach request is saved in {keep}; check them with: workbench check {keep}" if keep else ""
    return f"""Rehearsing {target} at {base_url} (no model is called). Stop with Ctrl-C.

  Any program:  export OPENAI_BASE_URL={base_url} OPENAI_API_KEY=none
  Python:       OpenAI(base_url="{base_url}", api_key="none")
  TypeScript:   createOpenAI({{ baseURL: "{base_url}", apiKey: "none" }})
  curl:         curl {base_url}/models

The model's name selects the provider and a fault to simulate: rehearsal-{target}, rehearsal-{target}+cut-stream.
Faults: {", ".join(FAILURES)}.{saved}"""


def _add_recording(rehearsal: Rehearsal, file: str, target: str) -> None:
    from workbench.loading import LoadError, load
    from workbench.replays.embedded_model import add_recording_for_target

    try:
        add_recording_for_target(rehearsal, load(Path(file)), target)
    except LoadError as error:
        raise Failure(str(error)) from error

"""One long-lived node process that is asked about many histories."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import IO, Any, NamedTuple

from tests.oracles.packages import packages_folder


class Answer(NamedTuple):
    made: Any
    """What the SDK made of the history: a prompt, messages, a request body."""
    refused: str | None
    """The name and the words of the exception, if it threw one."""


class Sdk:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def generate(self, version: str, messages: Any, system: Any = None) -> Answer:
        """`generateText` with a model that only remembers the prompt it was given."""
        return self.ask([_question("generate", version, messages, system=system)])[0]

    def convert(self, version: str, messages: Any) -> Answer:
        """`convertToCoreMessages` or `convertToModelMessages`."""
        return self.ask([_question("convert", version, messages)])[0]

    def validate(self, version: str, messages: Any) -> Answer:
        """`validateUIMessages`."""
        return self.ask([_question("validate", version, messages)])[0]

    def send(self, version: str, provider: str, messages: Any, system: Any = None, tools: Sequence[str] = ()) -> Answer:
        """The body that `generateText` posts through the provider's package."""
        asked = _question("send", version, messages, provider=provider, system=system, tools=list(tools))
        return self.ask([asked])[0]

    def ask(self, questions: Sequence[dict[str, Any]]) -> list[Answer]:
        """Many questions at once: they are written while the answers are read."""
        requests, answers = self._pipes()
        writer = Thread(target=_write, args=(requests, questions), daemon=True)
        writer.start()
        read = [json.loads(answers.readline()) for _ in questions]
        writer.join()
        return [Answer(answer.get("made"), answer.get("refused")) for answer in read]

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        requests, answers = self._process.stdin, self._process.stdout
        if requests is None or answers is None:
            raise RuntimeError("the process has no pipes")
        return requests, answers


def _question(ask: str, version: str, messages: Any, **more: Any) -> dict[str, Any]:
    given = {key: value for key, value in more.items() if value is not None}
    return {"ask": ask, "version": version, "messages": messages, **given}


def generations(version: str, histories: Iterable[Any]) -> list[dict[str, Any]]:
    return [_question("generate", version, history) for history in histories]


def _write(pipe: IO[str], questions: Sequence[dict[str, Any]]) -> None:
    for question in questions:
        pipe.write(json.dumps(question) + "\n")
    pipe.flush()


@contextmanager
def running_sdk() -> Iterator[Sdk]:
    script = Path(__file__).with_name("sdk.mjs")
    command = ["node", str(script), str(packages_folder())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Sdk(process)
        finally:
            process.terminate()

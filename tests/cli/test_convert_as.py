"""`--as`: what one program sends, where it converts in its own way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.features import PLAIN
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.patch import apply, replace
from workbench.stages import stages
from workbench.targets import TARGETS

FAILED = apply(
    PLAIN["vercel-v5-model"], [replace("/2/content/0/output", {"type": "error-text", "value": "no such pier"})]
)


@pytest.mark.parametrize(
    ("program", "messages", "sent"),
    [
        ((), PLAIN["vercel-v4-core"], '"The gate is up."'),
        (("--as", "ai@4"), PLAIN["vercel-v4-core"], '"The gate is up."'),
        (("--as", "spec-004"), PLAIN["vercel-v4-core"], "The gate is up."),
        ((), PLAIN["icontent"], "The gate is up."),
        ((), FAILED, "no such pier"),
        (("--as", "ai@7"), FAILED, '{"error":"no such pier"}'),
    ],
)
def test_a_result_is_written_as_the_program_sends_it(
    run: Run, tmp_path: Path, program: tuple[str, ...], messages: list[object], sent: str
) -> None:
    file = tmp_path / "chat.json"
    file.write_text(json.dumps(messages))
    made = run("convert", file, "--to", "openai-chat", *program)
    assert made.exit_code == 0, made.output
    assert json.loads(made.stdout)[2]["content"] == sent


def test_a_program_without_a_way_of_its_own_is_an_error_that_names_those_that_have_one(
    run: Run, saved: Callable[..., Path]
) -> None:
    made = run("trace", saved([{"role": "user", "content": "a"}]), "--to", "openai-chat", "--as", "ai@44")
    assert made.exit_code == 2
    assert "ai@4" in made.output


def test_the_stage_of_ai_sdk_7_shows_a_failed_result_as_an_error() -> None:
    asked = detected(Conversation("asked", FAILED, FAILED), format="vercel-v5-model")
    assert stages(asked, TARGETS["ai@7"]).wire.messages[2]["content"] == '{"error":"no such pier"}'
    assert stages(asked, TARGETS["ai@6"]).wire.messages[2]["content"] == "no such pier"

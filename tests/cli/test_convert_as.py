"""`--as` converts as one program does."""

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
    result = run("convert", file, "--to", "openai-chat", *program)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)[2]["content"] == sent


def test_an_unknown_program_is_an_error_that_names_the_known_ones(run: Run, saved: Callable[..., Path]) -> None:
    result = run("trace", saved([{"role": "user", "content": "a"}]), "--to", "openai-chat", "--as", "ai@44")
    assert result.exit_code == 2
    assert "ai@4" in result.output


def test_the_stage_of_ai_sdk_7_shows_a_failed_result_as_an_error() -> None:
    failed = detected(Conversation("failed", FAILED, FAILED), format="vercel-v5-model")
    assert stages(failed, TARGETS["ai@7"]).wire.messages[2]["content"] == '{"error":"no such pier"}'
    assert stages(failed, TARGETS["ai@6"]).wire.messages[2]["content"] == "no such pier"

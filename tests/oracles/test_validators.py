"""Other programs refuse what we predict that they refuse, and accept what we predict that they accept.

What stays different, and why:

- mistral-common looks neither at the bytes of an image nor at files; Mistral's server does, and the workbench with it.
  That is the only sample of 82 on which the two differ (`openai-chat/image-without-prefix.json`).
- It lets the assistant begin a conversation of several messages, and refuses one that has a single message.
- It renames the role `developer`, which Mistral's server refuses, and passes on an empty list as an answer's content.
- A message of another format among messages of one's own stops a program with a KeyError, and a role of another program
  stops LangGraph. The workbench converts such a history, and judges what the conversion makes of it.
- botocore and the types of openai, anthropic and google-genai judge the shape alone: what they refuse we refuse, and of
  what they take we refuse more, for the order of turns and for pairs. A union in which botocore wants exactly one key
  may be empty for the server's own error, which nobody has recorded: that is a warning.
- protobuf takes `true` for an enum value, because Python takes it for the number 1.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

from tests.oracles import validators
from tests.oracles.agreement import BASE, MUTANTS, agreement, report_for
from tests.oracles.histories import History, base_histories
from tests.oracles.mutants import mutants
from tests.oracles.validators import Validator

NUMBER = 200
BOTH_WAYS = {
    "mistral": ("openai-chat", validators.mistral_common, "mistral_common"),
    "langgraph": ("openai-chat", validators.langgraph, "langgraph"),
    "a2a-sdk@1": ("a2a", validators.a2a_sdk, "a2a"),
}
SHAPES = {
    "bedrock": ("bedrock-converse", validators.botocore, "botocore"),
    "gemini": ("gemini", validators.google_genai, "google.genai"),
    "openai": ("openai-chat", validators.openai_types, "openai"),
    "anthropic": ("anthropic", validators.anthropic_types, "anthropic"),
}
_NOT_LOOKED_AT = {"image-no-data-prefix", "image-empty", "image-data-invalid", "image-media-type-mismatch"}


def need(package: str) -> None:
    if find_spec(package.partition(".")[0]) is not None:
        return
    reason = f"{package} is not installed; the extra `oracles` brings it"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def _histories(format_name: str, broken: bool) -> list[History]:
    return list(mutants(format_name, NUMBER)) if broken else list(base_histories(format_name))


@pytest.mark.parametrize("broken", [False, True], ids=["samples", "mutants"])
@pytest.mark.parametrize("target", BOTH_WAYS)
def test_the_verdict_is_that_of_the_program(target: str, broken: bool) -> None:
    format_name, refusal, package = BOTH_WAYS[target]
    need(package)
    histories = _histories(format_name, broken)
    found = agreement(histories, target, [refusal(history.messages) for history in histories])
    seen = [row for row in found.differences if not (row.we_refuse and row.words in _NOT_LOOKED_AT)]
    assert 1 - len(seen) / found.asked >= (MUTANTS if broken else BASE), found.told()


@pytest.mark.parametrize("broken", [False, True], ids=["samples", "mutants"])
@pytest.mark.parametrize("target", SHAPES)
def test_a_request_that_violates_the_published_schema_is_refused(target: str, broken: bool) -> None:
    format_name, refusal, package = SHAPES[target]
    need(package)
    histories = _histories(format_name, broken)
    missed = [history for history in histories if is_missed(history, target, refusal)]
    assert len(missed) <= (1 - MUTANTS) * len(histories), [history.name for history in missed]


def is_missed(history: History, target: str, refusal: Validator) -> bool:
    return refusal(history.messages) is not None and not report_for(history.messages, target).verdict.refused

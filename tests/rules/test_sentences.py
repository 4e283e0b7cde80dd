"""The sentences of rules quote values of a conversation, which may be of any kind, length and depth."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import workbench.rules
from workbench.checks.check import check
from workbench.json.description import quoted
from workbench.json.text import compact
from workbench.loading import LoadError, load
from workbench.samples import Sample, samples

SOURCES = sorted(Path(workbench.rules.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_no_rule_prints_a_value_as_python_does(source: Path) -> None:
    """Python gives up on deep values."""
    assert re.findall(r"\{[^{}\n]+!r\}", source.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("value", "written"),
    [("call_1", "'call_1'"), ("it's", '"it\'s"'), (None, "null"), (7, "7"), ({"a": [1]}, '{"a":[1]}')],
)
def test_a_value_is_quoted_as_it_is_written(value: Any, written: str) -> None:
    assert quoted(value) == written


def test_a_deep_or_long_value_is_cut() -> None:
    deep: Any = "x"
    for _ in range(100_000):
        deep = [deep]
    assert quoted(deep).endswith("[…")
    assert len(quoted("a" * 10_000)) < 130


_IDENTITIES = {"id", "tool_call_id", "call_id", "callId", "toolCallId", "tool_use_id", "toolUseId"}
_NAMES = {"name", "toolName", "tool_name", "role", "speaker", "state"}
_PYTHON = re.compile(r"\b(None|True|False|dict|str|bool|NoneType)\b(?!')|\{'|\['")


@pytest.mark.parametrize("emptied", [_IDENTITIES, _NAMES, _IDENTITIES | _NAMES], ids=["ids", "names", "both"])
@pytest.mark.parametrize("value", [None, True, {"a": None}], ids=str)
@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_no_sentence_has_a_word_of_python(sample: Sample, value: Any, emptied: set[str]) -> None:
    """A value that is missing or of another kind is described in words or written as JSON."""
    given = sample.load()
    if len(given.messages) > 30:
        pytest.skip("the same sentences as in short samples")
    try:
        broken = load(compact(_with_value(given.payload, emptied, value)).encode())
    except LoadError:
        pytest.skip("no conversation is left")
    texts = [finding.text for target in (None, sample.target) for finding in check(broken, target or None).findings]
    assert [text for text in texts if _PYTHON.search(text)] == []


def _with_value(given: Any, keys: set[str], value: Any) -> Any:
    if isinstance(given, list):
        return [_with_value(item, keys, value) for item in given]
    if isinstance(given, dict):
        return {key: value if key in keys else _with_value(item, keys, value) for key, item in given.items()}
    return given


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ({}, "Whether that is accepted depends on the model, which the file does not name."),
        ({"modelId": "anthropic.claude-3-sonnet-20240229-v1:0"}, "Whether this model accepts that is not known."),
    ],
    ids=["no model", "a model"],
)
def test_a_doubt_about_the_model_says_whether_the_file_names_it(model: dict[str, str], sentence: str) -> None:
    said = [{"role": "user", "content": [{"text": text}]} for text in ("Hello", "Anybody?")]
    (finding,) = check(load(compact({**model, "messages": said}).encode()), "bedrock").findings
    assert finding.text.endswith(sentence)

"""Every rule in words for somebody who has never seen JSON."""

from __future__ import annotations

import re

import pytest

from workbench.outputs.rule_table import targets_with
from workbench.rules import RULES
from workbench.rules.plain_words import PLAIN, plain_sentence

_TECHNICAL = re.compile(r"`|_|\b(JSON|ids?|schema|array|null)\b|[A-Z]{2}\d{3}|\{(?!tool\})", re.IGNORECASE)

_CERTAIN = re.compile(
    r"\b(this|the) (service|model) (does not|cannot|allows|accepts|requires|forbids)\b"
    r"|\bnot (allowed|accepted)|\bwhich cannot",
    re.IGNORECASE,
)
_DOUBTED = [name for name, rule in RULES.items() if targets_with(rule, "warning")]


def test_every_rule_has_a_plain_sentence_and_no_sentence_lacks_its_rule() -> None:
    assert set(PLAIN) == set(RULES)


@pytest.mark.parametrize("rule", PLAIN)
def test_a_plain_sentence_is_one_sentence_without_technical_words(rule: str) -> None:
    sentence = PLAIN[rule]
    assert sentence.endswith(".")
    assert sentence[0].isupper()
    assert not _TECHNICAL.search(sentence), sentence


@pytest.mark.parametrize("rule", PLAIN)
def test_a_plain_sentence_fits_into_a_row_of_the_table_with_a_usual_tool(rule: str) -> None:
    """A row shows three lines of about 35 letters in a window of 1280 pixels."""
    assert len(plain_sentence(rule, "order_document")) <= 105


def test_a_reference_is_called_internal_so_that_nobody_looks_for_it_in_the_chat() -> None:
    bare = re.compile(r"(?<!internal )\breferences?\b")
    assert [sentence for sentence in PLAIN.values() if bare.search(sentence)] == []


def test_thinking_has_one_name() -> None:
    """Otherwise a reader looks for notes or thoughts beside the thinking."""
    other_names = re.compile(r"\b(notes?|thoughts?|reasoning)\b")
    assert [sentence for sentence in PLAIN.values() if other_names.search(sentence)] == []


def test_no_two_rules_of_different_meaning_need_a_code_to_be_told_apart_in_a_chart() -> None:
    twice = {sentence for sentence in PLAIN.values() if list(PLAIN.values()).count(sentence) > 1}
    assert twice <= {"A message has no content."}


def test_the_tool_is_named_where_it_is_known() -> None:
    assert plain_sentence("tool-id-mismatch", "dome_log") == (
        "The answer from the tool “dome_log” can no longer be matched to its question."
    )
    assert plain_sentence("tool-id-mismatch") == "The answer from a tool can no longer be matched to its question."


@pytest.mark.parametrize("rule", _DOUBTED)
def test_a_sentence_about_a_chat_that_may_be_accepted_does_not_state_that_it_is_refused(rule: str) -> None:
    """A rule may be an error for one target and a warning for another."""
    sentence = plain_sentence(rule, is_certain=False)
    claims = [found.group() for found in _CERTAIN.finditer(sentence) if "may not be" not in sentence]
    assert claims == []


def test_a_sentence_states_a_refusal_only_where_it_is_certain() -> None:
    assert plain_sentence("tool-name-too-long").endswith("is longer than this service allows.")
    assert plain_sentence("tool-name-too-long", is_certain=False).endswith("is longer than this service may allow.")
    assert plain_sentence("tools-unsupported-by-model", is_certain=False) == (
        "The application offers tools, but this model may be unable to use any."
    )

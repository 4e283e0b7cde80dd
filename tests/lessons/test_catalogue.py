"""The catalogue of rules: searchable by any word, with the difference between examples marked."""

from __future__ import annotations

from workbench.lessons.catalogue import compared_examples, rules_by_family, rules_matching
from workbench.rules import RULES


def test_every_rule_is_in_one_family() -> None:
    assert sorted(rule.name for rules in rules_by_family().values() for rule in rules) == sorted(RULES)


def test_a_rule_is_found_by_its_code_its_name_and_a_provider_error() -> None:
    assert [rule.name for rule in rules_matching("tc101")] == ["tool-result-orphan"]
    assert "tool-result-orphan" in [rule.name for rule in rules_matching("preceeding tool_calls")]
    assert "format-mixed" in [rule.name for rule in rules_matching("Unsupported role: tool")]


def test_every_rule_has_a_bad_and_a_good_example_that_differ() -> None:
    for rule in RULES.values():
        pairs = compared_examples(rule)
        assert pairs, rule.name
        for pair in pairs:
            assert any(differs for differs, _ in (*pair.bad_lines, *pair.good_lines)), rule.name


def test_only_differences_are_marked() -> None:
    pair = compared_examples(RULES["tool-result-orphan"])[0]
    assert not any(differs for differs, _ in pair.bad_lines)
    assert [line.strip() for differs, line in pair.good_lines if differs and '"name"' in line] == ['"name": "ls",']

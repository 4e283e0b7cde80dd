"""One violation gives one finding: that of the rule that knows the cause, and not also that of the schema."""

from __future__ import annotations

import pytest

from workbench.checks.check import check
from workbench.loading import load


@pytest.mark.parametrize(
    ("history", "rule"),
    [
        ('[{"role": "user", "content": {"text": "a"}}]', "content-type-mismatch"),
        ('[{"role": "user", "content": null}]', "content-null"),
        ('[{"role": "user", "content": [{"text": "a"}]}]', "content-part-type-missing"),
        ('[{"role": "narrator", "content": "a"}]', "role-unsupported"),
    ],
)
def test_a_fault_that_a_rule_knows_is_found_once(history: str, rule: str) -> None:
    report = check(load(history.encode(), format="openai-chat"), "openai")
    assert [finding.rule for finding in report.findings if finding.severity != "info"] == [rule]


def test_a_fault_elsewhere_in_the_same_message_is_still_found() -> None:
    history = '[{"role": "user", "content": [{"type": "text"}], "name": 5}]'
    report = check(load(history.encode(), format="openai-chat"), "openai")
    assert {(finding.rule, finding.at) for finding in report.errors} == {
        ("field-missing", "/0/content/0"),
        ("field-wrong-type", "/0/name"),
    }


def test_a_doubt_about_the_roles_of_neighbours_does_not_hide_a_message_without_content() -> None:
    history = '[{"role": "user", "content": [{"text": "Hello"}]}, {"role": "user"}]'
    report = check(load(history.encode(), format="bedrock-converse"), "bedrock")
    assert [(finding.rule, finding.at) for finding in report.errors] == [("field-missing", "/1")]

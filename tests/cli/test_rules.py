from __future__ import annotations

import json

from tests.cli.conftest import Run
from workbench.rules import RULES


def test_every_rule_is_listed_in_every_output_format(run: Run) -> None:
    text, markdown = run("rules").stdout, run("rules", "--output", "markdown").stdout
    rows = {row["code"]: row for row in json.loads(run("rules", "--output", "json").stdout)}
    assert len(markdown.splitlines()) == len(RULES) + 2
    for rule in RULES.values():
        assert rule.code in text
        assert f"| {rule.code} | `{rule.name}` |" in markdown
        assert rows[rule.code]["name"] == rule.name
    assert rows["TC101"]["severity"]["openai"] == "error"

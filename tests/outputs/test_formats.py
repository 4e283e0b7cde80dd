"""SARIF, JUnit and GitHub annotations have the structure that their readers expect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema  # type: ignore[import-untyped]  # it ships no types
import pytest

from workbench.checks.check import check
from workbench.json.style import in_the_style_of
from workbench.loading import load
from workbench.outputs.github import github_report
from workbench.outputs.junit import junit_report
from workbench.outputs.row import Row, exit_code
from workbench.outputs.sarif import sarif_report

ORPHAN = [
    {"role": "user", "content": "List the files."},
    {"role": "tool", "tool_call_id": "a%b,c:\x00", "content": "a.txt"},
]
_TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
_LOCATION = {
    "type": "object",
    "properties": {
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "properties": {"uri": {"type": "string", "pattern": "^[!-~]+$"}},
                    "additionalProperties": False,
                },
                "region": {
                    "type": "object",
                    "properties": {
                        "startLine": {"type": "integer", "minimum": 1},
                        "startColumn": {"type": "integer", "minimum": 1},
                    },
                    "additionalProperties": False,
                },
            },
            "additionalProperties": False,
        },
        "logicalLocations": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"fullyQualifiedName": {"type": "string"}, "decoratedName": {"type": "string"}},
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
_LEVEL = {"enum": ["none", "note", "warning", "error"]}
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool"],
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "properties": {
                                    "name": {"type": "string"},
                                    "version": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "properties": {
                                                "id": {"type": "string"},
                                                "name": {"type": "string"},
                                                "shortDescription": _TEXT,
                                                "fullDescription": _TEXT,
                                                "help": _TEXT,
                                                "defaultConfiguration": {
                                                    "type": "object",
                                                    "properties": {"level": _LEVEL},
                                                    "additionalProperties": False,
                                                },
                                                "properties": {"type": "object"},
                                            },
                                            "additionalProperties": False,
                                        },
                                    },
                                },
                                "additionalProperties": False,
                            }
                        },
                        "additionalProperties": False,
                    },
                    "invocations": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["executionSuccessful"],
                            "properties": {
                                "executionSuccessful": {"type": "boolean"},
                                "toolExecutionNotifications": {
                                    "type": "array",
                                    "items": {
                                        "type": "object",
                                        "required": ["message"],
                                        "properties": {
                                            "level": _LEVEL,
                                            "message": _TEXT,
                                            "locations": {"type": "array", "items": _LOCATION},
                                        },
                                        "additionalProperties": False,
                                    },
                                },
                            },
                            "additionalProperties": False,
                        },
                    },
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "properties": {"type": "object"},
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message"],
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": _LEVEL,
                                "message": _TEXT,
                                "locations": {"type": "array", "items": _LOCATION},
                                "relatedLocations": {"type": "array", "uniqueItems": True, "items": _LOCATION},
                                "partialFingerprints": {
                                    "type": "object",
                                    "additionalProperties": {"type": "string"},
                                },
                                "properties": {"type": "object"},
                            },
                            "additionalProperties": False,
                        },
                    },
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
"""The part of SARIF 2.1.0 that the report uses. A new key must be checked against the standard and added here."""


@pytest.fixture
def rows(tmp_path: Path) -> list[Row]:
    path = tmp_path / "a b.json"
    path.write_text(json.dumps(ORPHAN, indent=1))
    return [Row(str(path), report=check(load(path))), Row("gone.json", error="gone.json: found no readable file.")]


def test_sarif_fits_its_schema_and_points_at_the_line(rows: list[Row]) -> None:
    log: Any = sarif_report(rows)
    jsonschema.validate(log, SARIF)
    [run] = log["runs"]
    result = next(result for result in run["results"] if result["ruleId"] == "TC101")
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "TC101"
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"].endswith("/a%20b.json")
    assert physical["region"]["startLine"] == 6
    assert run["invocations"][0]["executionSuccessful"] is False


def test_every_sample_yields_valid_sarif() -> None:
    samples = sorted((Path(__file__).parents[2] / "sample_histories" / "icontent").glob("*.json"))
    jsonschema.validate(sarif_report(Row(str(path), report=check(load(path))) for path in samples), SARIF)


def test_junit_has_a_case_per_file_with_failures_and_errors(rows: list[Row]) -> None:
    root = ElementTree.fromstring(junit_report(rows))
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("2", "1", "1")
    refused, unread = root.iter("testcase")
    failure = refused.find("failure")
    assert failure is not None
    assert "TC101 tool-result-orphan at messages[1]" in (failure.text or "")
    assert "\x00" not in (failure.text or "")
    assert unread.find("error") is not None


def test_github_annotations_escape_special_characters(rows: list[Row]) -> None:
    lines = list(github_report(rows))
    orphan = next(line for line in lines if "TC101" in line)
    properties, _, message = orphan.removeprefix("::error ").partition("::")
    assert dict(item.split("=") for item in properties.split(","))["line"] == "6"
    assert "title=TC101 tool-result-orphan" in properties
    assert "a%25b,c:" in message
    assert "%0AOpenAI would say: " in message
    assert all("\n" not in line for line in lines)
    assert lines[-1] == "::error file=gone.json,title=unreadable::gone.json: found no readable file."


def test_the_exit_code_reports_the_worst_result(rows: list[Row]) -> None:
    assert (exit_code(rows), exit_code(rows[:1]), exit_code([])) == (2, 1, 0)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": [1, "é"]}',
        '{"a":[1,"\\u00e9"]}',
        '{\n  "a": [\n    1\n  ]\n}\n',
        '{\r\n\t"a": {\r\n\t\t"b": null\r\n\t}\r\n}',
    ],
)
def test_a_document_is_written_in_the_style_of_its_file(text: str) -> None:
    value: Any = json.loads(text)
    assert in_the_style_of(text, value) == text

"""`check --output junit`: one test case per conversation and target, for the test reports of CI services."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree

from workbench.checks.findings import Finding
from workbench.outputs.row import Row
from workbench.outputs.visible import visible_lines
from workbench.readable_place import readable_place

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_report(rows: Iterable[Row]) -> str:
    rows = list(rows)
    failures = sum(row.report is not None and bool(row.report.errors) for row in rows)
    errors = sum(row.error is not None for row in rows)
    counts = {"tests": str(len(rows)), "failures": str(failures), "errors": str(errors)}
    root = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(root, "testsuite", {"name": "workbench check", **counts})
    for row in rows:
        _case(suite, row)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _case(suite: ElementTree.Element, row: Row) -> None:
    target = row.report.target.name if row.report else "unread"
    case = ElementTree.SubElement(suite, "testcase", {"name": _legal(row.title), "classname": f"workbench.{target}"})
    if row.report is None:
        ElementTree.SubElement(case, "error", {"message": _legal(row.error or ""), "type": "unreadable"})
        return
    if errors := row.report.errors:
        message = row.report.verdict.words or errors[0].text
        failure = ElementTree.SubElement(case, "failure", {"message": _legal(message), "type": errors[0].rule})
        failure.text = "\n".join(_line(finding, row) for finding in errors)
    if others := [finding for finding in row.report.findings if finding.severity != "error"]:
        ElementTree.SubElement(case, "system-out").text = "\n".join(_line(finding, row) for finding in others)


def _line(finding: Finding, row: Row) -> str:
    assert row.report is not None
    place = readable_place(row.report.conversation, finding.at)
    return _legal(f"{finding.severity} {finding.code} {finding.rule} at {place}: {finding.text}")


def _legal(text: str) -> str:
    """Replace the characters that XML cannot represent."""
    return _NOT_IN_XML.sub("\ufffd", visible_lines(text))

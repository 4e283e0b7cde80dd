"""Broken histories in the shapes that people meet: each is named by its rule, for its target, at its place.

The data are in `real_shapes/`, one file per format and one for histories on their way to another; a row added there
is a test.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.detection import detected
from workbench.loading import load
from workbench.repairs.repair import repair

SHAPES: list[Any] = [
    {**row, "file": path.stem}
    for path in sorted((Path(__file__).parent / "real_shapes").glob("*.json"))
    for row in json.loads(path.read_text())
]


def named(shape: Any) -> str:
    return f"{shape['file']}: {shape['name']}, for {shape['target']}"


def checked(shape: Any) -> Report:
    conversation = detected(load(json.dumps(shape["history"])), target=shape["target"])
    return check(conversation, shape["target"])


def is_near(found: str, place: str) -> bool:
    """At the place, inside it, or directly above it."""
    return f"{found}/".startswith(f"{place}/") or found == place.rpartition("/")[0]


@pytest.mark.parametrize("shape", SHAPES, ids=named)
def test_the_fault_is_named_at_its_place(shape: Any) -> None:
    findings = checked(shape).findings
    near = [finding for finding in findings if finding.rule == shape["rule"] and is_near(finding.at, shape["at"])]
    assert near, [(finding.rule, finding.at, finding.severity) for finding in findings]


BEYOND_SAFE_REPAIR = {
    "role-first-not-user": "what the user said first is not in the file",
    "role-order-gemini": "what the user said first is not in the file",
    "role-last-assistant": "what the user says next is not in the file",
    "role-order-mistral": "where a system prompt is is part of what it says",
    "role-system-misplaced": "in a bare list there is no place for the system prompt",
    "ui-message-as-model-message": "the file would be of another format",
    "ui-parts-missing": "the file would be of another format",
    "format-wrong-for-target": "the file would be of another format",
    "sdk-version-shape": "the file would be of another format",
    "role-unsupported": "which role was meant is not known",
    "thinking-missing-before-tool-use": "thoughts that are gone cannot be made up",
    "thinking-present-while-disabled": "the thought would be lost",
    "media-type-unsupported": "the file would have to be converted",
    "media-unsupported-by-model": "the file would have to be fetched",
    "thinking-signature-missing": "a signature cannot be made up, and the thought would be lost",
    "tool-name-empty": "which tool it was is not in the file",
    "tool-config-missing": "what arguments the tools take is not in the file",
    "tool-name-bad-chars": "a tool that the request defines must be renamed in the program that runs it",
    "server-tool-result-orphan": "what the provider's own tool was asked is not in the file",
    "tool-id-bad-chars": "the id of a tool that the provider runs is the provider's",
    "image-data-invalid": "the bytes are not in the file",
    "image-empty": "the bytes are not in the file",
    "image-media-type-unsupported": "the image would have to be converted",
    "content-part-unsupported": "the part would be lost",
    "messages-empty": "there is nothing to send",
    "content-type-mismatch": "who says a bare string is not known",
    "a2a-parts-empty": "what was said is not in the file",
}
"""Rules that some history can break so that no safe fix repairs it, each with the reason."""


@pytest.mark.parametrize("shape", SHAPES, ids=named)
def test_safe_repair_leaves_only_what_cannot_be_mended_safely(shape: Any) -> None:
    conversation = checked(shape).conversation
    repaired = repair(conversation, shape["target"], mind_others=False)
    left = {finding.rule for finding in repaired.remaining}
    assert left <= BEYOND_SAFE_REPAIR.keys()
    again = repair(repaired.conversation, shape["target"], mind_others=False)
    assert again.conversation.payload == repaired.conversation.payload

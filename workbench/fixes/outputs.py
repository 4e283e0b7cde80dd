"""What a tool gave back: written so that none of it falls out on the way."""

from __future__ import annotations

import ast

from workbench.checks.findings import Finding, Fix
from workbench.fixes.contract import RepairContext, fixer
from workbench.json.patch import add, replace
from workbench.json.text import Json, compact
from workbench.rules.losses import looks_like_python


@fixer("error-text-lost")
def keep_error_text(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    error = context.value(finding.at)
    if result is None or not isinstance(error, str):
        return None
    if result.value in (None, "", [], {}):
        value: Json = error
    elif isinstance(result.value, str):
        value = f"{result.value}\n{error}"
    else:
        return None
    why = "The words are copied to where the model reads; they also stay where they are."
    return Fix("Keep the text", (add(context.at(result, "value"), value),), True, why, 0.95)


@fixer("falsy-result-erased")
def write_null_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    if result is None:
        return None
    return Fix(
        "Write the value as text", (replace(finding.at, compact(result.value)),), True, "The same value, as text.", 0.8
    )


@fixer("python-repr-output")
def python_as_json(context: RepairContext, finding: Finding) -> Fix | None:
    text = context.value(finding.at)
    if not isinstance(text, str) or not looks_like_python(text):
        return None
    try:
        value = ast.literal_eval(text.strip())
        written = compact(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return Fix("Write it as JSON", (replace(finding.at, written),), True, "The same data, in JSON.", 0.95)

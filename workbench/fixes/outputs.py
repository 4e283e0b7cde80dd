"""What a tool gave back: written so that none of it falls out on the way."""

from __future__ import annotations

import ast

from workbench.findings import Finding, Fix
from workbench.fixes.contract import Patient, fixer
from workbench.jsontext import Json, compact
from workbench.patch import add, replace
from workbench.rules.losses import looks_like_python


@fixer("error-text-lost")
def keep_error_text(patient: Patient, finding: Finding) -> Fix | None:
    result = patient.event(finding.at, "result")
    error = patient.value(finding.at)
    if result is None or not isinstance(error, str):
        return None
    if result.value in (None, "", [], {}):
        value: Json = error
    elif isinstance(result.value, str):
        value = f"{result.value}\n{error}"
    else:
        return None
    why = "The words are copied to where the model reads; they also stay where they are."
    return Fix("Keep the text", (add(patient.at(result, "value"), value),), True, why, 0.95)


@fixer("falsy-result-erased")
def write_null_as_text(patient: Patient, finding: Finding) -> Fix | None:
    result = patient.event(finding.at, "result")
    if result is None:
        return None
    return Fix(
        "Write the value as text", (replace(finding.at, compact(result.value)),), True, "The same value, as text.", 0.8
    )


@fixer("python-repr-output")
def python_as_json(patient: Patient, finding: Finding) -> Fix | None:
    text = patient.value(finding.at)
    if not isinstance(text, str) or not looks_like_python(text):
        return None
    try:
        value = ast.literal_eval(text.strip())
        written = compact(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return Fix("Write it as JSON", (replace(finding.at, written),), True, "The same data, in JSON.", 0.95)

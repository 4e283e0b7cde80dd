"""AWS: botocore checks a request before it is sent; the service checks the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workbench.json.description import as_python
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.families.contract import Family, bracketed
from workbench.targets.refusal_words import Words

_CLIENT = "ParamValidationError"
_SERVICE = "ValidationException"


def _listed(values: Sequence[str]) -> str:
    return f"[{', '.join(values)}]"


def _got(value: object) -> str:
    return f"{value if isinstance(value, str) else as_python(value)}, type: {type(value)}"


def _by_client(sentence: str) -> Words:
    return Words(f"Parameter validation failed:\n{sentence}", type=_CLIENT)


def _by_service(constraint: str) -> Words:
    return Words(
        f"1 validation error detected: Value '{{value}}' at '{{path}}' failed to satisfy constraint: {constraint}",
        type=_SERVICE,
    )


def _place(path: Path, values: Sequence[Json]) -> str:
    return bracketed(path) or "input"


def _service_place(path: Path, values: Sequence[Json]) -> str:
    """`toolConfig.tools.1.member.toolSpec.name`: the service's notation, which counts from one."""
    return ".".join(f"{step + 1}.member" if isinstance(step, int) else step for step in path)


AWS_WORDS = Family(
    name="aws",
    place=_place,
    places={"value": _service_place, "length:max": _service_place, "pattern": _service_place},
    list_values=_listed,
    expected={
        "string": "<class 'str'>",
        "integer": "<class 'int'>",
        "number": "<class 'float'>, <class 'int'>",
        "boolean": "<class 'bool'>",
        "array": "<class 'list'>, <class 'tuple'>",
        "object": "<class 'dict'>",
        "null": "<class 'NoneType'>",
    },
    join_expected=", ".join,
    got=_got,
    sentences={
        "missing": _by_client('Missing required parameter in {holder}: "{field}"'),
        "unknown": _by_client('Unknown parameter in {holder}: "{field}"'),
        "type": _by_client("Invalid type for parameter {path}, value: {got}, valid types: {expected}"),
        "value": _by_service("Member must satisfy enum value set: {allowed}"),
        "length:min": _by_client("Invalid length for parameter {path}, value: {length}, valid min length: {limit}"),
        "length:max": _by_service("Member must have length less than or equal to {limit}"),
        "range:min": _by_client("Invalid range for parameter {path}, value: {value}, valid min value: {limit}"),
        "range:max": _by_service("Member must have value less than or equal to {limit}"),
        "pattern": _by_service("Member must satisfy regular expression pattern: {pattern}"),
    },
)

MALFORMED_WORDS = replace(
    AWS_WORDS,
    name="malformed",
    place=lambda path, values: "#" + "".join(f"/{step}" for step in path),
    places={},
    sentences={
        "unknown": Words(
            "Malformed input request: {holder}: extraneous key [{field}] is not permitted, please reformat your input "
            "and try again.",
            type=_SERVICE,
        ),
    },
)
"""The service's messages for a request that breaks its schema of a model; places are pointers."""

"""Turn what readers of other notations return into plain JSON: Python literals, YAML, Parquet, msgpack, SQLite.

All code behind the readers expects JSON. A date, bytes, a set or a key that is a number would fail far from the reader.
"""

from __future__ import annotations

import ast
import base64
import warnings

from workbench.json.text import Json

_ATOMS = (str, bool, int, float, type(None))
_MAX_BITS = 8_000
"""Python writes no number of more than 4,300 digits, unless it is hexadecimal."""


def plain(value: object) -> Json:
    """Return the value as JSON; what is JSON already is returned unchanged, not copied.

    Keys become strings and sequences lists. Bytes become the text that they encode, else Base64. Any other object
    becomes its text, as does a number that is too long to be written.
    """
    if type(value) is int and value.bit_length() > _MAX_BITS:
        return hex(value)
    if type(value) in _ATOMS:
        return value
    if isinstance(value, dict):
        made = {_key(key): plain(item) for key, item in value.items()}
        is_same = all(map(_is, (*value, *value.values()), (*made, *made.values())))
        return value if type(value) is dict and is_same else made
    if isinstance(value, (list, tuple)):
        items = [plain(item) for item in value]
        return value if type(value) is list and all(map(_is, value, items)) else items
    if isinstance(value, (set, frozenset)):
        return [plain(item) for item in sorted(value, key=repr)]
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _text(bytes(value))
    return str(value)


def literal_in(text: str) -> Json:
    """Return the value of a Python literal as JSON, or None if the text is not one."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return literal_at(ast.parse(text.strip(), mode="eval").body)
    except (ValueError, SyntaxError, MemoryError, RecursionError, OverflowError):
        return None


def literal_at(node: ast.expr) -> Json:
    """Return the value of a literal as JSON. Raise ValueError for anything else, such as a call.

    A set is read in its written order; Python itself would keep none.
    """
    if isinstance(node, ast.Dict):
        return {_literal_key(key): literal_at(item) for key, item in zip(node.keys, node.values, strict=True)}
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return [literal_at(item) for item in node.elts]
    return plain(ast.literal_eval(node))


def _literal_key(node: ast.expr | None) -> str:
    if node is None or isinstance(node, (ast.List, ast.Dict, ast.Set)):  # `{**other}`, or a key that Python refuses
        raise ValueError("not a literal")
    return _key(ast.literal_eval(node))


def _key(key: object) -> str:
    return key if isinstance(key, str) else _text(key) if isinstance(key, bytes) else str(key)


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return base64.b64encode(data).decode()


def _is(one: object, other: object) -> bool:
    return one is other

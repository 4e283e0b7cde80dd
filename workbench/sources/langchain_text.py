"""LangChain messages printed by `repr` or `pretty_print`: parsed as literals, never executed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from workbench.json.plain_values import literal_at
from workbench.json.text import Json
from workbench.sources.contract import TEXT, Found, Material, NothingToJudgeError, Source
from workbench.sources.langchain_messages import langchain_in
from workbench.sources.reading import as_text

_REPR = re.compile(r"\b(?:Human|AI|System|Tool|Function|Chat)Message(?:Chunk)?\(\s*(?:content|lc_)\s*=")
_HEADING = re.compile(r"^=+ (Human|Ai|System|Tool|Function) Message =+\s*$", re.MULTILINE)
_TYPE_OF_HEADING = {"Human": "human", "Ai": "ai", "System": "system", "Tool": "tool", "Function": "function"}
_CALL = re.compile(
    r"^  (?P<name>[\w.-]+) \((?P<id>[^)]+)\)\n Call ID: (?P<call>\S+)\n  Args:\n(?P<args>(?:    .*\n?)*)", re.M
)
_EXAMPLE_SHARE, _CODE_SHARE = 100, 10
"""Printed messages are an example in a document if they are less than a hundredth of it. If one of them has a variable
in it (`content=question`), nobody printed them, and a tenth is enough."""


def recognise(material: Material) -> bool:
    text = as_text(material.value)
    return bool(_REPR.search(text) or _HEADING.search(text))


def read(material: Material) -> Iterator[Found]:
    text = as_text(material.value)
    printed = list(_constructors(text))
    if _are_examples(printed, text):
        raise NothingToJudgeError("its messages are examples in a longer text; paste them alone")
    messages = [_from_repr(call) for _, _, call in printed] or list(_from_headings(text))
    found = langchain_in(messages, ())
    if found is not None:
        yield replace(found, decoded={(): messages})


def _are_examples(printed: list[tuple[int, int, ast.Call]], text: str) -> bool:
    """Whether the constructors are part of a document or a program that is about something else."""
    length = sum(end - start for start, end, _ in printed)
    share = _CODE_SHARE if any(_has_variable(call) for _, _, call in printed) else _EXAMPLE_SHARE
    return bool(printed) and length * share < len(text.strip())


def _has_variable(call: ast.Call) -> bool:
    fields = {keyword.arg: keyword.value for keyword in call.keywords}
    return isinstance(fields.get("content"), (ast.Name, ast.Attribute, ast.Subscript, ast.JoinedStr, ast.BinOp))


def _from_repr(call: ast.Call) -> Json:
    fields = {keyword.arg: _literal(keyword) for keyword in call.keywords if keyword.arg}
    return {"lc": 1, "type": "constructor", "id": [_name(call)], "kwargs": fields}


def _constructors(text: str) -> Iterator[tuple[int, int, ast.Call]]:
    """Yield the start, the end and the call of every message constructor anywhere in the text, in order."""
    for found in _REPR.finditer(text):
        end = _closing(text, found.start())
        try:
            call = ast.parse(text[found.start() : end], mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        if isinstance(call, ast.Call) and _name(call):
            yield found.start(), end, call


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _closing(text: str, start: int) -> int:
    """Return the index after the bracket that closes the first one. Quoted strings are skipped."""
    depth, quote, index = 0, "", start
    while index < len(text):
        character = text[index]
        if quote:
            if character == "\\":
                index += 1
            elif character == quote:
                quote = ""
        elif character in "\"'":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth == 0:
                return index + 1
        index += 1
    return len(text)


def _literal(keyword: ast.keyword) -> Json:
    """Return the value of a literal. Of anything else, such as a nested constructor, only content keeps its text."""
    try:
        return literal_at(keyword.value)
    except (ValueError, RecursionError, MemoryError):
        return ast.unparse(keyword.value) if keyword.arg == "content" else None


def _from_headings(text: str) -> Iterator[Json]:
    """Yield messages written by `pretty_print`. It omits call ids of results, so results pair by name and order."""
    headings = list(_HEADING.finditer(text))
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    waiting: list[Json] = []
    for heading, end in zip(headings, ends, strict=False):
        body = text[heading.end() : end].strip("\n")
        kind = _TYPE_OF_HEADING[heading[1]]
        name = re.match(r"Name: (\S+)\n+", body)
        calls = [_call(found) for found in _CALL.finditer(body + "\n")]
        words = body[name.end() :] if name else body
        words = words.split("Tool Calls:\n")[0].strip() if calls else words.strip()
        data: dict[str, Json] = {"content": words, "tool_calls": calls, "name": name and name[1]}
        waiting += calls
        if kind == "tool":
            data["tool_call_id"] = _answered(waiting, data["name"])
        yield {"type": kind, "data": data}


def _answered(waiting: list[Any], name: object) -> Json:
    call: Any = next((call for call in waiting if call["name"] == name), waiting[0] if waiting else None)
    if call is None:
        return None
    waiting.remove(call)
    return call["id"]


def _call(found: re.Match[str]) -> Json:
    lines = (line.strip().partition(": ") for line in found["args"].splitlines())
    return {"name": found["name"], "id": found["call"], "args": {key: value for key, _, value in lines if key}}


SOURCE = Source("langchain", "printout of LangChain messages", recognise, read, frozenset({TEXT}))

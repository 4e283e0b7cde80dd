"""How the work grows with the size of shapes that once took a minute or a gigabyte: twice the size, how many times?

    python -m tests.benchmarks.shapes [name …]

Each shape is measured at a size and at twice that size by turns, in processor time; the fastest run of each counts,
because other programs can only make a run slower. 2 is linear, and quadratic work would be 4. Ends with 1 if a shape
grows more than `LIMIT` allows, so that it can be run as a gate by hand. No test asserts it: what a loaded machine
measures is no fault of the code.
"""

from __future__ import annotations

import gzip
import io
import shlex
import sys
import time
import zipfile
from collections.abc import Callable
from typing import Any, NamedTuple

from workbench.checks.check import check
from workbench.checks.journeys import Journeys
from workbench.checks.preflight import preflight
from workbench.json.text import compact
from workbench.loading import LoadError, load
from workbench.repairs.fixes import with_fixes
from workbench.repairs.repair import repair
from workbench.targets import TARGETS
from workbench.view.window import Look, View

LIMIT = 3.0
"""Twice the size may take so many times as long."""
RUNS = 5
"""How often each size is measured. Three runs are enough for a shape that takes seconds."""
_LONG = 1.0
_TOO_SHORT = 0.002
"""Seconds. What takes less is refused before it is read, and its growth cannot be measured."""


class Shape(NamedTuple):
    name: str
    size: int
    make: Callable[[int], bytes]
    work: Callable[[bytes], object]


def finished_steps(count: int) -> bytes:
    parts: list[Any] = []
    for number in range(count):
        tool = {"type": "tool-read", "toolCallId": f"call_{number}", "state": "output-available"}
        parts += [{"type": "step-start"}, {"type": "text", "text": f"Step {number}"}]
        parts.append({**tool, "input": {"path": f"{number}.ts"}, "output": {"text": "x" * 200}})
    return compact([{"id": "m1", "role": "assistant", "parts": parts}]).encode()


def calls(count: int, answered: bool = True, ids: int | None = None) -> list[Any]:
    names = [f"call_{number % (ids or count)}" for number in range(count)]
    made = [{"id": name, "type": "function", "function": {"name": "look", "arguments": "{}"}} for name in names]
    results = [{"role": "tool", "tool_call_id": name, "content": f"seen {at}"} for at, name in enumerate(names)]
    user = {"role": "user", "content": "Go on."}
    return [user, {"role": "assistant", "content": None, "tool_calls": made}, *(results if answered else []), user]


def parallel_calls(count: int) -> bytes:
    return compact(calls(count)).encode()


def unanswered_calls(count: int) -> bytes:
    return compact(calls(count, answered=False)).encode()


def unanswered_blocks(count: int) -> bytes:
    calls = [{"toolUse": {"toolUseId": f"tooluse_{at}", "name": "look", "input": {}}} for at in range(count)]
    turns = [("user", [{"text": "Look."}]), ("assistant", calls), ("user", [{"text": "Go on."}])]
    return compact([{"role": role, "content": content} for role, content in turns]).encode()


def faulty_tools(count: int) -> bytes:
    schema = {"type": "OBJECT", "properties": {"path": {"type": "STRING"}}, "required": ["path", 3]}
    tools = [{"name": f"look_{at}", "description": "Looks.", "parameters": schema} for at in range(count)]
    contents = [{"role": "user", "parts": [{"text": "Look."}]}]
    return compact({"contents": contents, "tools": [{"functionDeclarations": tools}]}).encode()


def pairs_of_one_id(count: int) -> bytes:
    return compact(calls(count, ids=1)).encode()


def orphans(count: int) -> bytes:
    blocks = [{"type": "tool_result", "tool_use_id": f"toolu_{at}", "content": f"seen {at}"} for at in range(count)]
    return compact([{"role": "user", "content": blocks}]).encode()


def faults_of_many_kinds(count: int) -> bytes:
    """Turns with a result and a call without each other, an empty text, a wrong id, a bad image and an odd role."""
    messages: list[Any] = []
    for at in range(count):
        use = {"toolUseId": f"bad id {at}", "name": "bad name", "input": "x"}
        messages += [
            {"role": "user", "content": [{"toolResult": {"toolUseId": f"gone_{at}", "content": [{"text": f"a{at}"}]}}]},
            {"role": "assistant", "content": [{"toolUse": {"toolUseId": f"open_{at}", "name": "look", "input": {}}}]},
            {"role": "user", "content": [{"text": ""}, {"text": f"said {at}"}]},
            {"role": "assistant", "content": [{"toolUse": use}]},
            {"role": "user", "content": [{"toolResult": {"toolUseId": f"call_{at}", "content": f"seen {at}"}}]},
            {"role": "user", "content": [{"image": {"format": "bmp", "source": {"bytes": f"%%{at}"}}}]},
            {"role": "narrator", "content": [{"text": f"told {at}"}]},
        ]
    return compact({"modelId": "anthropic.claude-3", "messages": messages}).encode()


def faults_beside_an_inseparable_pair(count: int, pairs: int = 1) -> bytes:
    """Faults of many kinds after calls and results without an id: a fix of one of these separates it from the other."""
    use = {"type": "tool_use", "name": "look", "input": {}}
    result = {"type": "tool_result", "content": "seen"}
    unnamed = {**result, "tool_use_id": ""}
    messages: list[Any] = [
        {"role": "assistant", "content": [{**use, "id": ""}, {**use, "id": ""}]},
        {"role": "user", "content": [unnamed]},
        {"role": "user", "content": [{**unnamed, "content": "far"}, {**unnamed, "content": "near"}]},
    ] * pairs
    for at in range(count):
        messages += [
            {"role": "user", "content": [{**result, "tool_use_id": f"gone_{at}"}]},
            {"role": "assistant", "content": [{**use, "id": f"open_{at}"}]},
            {"role": "user", "content": [{"type": "text", "text": ""}, {"type": "text", "text": f"said {at}"}]},
            {"role": "assistant", "content": None},
            {"role": "user", "content": [{"type": "text", "text": f"asked {at}", "extra": None}]},
            {"role": "user", "content": []},
        ]
    return compact({"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": messages}).encode()


def messages_of_an_older_version(count: int) -> bytes:
    """Messages of A2A 0.3, which version 1 refuses: each role and each part."""
    part = {"kind": "text", "text": "Look."}
    message = {"kind": "message", "parts": [part]}
    messages = [{**message, "messageId": f"m{at}", "role": ("user", "agent")[at % 2]} for at in range(count)]
    return compact(messages).encode()


def repeated_calls(count: int) -> bytes:
    """One turn of two calls again and again, without a result: every id is a duplicate."""
    call = {"type": "tool_use", "name": "look", "input": {}}
    turn = {"role": "assistant", "content": [{**call, "id": "toolu_1"}, {**call, "id": "toolu_2"}]}
    return compact([turn] * count).encode()


def long_arguments(count: int) -> bytes:
    """One call with many small values in its arguments."""
    values = compact({"values": [{f"key{at}": f"word {at}"} for at in range(count)]})
    call = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": values}}
    return compact([calls(0)[0], {"role": "assistant", "content": None, "tool_calls": [call]}]).encode()


def deep_arguments(count: int) -> bytes:
    """One call with many small values deep in its arguments."""
    value: Any = [{f"key{at}": f"word {at}"} for at in range(count)]
    for _ in range(200):
        value = {"inside": value}
    call = {"functionCall": {"name": "look", "args": value}}
    return compact([{"role": "user", "parts": [{"text": "Go on."}]}, {"role": "model", "parts": [call]}]).encode()


def wrapped_calls(count: int) -> bytes:
    """The input of a recorded call in wrappers of wrappers."""
    value: Any = {"comment": "no messages"}
    for _ in range(count):
        value = {"kwargs": {"input": [[value]]}}
    return compact({"trace": {"id": "1"}, "observations": [{"id": "2", "type": "GENERATION", "input": value}]}).encode()


def curl(count: int) -> bytes:
    body = compact({"model": "gpt-5", "messages": [{"role": "user", "content": "word " * count}]})
    return f"curl https://api.openai.com/v1/chat/completions -d {shlex.quote(body)}".encode()


def packed(count: int) -> bytes:
    return gzip.compress(b" " * count)


def zipped(count: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("chat.json", b" " * count)
    return stream.getvalue()


def repeated(piece: str) -> Callable[[int], bytes]:
    return lambda count: (piece * count).encode()


def loaded(data: bytes) -> object:
    try:
        return load(data)
    except LoadError as error:
        return error


def checked(data: bytes) -> object:
    return check(load(data), "openai")


def checked_for_all(data: bytes) -> object:
    conversation = load(data)
    journeys = Journeys(conversation)
    return [with_fixes(check(conversation, target, journeys=journeys)) for target in TARGETS]


def repaired_for_adk(data: bytes) -> object:
    return repair(load(data), "google-adk")


def drawn(data: bytes) -> object:
    return View(check(load(data), "anthropic")).window(Look())


SHAPES = (
    Shape("steps finished in one turn: check", 200, finished_steps, checked),
    Shape("steps finished in one turn: check for all targets", 200, finished_steps, checked_for_all),
    Shape("steps finished in one turn: page", 200, finished_steps, drawn),
    Shape("parallel calls: before a switch", 200, parallel_calls, lambda data: preflight(load(data), "anthropic")),
    Shape("parallel calls: page", 200, parallel_calls, drawn),
    Shape("calls without a result: repair", 200, unanswered_calls, lambda data: repair(load(data), "openai")),
    Shape("unanswered calls in blocks: repair", 600, unanswered_blocks, lambda data: repair(load(data), "bedrock")),
    Shape("unanswered calls: before a switch", 200, unanswered_calls, lambda data: preflight(load(data), "anthropic")),
    Shape("unanswered calls: page", 200, unanswered_calls, drawn),
    Shape("tools with a fault: repair", 100, faulty_tools, lambda data: repair(load(data), "anthropic")),
    Shape("pairs of one id: repair", 100, pairs_of_one_id, lambda data: repair(load(data), "mistral")),
    Shape("pairs of one id: page", 100, pairs_of_one_id, drawn),
    Shape("results without a call: repair", 1_000, orphans, lambda data: repair(load(data), "anthropic")),
    Shape("results without a call: check elsewhere", 1_000, orphans, checked),
    Shape("faults of many kinds: repair", 100, faults_of_many_kinds, lambda data: repair(load(data))),
    Shape("faults beside a pair: repair", 100, faults_beside_an_inseparable_pair, lambda data: repair(load(data))),
    Shape("messages of an older version: repair", 300, messages_of_an_older_version, repaired_for_adk),
    Shape("calls made again in every turn: repair", 20, repeated_calls, lambda data: repair(load(data), "langgraph")),
    Shape("values in arguments: before a switch", 1_000, long_arguments, lambda data: preflight(load(data), "gemini")),
    Shape("values deep in the arguments: check", 1_000, deep_arguments, checked),
    Shape("wrappers around a recorded call: load", 30, wrapped_calls, loaded),
    Shape("words in a curl command: load", 100_000, curl, loaded),
    Shape("open brackets: refuse", 500_000, repeated("["), loaded),
    Shape("open comments: refuse", 50_000, repeated("[/*"), loaded),
    Shape("open code fences: refuse", 50_000, repeated("```\n{\n"), loaded),
    Shape("blanks in a gzip file: refuse", 2_000_000, packed, loaded),
    Shape("blanks in a zip archive: refuse", 2_000_000, zipped, loaded),
)  # fmt: skip


def growth(shape: Shape) -> tuple[float, float]:
    """The seconds for the shape at its size, and how many times that twice the size takes."""
    data = shape.make(shape.size), shape.make(2 * shape.size)
    first = tuple(_seconds(shape, one) for one in data)  # fills what is remembered, and tells how long it takes
    runs = RUNS if first[0] < _LONG else 3
    times = [tuple(_seconds(shape, one) for one in data) for _ in range(runs)]
    once, twice = (min(column) for column in zip(*times, strict=True))
    return once, twice / once if twice > _TOO_SHORT else 1.0


def _seconds(shape: Shape, data: bytes) -> float:
    start = time.process_time()
    shape.work(data)
    return time.process_time() - start


def main(names: list[str]) -> int:
    print("| shape | size | seconds | twice the size takes |")
    print("|---|---|---|---|")
    steep: list[str] = []
    chosen = [shape for shape in SHAPES if not names or any(name in shape.name for name in names)]
    for shape in chosen:
        once, times = growth(shape)
        print(f"| {shape.name} | {shape.size:,} | {once:.2f} | {times:.1f} × |", flush=True)
        if times > LIMIT:
            steep.append(f"{shape.name} ({times:.1f} ×)")
    if steep:
        print(f"\nNot linear, above {LIMIT:g} × for twice the size: {', '.join(steep)}.")
        return 1
    print(f"\nAll {len(chosen)} shapes are linear: none takes more than {LIMIT:g} × as long for twice the size.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

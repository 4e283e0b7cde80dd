"""A replay in words for a terminal: the answer as it comes, and at the end how it went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.json.text import Json, compact
from workbench.outputs.visible import shortened, visible, visible_lines

if TYPE_CHECKING:
    from workbench.replays.proof import Proof
    from workbench.replays.record import ReplayRecord

_WIDE = 200


def piece(content: Json) -> str:
    """A content of generation: its text as it is, each tool call on a line of its own."""
    text = ""
    for block in content["blocks"]:
        if block.get("type") == "text":
            text += visible_lines(str(block.get("text", "")))
        elif block.get("type") == "tool_call":
            text += f"\n→ {_call(block.get('name'), block.get('parameters'))}"
    return text


def call_line(value: Json) -> str:
    return f"\n← answered from the recording: {shortened(visible(compact(value['answer'])), _WIDE)}"


def _call(name: object, arguments: object) -> str:
    return f"{visible(str(name))}({shortened(visible(compact(arguments)), _WIDE)})"


def proof_in_words(proof: Proof) -> str:
    """Both answers, one below the other, and what they prove."""
    return "\n".join(_proof(proof))


def _proof(proof: Proof) -> Iterator[str]:
    yield "As it was:"
    yield from _answer(proof.original)
    yield ""
    if proof.repaired is None:
        yield "Repaired: not sent. No safe repair is known or needed."
        return
    yield f"Repaired ({visible('; '.join(proof.fixes))}):"
    yield from _answer(proof.repaired)
    if proof.proved:
        yield ""
        yield "✓ The repair works: what was refused is answered."


def _answer(record: ReplayRecord) -> Iterator[str]:
    text = "".join(piece(content) for content in record.contents)
    lines = [*text.splitlines(), *_outcome(record)]
    yield from (f"  {line}" for line in lines if line)


def outcome(record: ReplayRecord) -> str:
    return "\n".join(_outcome(record))


def _outcome(record: ReplayRecord) -> Iterator[str]:
    yield ""
    if record.error is not None:
        yield f"✗ {visible_lines(str(record.error))}"
        if record.error.retry_after is not None:
            yield f"  Try again in {record.error.retry_after:.0f} seconds."
    if (fault := record.located) is not None:
        yield f"  at    {visible(fault.at) or '/'} (message {fault.message_index})"
        yield f"  rule  {fault.rule} {fault.code}: {visible(fault.sentence)}"
        yield f"  fix   {visible(fault.fix)}" if fault.fix else "  fix   none known"
    if record.ended == "stopped":
        yield "Stopped. What had arrived is kept."
    if record.unrecorded is not None:
        call = _call(record.unrecorded["name"], record.unrecorded["arguments"])
        yield f"The model made a call that is not in the recording, so the replay ends here: {call}"
    if record.ended == "limit":
        yield "The replay stopped at its limit of requests."
    yield from _compared(record.comparison)
    if record.ended == "answered":
        yield _numbers(record)


def _compared(comparison: Json) -> Iterator[str]:
    if comparison is None:
        return
    if comparison["same"]:
        yield "= The answer is the one that was recorded."
        return
    yield "≠ The answer differs from the one that was recorded:"
    for line in comparison["text_difference"]:
        yield f"  {visible(line)}"
    for call in comparison["calls"]:
        if call["kind"] != "same":
            arguments = call["recorded"] if call["new"] is None else call["new"]
            yield f"  {call['kind']} call: {_call(call['name'], arguments)}"


def _numbers(record: ReplayRecord) -> str:
    usage = record.usage or {}
    tokens = f"{usage.get('inputTokens', 0)} tokens in, {usage.get('outputTokens', 0)} out"
    turns = f", {len(record.exchanges)} requests" if len(record.exchanges) > 1 else ""
    return f"✓ {visible(record.model or record.endpoint['model'])}: {tokens}, {record.seconds:.1f} s{turns}"

"""Write a replay for a terminal: the answer as it arrives, then the outcome."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from workbench.json.text import JsonObject, compact
from workbench.outputs.visible import shortened, visible, visible_lines

if TYPE_CHECKING:
    from workbench.replays.proof import Proof
    from workbench.replays.record import ReplayRecord

_MAX_JSON = 200


def content_text(content: Any) -> str:
    """Return the text of a content, with each tool call on its own line."""
    text = ""
    for block in content["blocks"]:
        if block.get("type") == "text":
            text += visible_lines(str(block.get("text", "")))
        elif block.get("type") == "tool_call":
            text += f"\n→ {_call(block.get('name'), block.get('parameters'))}"
    return text


def tool_answer_line(value: JsonObject) -> str:
    return f"\n← answered from the recording: {shortened(visible(compact(value['answer'])), _MAX_JSON)}"


def _call(name: object, arguments: object) -> str:
    return f"{visible(str(name))}({shortened(visible(compact(arguments)), _MAX_JSON)})"


def proof_text(proof: Proof) -> str:
    """Return both answers, one below the other, and what they prove."""
    return "\n".join(_proof(proof))


def _proof(proof: Proof) -> Iterator[str]:
    yield "Original:"
    yield from _answer(proof.original)
    yield ""
    if proof.repaired is None:
        yield "Repaired: not sent. No safe repair is known or needed."
        return
    yield f"Repaired ({visible('; '.join(proof.fixes))}):"
    yield from _answer(proof.repaired)
    if proof.proved:
        yield ""
        yield "✓ The repair works: the original was refused, and the repaired conversation was answered."


def _answer(record: ReplayRecord) -> Iterator[str]:
    text = "".join(content_text(content) for content in record.contents)
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
    if (refusal := record.located) is not None:
        yield f"  at    {visible(refusal.at) or '/'} (message {refusal.message_index})"
        yield f"  rule  {refusal.rule} {refusal.code}: {visible(refusal.sentence)}"
        yield f"  fix   {visible(refusal.fix)}" if refusal.fix else "  fix   none known"
    if record.ended == "stopped":
        yield "Stopped. Everything received so far is kept."
    if record.unrecorded is not None:
        call = _call(record.unrecorded["name"], record.unrecorded["arguments"])
        yield f"The model made a call that is not in the recording, so the replay ends here: {call}"
    if record.ended == "limit":
        yield "The replay stopped at its limit of requests."
    yield from _compared(record.comparison)
    if record.ended == "answered":
        yield _numbers(record)


def _compared(comparison: Any) -> Iterator[str]:
    if comparison is None:
        return
    if comparison["same"]:
        yield "= The answer is the same as the recorded one."
        return
    yield "≠ The answer differs from the recorded one:"
    for line in comparison["text_difference"]:
        yield f"  {visible(line)}"
    for call in comparison["calls"]:
        if call["kind"] != "same":
            arguments = call["recorded"] if call["new"] is None else call["new"]
            yield f"  {call['kind']} call: {_call(call['name'], arguments)}"


def _numbers(record: ReplayRecord) -> str:
    usage: Any = record.usage or {}
    tokens = f"{usage.get('inputTokens', 0)} tokens in, {usage.get('outputTokens', 0)} out"
    turns = f", {len(record.exchanges)} requests" if len(record.exchanges) > 1 else ""
    return f"✓ {visible(record.model or record.endpoint['model'])}: {tokens}, {record.seconds:.1f} s{turns}"

"""The request that ADK builds from the events of a session (google-adk, `flows/llm_flows/contents.py`).

An agent gets its own turns, and the turns of others as context in user messages. Results directly follow their calls,
wherever they were recorded. Questions to the user are not sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.json.description import as_python
from workbench.json.pointer import Path
from workbench.sources.reading import Object, as_text, member

_QUESTIONS = frozenset({"adk_request_credential", "adk_request_confirmation"})


class Turn(NamedTuple):
    role: str
    parts: list[tuple[Object, Path]]
    at: Path


def speaker_of(events: Sequence[Object]) -> tuple[str, str]:
    """Return the agent that would answer next, and its branch: those of the last turn that is not the user's."""
    for event in reversed(events):
        author = as_text(event.get("author"))
        if author not in {"", "user"}:
            return author, as_text(event.get("branch"))
    return "", ""


def is_on_branch(event: Object, branch: str) -> bool:
    """Whether an agent on this branch gets the event: it sees its own branch and its parent branches."""
    own = as_text(event.get("branch"))
    return not branch or not own or f"{branch}.".startswith(f"{own}.")


def is_question(part: Object) -> bool:
    """Whether this is a call that asks the user for a credential or a confirmation, or its answer."""
    name = member(part, "functionCall", "name") or member(part, "functionResponse", "name")
    return as_text(name) in _QUESTIONS


def as_context(author: str, turn: Turn) -> Turn:
    """Return a turn of another agent as context, in the words that ADK uses."""
    parts: list[tuple[Object, Path]] = []
    for part, place in turn.parts:
        call, result = part.get("functionCall"), part.get("functionResponse")
        if part.get("thought"):
            continue
        if part.get("text"):
            parts.append(({"text": f"[{author}] said: {part['text']}"}, place))
        elif isinstance(call, dict):
            words = f"[{author}] called tool `{call.get('name')}` with parameters: {as_python(call.get('args'))}"
            parts.append(({"text": words}, place))
        elif isinstance(result, dict):
            answer = as_python(result.get("response"))
            parts.append(({"text": f"[{author}] `{result.get('name')}` tool returned result: {answer}"}, place))
        else:
            parts.append((part, place))
    return Turn("user", [({"text": "For context:"}, parts[0][1]), *parts] if parts else [], turn.at)


def paired(turns: Sequence[Turn]) -> list[Turn]:
    """Return the turns with the results of every call directly after it, as one turn. A later result of the same call
    replaces an earlier one.

    A result without its call stays where it is: ADK would stop with an error there.
    """
    called = {call_id for turn in turns for call_id in _ids(turn, "functionCall")}
    results: dict[str, tuple[Object, Path]] = {}
    for turn in turns:
        for spot in turn.parts:
            if (answered := as_text(member(spot[0], "functionResponse", "id"))) in called:
                results[answered] = spot
    paired_turns: list[Turn] = []
    for turn in turns:
        answers = _ids(turn, "functionResponse")
        moved = bool(answers) and called.issuperset(answers)
        kept = [spot for spot in turn.parts if not (moved and "functionResponse" in spot[0])]
        if kept or not moved:
            paired_turns.append(turn._replace(parts=kept))
        answered_here = [results[call_id] for call_id in _ids(turn, "functionCall") if call_id in results]
        if answered_here:
            paired_turns.append(Turn("user", answered_here, answered_here[0][1][:-2]))
    return paired_turns


def _ids(turn: Turn, key: str) -> list[str]:
    """Return the ids of calls or results, without empty ones."""
    found = (as_text(member(part, key, "id")) for part, _ in turn.parts)
    return [call_id for call_id in found if call_id]

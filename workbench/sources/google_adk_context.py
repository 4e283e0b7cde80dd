"""What ADK makes of the events of a session when it asks a model (google-adk, `flows/llm_flows/contents.py`).

An agent is sent its own turns, and those of others as context that a user tells. Results follow their calls, wherever
they came in. Questions to the user are not sent at all.
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
    """The agent that would answer next, and the branch that it works in: those of the last turn that is no user's."""
    for event in reversed(events):
        author = as_text(event.get("author"))
        if author not in {"", "user"}:
            return author, as_text(event.get("branch"))
    return "", ""


def is_on_branch(event: Object, branch: str) -> bool:
    """An agent sees its own branch and those above it."""
    own = as_text(event.get("branch"))
    return not branch or not own or f"{branch}.".startswith(f"{own}.")


def is_question(part: Object) -> bool:
    """A call that asks the user for a credential or a confirmation, or the answer to one."""
    name = member(part, "functionCall", "name") or member(part, "functionResponse", "name")
    return as_text(name) in _QUESTIONS


def as_context(author: str, turn: Turn) -> Turn:
    """What another agent said and did, in the words in which ADK tells it."""
    told: list[tuple[Object, Path]] = []
    for part, place in turn.parts:
        call, result = part.get("functionCall"), part.get("functionResponse")
        if part.get("thought"):
            continue
        if part.get("text"):
            told.append(({"text": f"[{author}] said: {part['text']}"}, place))
        elif isinstance(call, dict):
            words = f"[{author}] called tool `{call.get('name')}` with parameters: {as_python(call.get('args'))}"
            told.append(({"text": words}, place))
        elif isinstance(result, dict):
            answer = as_python(result.get("response"))
            told.append(({"text": f"[{author}] `{result.get('name')}` tool returned result: {answer}"}, place))
        else:
            told.append((part, place))
    return Turn("user", [({"text": "For context:"}, told[0][1]), *told] if told else [], turn.at)


def paired(turns: Sequence[Turn]) -> list[Turn]:
    """With the results of every call right behind it, as one turn; a later result of the same call replaces an earlier.

    A result whose call is not here stays where it is: ADK would stop with an error there.
    """
    called = {call_id for turn in turns for call_id in _ids(turn, "functionCall")}
    results: dict[str, tuple[Object, Path]] = {}
    for turn in turns:
        for spot in turn.parts:
            if (answered := as_text(member(spot[0], "functionResponse", "id"))) in called:
                results[answered] = spot
    made: list[Turn] = []
    for turn in turns:
        kept = [spot for spot in turn.parts if as_text(member(spot[0], "functionResponse", "id")) not in called]
        if kept or not turn.parts:
            made.append(turn._replace(parts=kept))
        answered_here = [results[call_id] for call_id in _ids(turn, "functionCall") if call_id in results]
        if answered_here:
            made.append(Turn("user", answered_here, answered_here[0][1][:-2]))
    return made


def _ids(turn: Turn, key: str) -> list[str]:
    """The ids of calls or results that have one."""
    found = (as_text(member(part, key, "id")) for part, _ in turn.parts)
    return [call_id for call_id in found if call_id]

"""Results of τ-bench and τ²-bench: simulations of a user and an agent.

In τ-bench the trajectory has messages of OpenAI with nulls. In τ²-bench calls have their name and arguments beside the
id, and the simulated user has tools too; their calls and results are not part of the agent's conversation. A file of
tasks has a conversation only where a task continues one.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import Object, as_text, has, member, objects

_EARLIER = ("initial_state", "message_history")
_SOUND = "its simulations have no messages; those of spoken conversations are pieces of sound"
_TASKS = "it contains tasks; open the results of a run"


def recognise(material: Material) -> bool:
    return any(_is_simulation(run) or _is_task(run) for _, run in _simulations(material)[:3])


def _simulations(material: Material) -> list[tuple[Path, Object]]:
    if isinstance(held := material.object.get("simulations"), list):
        return list(objects(held, ("simulations",)))
    return list(material.records)


def _is_simulation(run: Object) -> bool:
    if has(run, "task_id", "reward") and has(member(run, "traj", 0), "role"):
        return True
    return has(run, "task_id", "termination_reason") and (has(run, "messages") or has(run, "ticks"))


def _is_task(task: Object) -> bool:
    return has(task, "id", "user_scenario", "evaluation_criteria")


def read(material: Material) -> Iterator[Found]:
    found = 0
    model = as_text(member(material.value, "info", "agent_info", "llm"))
    for place, run in _simulations(material):
        turns = ChatTurns()
        for at, message in objects(run.get("messages"), (*place, "messages")):
            _add(turns, message, at)
        for at, message in objects(run.get("traj"), (*place, "traj")):
            turns.take(message, at)
        for at, message in objects(member(run, *_EARLIER), (*place, *_EARLIER)):
            _add(turns, message, at)
        if turns.messages:
            found += 1
            label = f"task {run.get('task_id', run.get('id'))}, trial {run.get('trial', 0)}"
            yield Found(turns.messages, turns.places, FORMAT, label=label, facts=Facts(model=model))
    if not found:
        raise NothingToJudgeError(_TASKS if any(map(_is_task, material.sample)) else _SOUND)


def _add(turns: ChatTurns, message: Object, at: Path) -> None:
    role = as_text(message.get("role"))
    if role == "tool":
        for place, result in list(objects(message.get("tool_messages"), (*at, "tool_messages"))) or [(at, message)]:
            if result.get("requestor") != "user":
                turns.result(result.get("id"), result.get("content"), place)
    elif role == "assistant":
        calls = [
            Call(call.get("id"), call.get("name"), call.get("arguments"), place)
            for place, call in objects(message.get("tool_calls"), (*at, "tool_calls"))
        ]
        turns.answer(as_text(message.get("content")), calls, at)
    elif role == "system" or (role == "user" and not message.get("tool_calls")):
        turns.say(role, as_text(message.get("content")), at)


SOURCE = Source(
    "tau-bench",
    "simulation of τ-bench",
    recognise,
    read,
    frozenset({VALUE}),
    signs=frozenset({"simulations", "termination_reason", "traj", "user_scenario"}),
)

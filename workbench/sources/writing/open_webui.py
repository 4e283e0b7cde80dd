"""Open WebUI: the items of an answer are in `output`, a result after its call. Messages are a tree."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.json.text import JsonObject
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.writing.changes import AddedResult, CannotBeWrittenError
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.linked_lines import new_uuid, same_fields


def add(draft: Draft, result: AddedResult) -> None:
    if "output" not in result.call:
        raise CannotBeWrittenError("the call is part of the text of its message")
    item = {"type": "function_call_output", "call_id": result.id, "output": [{"type": "input_text", "text": NO_RESULT}]}
    draft.insert(result.call[:-1], int(result.call[-1]) + 1, item)


def remove(draft: Draft, at: Path) -> None:
    draft.remove(at)


def say(draft: Draft, at: Path, text: str) -> None:
    """Turn a result at the start or the end of an answer into a prompt before or after it."""
    *steps, key, _, number = at
    messages, last = tuple(steps), len(draft.get(at[:-1])) - 1
    if number not in (0, last):
        raise CannotBeWrittenError("the result is in the middle of an answer, where no prompt can be")
    draft.remove(at)
    node = draft.get((*messages, key))
    name = new_uuid(f"{key} {text}")
    prompt = {"id": name, "role": "user", "content": text, **same_fields(node, "timestamp")}
    if number == last:
        _put_after(draft, messages, str(key), prompt)
    else:
        _put_before(draft, messages, str(key), prompt)


def _put_after(draft: Draft, messages: Path, key: str, prompt: JsonObject) -> None:
    node = draft.get((*messages, key))
    for child, other in list(draft.get(messages).items()):
        if other.get("parentId") == key:
            draft.set((*messages, child, "parentId"), prompt["id"])
    draft.set((*messages, prompt["id"]), {**prompt, "parentId": key, "childrenIds": node.get("childrenIds") or []})
    draft.set((*messages, key, "childrenIds"), [prompt["id"]])
    history = messages[:-1]
    if draft.get(history).get("currentId") == key:
        draft.set((*history, "currentId"), prompt["id"])


def _put_before(draft: Draft, messages: Path, key: str, prompt: JsonObject) -> None:
    parent = draft.get((*messages, key)).get("parentId")
    draft.set((*messages, prompt["id"]), {**prompt, "parentId": parent, "childrenIds": [key]})
    draft.set((*messages, key, "parentId"), prompt["id"])
    above = draft.get(messages).get(parent)
    if above and isinstance(above.get("childrenIds"), list):
        children = [prompt["id"] if child == key else child for child in above["childrenIds"]]
        draft.set((*messages, parent, "childrenIds"), children)


WRITER = Writer(add, remove, say, ("call_id",))

"""Write a repaired conversation back to its file, in the program's own format.

Only programs that load such a file again have a writer. Traces, exports and recordings are never written.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from workbench.conversation import Conversation
from workbench.json.pointer import Path, to_path
from workbench.json.text import parse_or_none
from workbench.sources.contract import RECORDS, TABLES
from workbench.sources.writing import (
    claude_code,
    codex,
    gemini_cli,
    logged_lines,
    message_lists,
    next_message,
    open_webui,
    opencode,
    pi_agent,
    qwen_code,
    results_in_calls,
)
from workbench.sources.writing.changes import (
    AddedResult,
    CannotBeWrittenError,
    Change,
    FirstId,
    NewId,
    RemovedCall,
    RemovedResult,
    RemovedText,
    ResultAsText,
    changes_between,
    with_new_ids,
)
from workbench.sources.writing.contract import Writer
from workbench.sources.writing.draft import Draft
from workbench.sources.writing.rearranging import rearrange
from workbench.sources.writing.rearranging_linked import reorder_linked

WRITERS: dict[str, Writer] = {
    "claude-code": claude_code.WRITER,
    "codex": codex.WRITER,
    "pi-agent": pi_agent.WRITER,
    "gemini-cli": gemini_cli.WRITER,
    "qwen-code": qwen_code.WRITER,
    "opencode": opencode.WRITER,
    "cline": next_message.CLINE,
    "roo": next_message.CLINE,
    "pydantic-ai": next_message.PYDANTIC_AI,
    "langchain": message_lists.LANGCHAIN,
    "langgraph": message_lists.LANGCHAIN,
    "google-adk-session": message_lists.ADK,
    "google-adk-eval": results_in_calls.ADK_EVAL,
    "ai-studio": results_in_calls.AI_STUDIO,
    "ag-ui": message_lists.AG_UI,
    "continue-session": message_lists.CONTINUE,
    "llama-index": message_lists.LLAMA_INDEX,
    "sharegpt": message_lists.SHAREGPT,
    "hf-chat": message_lists.HF_CHAT,
    "kimi-cli": message_lists.CHAT,
    "mistral-vibe": message_lists.CHAT,
    "kimi-code": logged_lines.KIMI_CODE,
    "factory": logged_lines.FACTORY,
    "strands": next_message.STRANDS,
    "autogen": next_message.AUTOGEN,
    "goose": next_message.GOOSE,
    "librechat": results_in_calls.LIBRECHAT,
    "open-webui": open_webui.WRITER,
}
_OWN_WRITERS = {
    ("langgraph", TABLES): "only LangGraph writes to its database: give the repaired messages to `graph.update_state`",
}
"""What to do with files that only their own program may write, by source and kind of file."""
_Placed = AddedResult | RemovedResult | RemovedCall | ResultAsText | RemovedText
"""Changes that add or remove items, so that later places shift."""
REQUESTS = frozenset({"openai-batch", "anthropic-batch", "bedrock-batch", "vertex-batch", "openai-finetune"})
"""Files of complete requests: the repaired messages replace the original ones."""


def can_be_written(conversation: Conversation) -> bool:
    origin = conversation.origin
    return origin is not None and origin.kind in RECORDS and (origin.source in WRITERS or origin.source in REQUESTS)


def why_read_only(conversation: Conversation) -> str:
    """Why a repair cannot be written into the file, and what can be done instead."""
    origin = conversation.origin
    if origin is not None and (origin.source, origin.kind) in _OWN_WRITERS:
        return _OWN_WRITERS[origin.source, origin.kind]
    return f"{origin.title if origin else 'such'} files can only be read; `workbench fix --messages` exports the repair"


def reorders(conversation: Conversation) -> bool:
    """Whether its program brings calls and results together itself, so that a repair changes the order it reads."""
    origin = conversation.origin
    return origin is not None and origin.source in WRITERS and WRITERS[origin.source].reorders


def rewritten(text: str, changed: Sequence[tuple[Conversation, Conversation]]) -> str:
    """Return the text of the file with all its repaired conversations. Raises `CannotBeWrittenError` if the file cannot
    represent one of them."""
    origin = changed[0][0].origin
    if origin is None or not can_be_written(changed[0][0]):
        title = origin.title if origin else "such"
        raise CannotBeWrittenError(f"{title} files cannot be written")
    if (inner := _inner_document(text)) is not None:
        return json.dumps(rewritten(inner, changed), ensure_ascii=text.isascii())
    draft = Draft(text, origin.document, origin.lines)
    try:
        for before, after in changed:
            _write(draft, before, after, origin.source)
        return draft.written()
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise CannotBeWrittenError("the file does not have the structure that the repair needs") from fault


def _inner_document(text: str) -> str | None:
    """Return the document of a file that is a JSON string with JSON inside, as some libraries save it."""
    held = parse_or_none(text) if text.lstrip()[:1] == '"' else None
    return held if isinstance(held, str) else None


def _write(draft: Draft, before: Conversation, after: Conversation, source: str) -> None:
    if source in REQUESTS:
        _replace_messages(draft, before, after)
        return
    try:
        changes = changes_between(before, after)
    except CannotBeWrittenError as reason:
        if not _reorder(draft, before, after) and not _rename_and_reorder(draft, before, after, WRITERS[source]):
            raise reason from None
    else:
        _apply(draft, WRITERS[source], changes)


def _reorder(draft: Draft, before: Conversation, after: Conversation) -> bool:
    return rearrange(draft, before, after) or (draft.is_lines and reorder_linked(draft, before, after))


def _rename_and_reorder(draft: Draft, before: Conversation, after: Conversation, writer: Writer) -> bool:
    """Write the new ids in their old places, so that only the order is left to change."""
    renamed, ids = with_new_ids(before, after)
    _apply(draft, writer, ids)
    return bool(ids) and _reorder(draft, renamed, after)


def _replace_messages(draft: Draft, before: Conversation, after: Conversation) -> None:
    base = before.in_file(before.base)
    if before.settings != after.settings or not base:
        raise CannotBeWrittenError("the repair changes more than the messages")
    path = tuple(int(step) if str(step).isdecimal() else step for step in to_path(base))
    draft.set(path, after.messages)


def _apply(draft: Draft, writer: Writer, changes: list[Change]) -> None:
    """Apply new ids first, then all other changes from the end of the file to its start, so that places stay valid."""
    others: list[_Placed] = []
    for change in changes:
        if isinstance(change, NewId):
            draft.set(change.at, change.new)
        elif isinstance(change, FirstId):
            draft.set((*change.at, *_id_of_result(writer)), change.id)
        else:
            others.append(change)
    for change in sorted(others, key=_order, reverse=True):
        if isinstance(change, AddedResult):
            writer.add(draft, change)
        elif isinstance(change, ResultAsText):
            writer.say(draft, change.at, change.text)
        elif isinstance(change, RemovedCall | RemovedText) and _is_one_of_several(draft, change.at):
            draft.remove(change.at)
        elif isinstance(change, RemovedText) and not writer.removes_records:
            raise CannotBeWrittenError("the blank text is the only part of its record, which cannot be removed")
        else:
            writer.remove(draft, change.at)


def _is_one_of_several(draft: Draft, at: Path) -> bool:
    """Whether this is an item of a list inside a record; otherwise it is the record itself."""
    return len(at) > 1 and isinstance(at[-1], int) and len(draft.get(at[:-1])) > 1


def _id_of_result(writer: Writer) -> Path:
    if not writer.result_id:
        raise CannotBeWrittenError("a result in such a file does not name its call")
    return writer.result_id


def _order(change: _Placed) -> tuple[tuple[bool, int, str], ...]:
    path = change.call if isinstance(change, AddedResult) else change.at
    return tuple((isinstance(step, str), step if isinstance(step, int) else 0, str(step)) for step in path)

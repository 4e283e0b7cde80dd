"""Names of documents, which the provider requires to be unique."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.description import quoted
from workbench.json.patch import replace
from workbench.json.pointer import Path
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_rest
from workbench.targets.contract import Target


def number_the_name(context: RepairContext, finding: Finding) -> Fix | None:
    """Append a number to the name that makes it unique."""
    name, used = context.value(finding.at), {name for _, _, name in _named(context.chat)}
    if not isinstance(name, str):
        return None
    free = next(candidate for number in range(2, len(used) + 3) if (candidate := f"{name} {number}") not in used)
    why = "The document does not change; only its name gets a number."
    return Fix(f"Rename it to {free}", (replace(finding.at, free),), True, why, 0.85)


@rule("ME724", "document-name-duplicate", fix=number_the_name, occasion=has_rest)
def document_name_duplicate(chat: Chat, target: Target) -> Iterator[Violation]:
    """Two documents in the conversation have the same name.

    The whole history is sent with every request, so the second document of a conversation is enough. This usually comes
    from a program that gives every document the same name.

    Bad (bedrock):
        [{"role": "user", "content": [{"text": "Read both."},
          {"document": {"name": "document", "format": "txt", "source": {"bytes": "SGVsbG8="}}},
          {"document": {"name": "document", "format": "txt", "source": {"bytes": "V29ybGQ="}}}]}]
    Good (bedrock):
        [{"role": "user", "content": [{"text": "Read both."},
          {"document": {"name": "document", "format": "txt", "source": {"bytes": "SGVsbG8="}}},
          {"document": {"name": "document 2", "format": "txt", "source": {"bytes": "V29ybGQ="}}}]}]
    """
    seen: set[str] = set()
    for event, path, name in _named(chat):
        if name in seen:
            yield at_message(event.message, f"Another document is also named {quoted(name)}.", path, id=name)
        seen.add(name)


def _named(chat: Chat) -> Iterator[tuple[Event, Path, str]]:
    """Every document with the place of its name and the name."""
    for event in chat.of_kind("file"):
        document = event.raw.get("document") if isinstance(event.raw, dict) else None
        if isinstance(document, dict) and isinstance(name := document.get("name"), str):
            yield event, (*event.path, "document", "name"), name

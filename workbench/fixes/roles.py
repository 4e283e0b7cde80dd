"""Roles: written as this format writes them, where another program's word leaves no doubt about who speaks."""

from __future__ import annotations

from workbench.findings import Finding, Fix
from workbench.fixes.contract import Patient, fixer
from workbench.jsontext import Json
from workbench.patch import add, remove, replace

_SPEAKERS = {
    "assistant": "assistant",
    "model": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "agent": "assistant",
}
_SPEAKERS |= {"user": "user", "human": "user"}
_BESIDE = {"gemini": ("systemInstruction", "parts")}
"""Formats that know no system messages at all, and the setting that holds the prompt instead."""


@fixer("role-unsupported")
def role_of_this_format(patient: Patient, finding: Finding) -> Fix | None:
    index, key = finding.message_index, patient.format.role_key
    if not 0 <= index < len(patient.chat.roles):
        return None
    message = patient.chat.messages[index]
    word = message.get(key) if isinstance(message, dict) else None
    if isinstance(word, str) and word in patient.report.target.limits.refused_roles:
        why = "The same prompt, in the word that this server has for it."
        return Fix("Write the role as system", (replace(patient.of_message(index, (key,)), "system"),), True, why, 0.95)
    if patient.chat.roles[index] == "system":
        why = "This model takes no system prompt. The words stay, but then they are the user's."
        return Fix("Say it as the user", (replace(patient.of_message(index, (key,)), "user"),), False, why, 0.6)
    if patient.chat.roles[index] != "other":
        return None
    if word in ("system", "developer"):
        return _prompt_beside(patient, index)
    role = _results_role(patient, index) or _own_word(patient, word)
    if role is None:
        return None
    why = "The same message of the same speaker, in the word that this format has for it."
    return Fix(f"Write the role as {role}", (replace(patient.of_message(index, (key,)), role),), True, why, 0.95)


def _own_word(patient: Patient, word: Json) -> str | None:
    speaker = _SPEAKERS.get(word.lower()) if isinstance(word, str) else None
    return next((own for own, role in patient.format.roles.items() if role == speaker), None)


def _results_role(patient: Patient, index: int) -> str | None:
    """Who says results in this format, if the message holds nothing else."""
    envelope = patient.format.envelope([]) if patient.format.envelope else None
    results = [event.path for event in patient.chat.of_message(index) if event.kind == "result"]
    alone = results and all(
        event.kind == "result" or any(event.path[: len(path)] == path for path in results)
        for event in patient.chat.of_message(index)
    )
    return envelope.get(patient.format.role_key) if alone and isinstance(envelope, dict) else None


def _prompt_beside(patient: Patient, index: int) -> Fix | None:
    """A leading prompt goes where the body keeps it; in a bare list there is no place for it."""
    conversation = patient.conversation
    if conversation.format not in _BESIDE or index != 0 or not conversation.base or not patient.in_list:
        return None
    setting, key = _BESIDE[conversation.format]
    present = conversation.settings.get(setting, {key: []})
    blocks = patient.chat.messages[0].get(key)
    if not isinstance(blocks, list) or not isinstance(present, dict) or not isinstance(present.get(key), list):
        return None
    place = f"{conversation.base.rpartition('/')[0]}/{setting}"
    patch = (add(place, {**present, key: [*present[key], *blocks]}), remove(patient.of_message(0)))
    return Fix("Move the system prompt beside the messages", patch, True, "The same words, where they belong.", 0.95)

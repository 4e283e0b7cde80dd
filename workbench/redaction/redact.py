"""Redact a conversation: secrets always; texts, names, e-mail addresses and numbers on request.

What is left must show the same findings at the same places. That is checked, not assumed: where a stand-in changes
a finding, the values that it depends on are looked for and kept, and the result says which. A secret is never kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.json.pointer import Path, leaves, replaced, to_pointer
from workbench.json.text import Json
from workbench.redaction.redactor import Change, Redactor
from workbench.redaction.regions import regions_of, regions_of_answer
from workbench.redaction.secrets import secrets_among
from workbench.repairs.reloading import reloaded
from workbench.shrinking.minimise import minimised

KINDS = ("texts", "names", "emails", "numbers")
"""What is replaced on request."""


@dataclass(frozen=True, slots=True)
class Redacted:
    conversation: Conversation
    counts: dict[str, int]
    """Kind → how many values were replaced; of secrets, how many different ones."""
    kept: tuple[str, ...]
    """Pointers of values that stay, because a finding depends on them."""
    same_findings: bool
    redactor: Redactor
    """Replaces the same values in what leaves with the conversation: a note, replays."""


def redact(
    conversation: Conversation, target: str | None = None, kinds: Iterable[str] = (), beside: object = None
) -> Redacted:
    """The conversation with stand-ins that keep structure, lengths, equal ids and prefixes.

    `beside` is what will leave with it: a secret that is only there is found too.
    """
    around = [conversation.response, conversation.refusal, conversation.around, beside]
    secrets = secrets_among(leaves([conversation.payload, *around]))
    redactor = Redactor(conversation.payload, conversation.response, frozenset(kinds), secrets, beside)
    changes = redactor.changes(conversation.payload, regions_of(conversation))
    wanted = _findings(conversation, target)

    def holds(kept: Collection[Path]) -> bool:
        after = _after(conversation, changes, kept, redactor, target)
        return after is not None and _findings(after, target) == wanted

    kept: list[Path] = []
    same = holds(())
    if not same:
        units = _units(changes)
        same = holds(_flat(units))
        # Where keeping everything does not help, nothing is kept: what was asked for goes before the findings.
        kept = _flat(minimised(units, lambda some: holds(_flat(some)))) if same else []
    after = _after(conversation, changes, kept, redactor, target)
    if after is None:  # only a secret that shapes the document leads here: it is read as it was
        after = conversation.with_payload(_payload(conversation.payload, changes, kept, redactor))
        after = _without_what_was_around(after, conversation, redactor)
    return Redacted(after, _counts(changes, kept, redactor), tuple(map(to_pointer, kept)), same, redactor)


def _units(changes: dict[Path, Change]) -> list[list[Path]]:
    """What can be kept on its own: each text; but ids and names only together, since they are compared."""
    compared = [path for path, change in changes.items() if change.kind in ("ids", "names")]
    others = [[path] for path, change in changes.items() if change.kind not in ("ids", "names", "secrets")]
    return [*others, compared] if compared else others


def _flat(units: Iterable[list[Path]]) -> list[Path]:
    return [path for unit in units for path in unit]


def _findings(conversation: Conversation, target: str | None) -> list[tuple[str, str, str]]:
    findings = check(conversation, target).findings
    return sorted((finding.code, finding.at, finding.severity) for finding in findings)


def _after(
    before: Conversation,
    changes: dict[Path, Change],
    kept: Collection[Path],
    redactor: Redactor,
    target: str | None,
) -> Conversation | None:
    after = reloaded(before, _payload(before.payload, changes, kept, redactor), target)
    if after is None:
        return None
    return _without_what_was_around(after, before, redactor)


def _without_what_was_around(after: Conversation, before: Conversation, redactor: Redactor) -> Conversation:
    """What came with the conversation says the same things: the recorded answer, the error, the text around it."""
    return replace(
        after,
        origin=before.origin.without_file() if before.origin else None,
        response=_answer(before, redactor),
        refusal=redactor.report(before.refusal),
        around=redactor.text(before.around),
        endpoint=redactor.hidden(before.endpoint),
        notes=(),
    )


def _answer(before: Conversation, redactor: Redactor) -> Json:
    """The recorded answer, wherever in the file it was."""
    return redactor.document(before.response, regions_of_answer(before.format, before.response))


def _payload(payload: object, changes: dict[Path, Change], kept: Collection[Path], redactor: Redactor) -> Json:
    staying = set(kept)
    for path, change in changes.items():
        payload = replaced(payload, path, change.least if path in staying else change.value)
    return redactor.with_hidden_keys(payload)


def _counts(changes: dict[Path, Change], kept: Collection[Path], redactor: Redactor) -> dict[str, int]:
    staying = set(kept)
    counts = Counter(change.kind for path, change in changes.items() if path not in staying)
    counts["secrets"] = redactor.secrets
    return dict(+counts)

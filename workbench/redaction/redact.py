"""Redact a conversation: secrets always; texts, names, e-mail addresses and numbers on request.

The result must have the same findings at the same locations. This is checked, not assumed: if a placeholder changes a
finding, the values on which the finding depends are determined and stay, and the result lists them. A secret never
stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.credentials import address_without_credentials
from workbench.json.pointer import Path, leaves, replaced, to_pointer
from workbench.json.text import Json
from workbench.redaction.redactor import Change, Redactor
from workbench.redaction.regions import regions_of, regions_of_response
from workbench.redaction.secrets import secrets_among
from workbench.repairs.reloading import reloaded
from workbench.shrinking.minimise import minimised

KINDS = ("texts", "names", "emails", "numbers")
"""The kinds of values that are replaced on request."""


@dataclass(frozen=True, slots=True)
class Redacted:
    conversation: Conversation
    counts: dict[str, int]
    """Kind → number of replaced values; for secrets, the number of different ones."""
    kept: tuple[str, ...]
    """Pointers of values that stay because a finding depends on them."""
    same_findings: bool
    redactor: Redactor
    """Replaces the same values in everything that is shared with the conversation: a note, replays."""


def redact(
    conversation: Conversation, target: str | None, kinds: Iterable[str] = (), attachments: object = None
) -> Redacted:
    """Return the conversation with placeholders that preserve structure, lengths, equal ids and prefixes.

    `attachments` is shared with the conversation: secrets that are only there are found too.
    """
    surroundings = [conversation.response, conversation.refusal, conversation.around, attachments]
    secrets = secrets_among(leaves([conversation.payload, *surroundings]))
    redactor = Redactor(conversation.payload, conversation.response, frozenset(kinds), secrets, attachments)
    changes = redactor.changes(conversation.payload, regions_of(conversation))
    wanted = _findings(conversation, target)

    def has_same_findings(kept: Collection[Path]) -> bool:
        after = _redacted_except(conversation, changes, kept, redactor, target)
        return after is not None and _findings(after, target) == wanted

    kept: list[Path] = []
    is_same = has_same_findings(())
    if not is_same:
        units = _units(changes)
        is_same = has_same_findings(_flat(units))
        # If even keeping every value does not help, none is kept: the user's request matters more than the findings.
        kept = _flat(minimised(units, lambda some: has_same_findings(_flat(some)))) if is_same else []
    after = _redacted_except(conversation, changes, kept, redactor, target)
    if after is None:  # a secret is part of the structure, so the document is no longer recognised
        after = conversation.with_payload(_payload(conversation.payload, changes, kept, redactor))
        after = _with_redacted_surroundings(after, conversation, redactor)
    return Redacted(after, _counts(changes, kept, redactor), tuple(map(to_pointer, kept)), is_same, redactor)


def _units(changes: dict[Path, Change]) -> list[list[Path]]:
    """Return the groups of values that can be kept: each text alone, but ids and names together: rules compare them."""
    compared = [path for path, change in changes.items() if change.kind in ("ids", "names")]
    others = [[path] for path, change in changes.items() if change.kind not in ("ids", "names", "secrets")]
    return [*others, compared] if compared else others


def _flat(units: Iterable[list[Path]]) -> list[Path]:
    return [path for unit in units for path in unit]


def _findings(conversation: Conversation, target: str | None) -> list[tuple[str, str, str]]:
    findings = check(conversation, target).findings
    return sorted((finding.code, finding.at, finding.severity) for finding in findings)


def _redacted_except(
    before: Conversation,
    changes: dict[Path, Change],
    kept: Collection[Path],
    redactor: Redactor,
    target: str | None,
) -> Conversation | None:
    after = reloaded(before, _payload(before.payload, changes, kept, redactor), target)
    if after is None:
        return None
    return _with_redacted_surroundings(after, before, redactor)


def _with_redacted_surroundings(after: Conversation, before: Conversation, redactor: Redactor) -> Conversation:
    """Redact what came with the conversation and may repeat it: the response, the error, the text around it."""
    return replace(
        after,
        origin=before.origin.without_file() if before.origin else None,
        response=_response(before, redactor),
        refusal=redactor.redact_report(before.refusal),
        around=redactor.redact_text(before.around),
        endpoint=address_without_credentials(redactor.without_secrets(before.endpoint)),
        notes=(),
    )


def _response(before: Conversation, redactor: Redactor) -> Json:
    """Return the redacted form of the recorded response."""
    return redactor.redact_document(before.response, regions_of_response(before.format, before.response))


def _payload(payload: object, changes: dict[Path, Change], kept: Collection[Path], redactor: Redactor) -> Json:
    kept_paths = set(kept)
    for path, change in changes.items():
        payload = replaced(payload, path, change.without_secrets if path in kept_paths else change.value)
    return redactor.with_redacted_keys(payload)


def _counts(changes: dict[Path, Change], kept: Collection[Path], redactor: Redactor) -> dict[str, int]:
    kept_paths = set(kept)
    counts = Counter(change.kind for path, change in changes.items() if path not in kept_paths)
    counts["secrets"] = redactor.secret_count
    return dict(+counts)

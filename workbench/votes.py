"""The vote of one message for its format: evidence from its shape, for every format."""

from __future__ import annotations

from typing import NamedTuple

from workbench.formats import FORMATS
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Evidence, Format, Shape
from workbench.shapes import Signature, shape_of, signature_of

_WEIGHT = {NO_EVIDENCE: 0, POSSIBLE: 1, LIKELY: 20, CERTAIN: 60}
_BODY_KEYS = frozenset({"content", "parts", "blocks", "tool_calls", "function_call", "toolInvocations", "refusal"})
_EMPTY_MESSAGE_KEYS = frozenset({"role", "speaker", "type", "kind", "id", "tool_call_id", "toolCallId", "metadata"})
"""The keys of a message without content. With any other key, its content may be under that one."""


class Vote(NamedTuple):
    """The evidence of one shape, and its effect for every message of that shape."""

    ballot: dict[str, Evidence]
    """The evidence for each format."""
    penalty: int
    """The points that every format loses by a message of this shape."""
    gains: dict[str, int]
    """The points that each possible format gains instead; they make up for the penalty."""
    strongest: str
    """The most likely format."""
    has_body: bool
    """Whether the message has a key in which formats have text or calls."""
    is_foreign: bool
    """Whether no format fits, and the role or the kind of a part is unknown too: the format is a program's own."""


MAX_CACHED = 2_000
MAX_SIGNATURE = 200
"""Longer signatures are not cached."""
_votes: dict[Signature, tuple[tuple[Format, ...], Vote]] = {}
"""A cache of votes, each with the formats that it was for: the conversations of a batch share most of their shapes."""


def vote_of(message: object, signature: Signature, formats: tuple[Format, ...]) -> Vote:
    """Return the vote of a message with this signature."""
    cached = _votes.get(signature)
    if cached is not None and cached[0] == formats:
        return cached[1]
    shape = shape_of(message)
    ballot = {form.name: form.recognise(shape) for form in formats}
    penalty = -_WEIGHT[LIKELY] if any(ballot.values()) else 0
    gains = {name: _WEIGHT[evidence] - penalty for name, evidence in ballot.items() if evidence != NO_EVIDENCE}
    is_foreign = not any(ballot.values()) and _is_foreign(shape, formats)
    vote = Vote(ballot, penalty, gains, max(ballot, key=ballot.__getitem__), _has_body(message), is_foreign)
    if len(_votes) >= MAX_CACHED:
        _votes.clear()
    if len(signature) <= MAX_SIGNATURE:
        _votes[signature] = formats, vote
    return vote


def is_likely(message: object, format_name: str) -> bool:
    """Whether a message is likely to be in this format, by its shape alone."""
    vote = vote_of(message, signature_of(message), tuple(FORMATS.values()))
    return vote.ballot[format_name] >= LIKELY


def _is_foreign(shape: Shape, formats: tuple[Format, ...]) -> bool:
    """Whether an unrecognised message has a consistent shape of its own: typed parts or a role that no format has."""
    known = {role.lower() for form in formats if form.role_key in shape.keys for role in form.roles}
    return bool(shape.kinds) or (bool(shape.role) and shape.role.lower() not in known)


def _has_body(message: object) -> bool:
    """Whether a message has a key in which formats have text or calls, or no key that could hold text instead."""
    if not isinstance(message, dict):
        return isinstance(message, str)
    return not _BODY_KEYS.isdisjoint(message) or _EMPTY_MESSAGE_KEYS.issuperset(message)

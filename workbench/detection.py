"""Which format a history is in: each message votes by its shape, the settings beside it vote too.

Only keys and discriminators are looked at, and equal shapes are judged once, so that 100,000 messages of 40 shapes
cost 40 judgements. The user can always overrule the vote, and a given target breaks an honest tie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from workbench.collector import collector_paused
from workbench.conversation import Conversation, Detection
from workbench.formats import FORMATS
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Evidence, Format, Shape
from workbench.json.description import described
from workbench.json.text import Json
from workbench.loading.body import OTHER_INPUT_KEYS
from workbench.names import unknown
from workbench.shapes import Signature, shape_of, shapes_of
from workbench.targets import formats_of_target
from workbench.targets.endpoints import format_of_endpoint, provider_of_model

_WEIGHT = {NO_EVIDENCE: 0, POSSIBLE: 1, LIKELY: 20, CERTAIN: 60}
_BODY_WEIGHT = {NO_EVIDENCE: 0, POSSIBLE: 2, LIKELY: 30, CERTAIN: 90}
_BODY_KEYS = frozenset({"content", "parts", "blocks", "tool_calls", "function_call", "toolInvocations", "refusal"})
_EMPTY_MESSAGE_KEYS = frozenset({"role", "speaker", "type", "kind", "id", "tool_call_id", "toolCallId", "metadata"})
"""All that a message has which somebody forgot to fill; with anything else its words may be under another key."""
_REQUEST_KEYS = frozenset({
    "model", "max_tokens", "tools", "system", "stream", "temperature", "instructions", "toolConfig", "generationConfig",
    "anthropic_version", "inferenceConfig", "modelId",
})  # fmt: skip
_RECORD_KEYS = frozenset({
    "target", "expected", "expected_output", "ideal", "choices", "reference", "assertions", "vars", "sandbox", "label",
})  # fmt: skip
"""What is beside the questions of a data set or a test case."""
_ANSWER_KEYS = frozenset({"output", "usage", "response", "choices", "trace_id", "traceId"})
"""What a program keeps beside the messages after the answer came."""
_EMPTY_ANSWER = "a provider's answer without a message"
_Ballot = dict[str, Evidence]
"""Format → evidence, of one shape."""


class _Vote(NamedTuple):
    """What one shape says, and what follows from it for every message of that shape."""

    ballot: _Ballot
    penalty: int
    """What every format loses by a message of this shape, unless it gains something."""
    gains: dict[str, int]
    """Format that it could be of → what that gains, above the penalty."""
    strongest: str
    """The format that it is most likely of."""
    has_body: bool
    """Whether it has what formats keep words and calls in."""
    is_foreign: bool
    """Whether it is of no format, and has a role or a kind of part that no format has: a program keeps its own."""


_MOST_VOTES = 2_000
_LONGEST_SIGNATURE = 200
_votes: dict[Signature, tuple[tuple[Format, ...], _Vote]] = {}
"""Votes that were cast, each with the formats that were asked: conversations of a batch share most of their shapes."""


@collector_paused()
def detected(conversation: Conversation, format: str | None = None, target: str | None = None) -> Conversation:  # noqa: A002
    """The conversation with its format named: the one given, or the one its messages vote for."""
    if conversation.is_answer and not conversation.messages:  # it failed: there is nothing to judge
        return conversation.detected_as(Detection(conversation.format, recognised=False, description=_EMPTY_ANSWER))
    list_key = conversation.base.rsplit("/", 1)[-1] if conversation.base else ""
    if (conversation.origin is not None or conversation.is_answer) and conversation.detection.recognised:
        format = format or conversation.format  # noqa: A001 - the source or the answer says what its messages are
    return conversation.detected_as(
        detect(
            conversation.messages,
            conversation.settings,
            list_key=list_key,
            endpoint=conversation.endpoint,
            format=format,
            target=target,
        )
    )


def detect(
    messages: Sequence[Json],
    settings: Mapping[str, Json],
    *,
    list_key: str = "",
    endpoint: str = "",
    format: str | None = None,  # noqa: A002
    target: str | None = None,
) -> Detection:
    """`list_key` is the key that held the messages in their request body (`contents` speaks for Gemini); `endpoint`
    the address it was sent to, whose path takes one format only."""
    if format is not None and format not in FORMATS:
        raise unknown("format", format, FORMATS)
    numbers, examples, signatures, counts = shapes_of(messages)
    formats = tuple(FORMATS.values())
    votes = [_vote(message, signature, formats) for message, signature in zip(examples, signatures, strict=True)]
    totals = _totals(counts, votes, settings, list_key)
    if (spoken := format_of_endpoint(endpoint)) is not None:
        totals[spoken] += _BODY_WEIGHT[CERTAIN]
    elif list_key == "messages":
        for name in _spoken_by_model(settings.get("model")):
            if FORMATS[name].body_evidence(settings) < LIKELY:  # else the body has spoken for it already
                totals[name] += _BODY_WEIGHT[LIKELY]
    # Who is the best guess when nothing in the history tells: what the target takes, then the most common.
    order = dict.fromkeys([*formats_of_target(target), *FORMATS]) if target else FORMATS
    likely = [name for name in order if totals[name] > 0]
    ranking = sorted(likely or order, key=totals.__getitem__, reverse=True)
    best = format or ranking[0]
    most = totals[best]
    tied = tuple([name for name in ranking if totals[name] == most])
    ambiguous = format is None and len(tied) > 1
    others = [name for name in ranking if name != best] if likely else []
    recognised = format is not None or _is_recognised(best, totals, counts, votes, settings, list_key)
    return Detection(
        format=best,
        dialect=FORMATS[best].dialect(messages),
        confidence=1.0 if format else _confidence(totals, best, others, tied),
        candidates=tied if ambiguous else (best, *others),
        runner_up=others[0] if others else None,
        ambiguous=ambiguous,
        odd=_odd_messages(numbers, votes, best),
        recognised=recognised,
        description="" if recognised else described(messages),
    )


def _spoken_by_model(model: object) -> tuple[str, ...]:
    """The formats of the one provider that has this model; a gateway's name for it says nothing of the format."""
    provider = provider_of_model(model) if isinstance(model, str) and "/" not in model else None
    return formats_of_target(provider) if provider else ()


def _vote(message: object, signature: Signature, formats: tuple[Format, ...]) -> _Vote:
    known = _votes.get(signature)
    if known is not None and known[0] == formats:
        return known[1]
    shape = shape_of(message)
    ballot = {form.name: form.recognise(shape) for form in formats}
    penalty = -_WEIGHT[LIKELY] if any(ballot.values()) else 0
    gains = {name: _WEIGHT[evidence] - penalty for name, evidence in ballot.items() if evidence != NO_EVIDENCE}
    is_foreign = not any(ballot.values()) and _is_foreign(shape, formats)
    vote = _Vote(ballot, penalty, gains, max(ballot, key=ballot.__getitem__), _has_body(message), is_foreign)
    if len(_votes) >= _MOST_VOTES:
        _votes.clear()
    if len(signature) <= _LONGEST_SIGNATURE:
        _votes[signature] = formats, vote
    return vote


def _totals(
    counts: Sequence[int], votes: Sequence[_Vote], settings: Mapping[str, Json], list_key: str
) -> dict[str, float]:
    penalties = sum([count * vote.penalty for count, vote in zip(counts, votes, strict=True)])
    totals: dict[str, float] = dict.fromkeys(FORMATS, penalties)
    for count, vote in zip(counts, votes, strict=True):
        for name, gain in vote.gains.items():
            totals[name] += count * gain
    return _with_body(totals, settings, list_key) if settings or list_key else totals


def _with_body(totals: dict[str, float], settings: Mapping[str, Json], list_key: str) -> dict[str, float]:
    """What the request around the messages adds."""
    homes = {list_key} if _is_request_beside(settings) else {list_key, "messages"}
    for name, form in FORMATS.items():
        under_another_key = list_key and form.list_key not in homes
        if settings and not under_another_key:
            totals[name] += _BODY_WEIGHT[form.body_evidence(settings)]
        if list_key == form.list_key and list_key != "messages" and _may_be_request(settings):
            totals[name] += _BODY_WEIGHT[CERTAIN]
    return totals


def _may_be_request(settings: Mapping[str, Json]) -> bool:
    """Whether the object around a list could be a request: data sets and test cases have an `input` list as well."""
    return not settings or not _REQUEST_KEYS.isdisjoint(settings) or _RECORD_KEYS.isdisjoint(settings)


def _is_request_beside(settings: Mapping[str, Json]) -> bool:
    """Whether it is what a program sends, and no trace, which keeps messages of any format under `input`."""
    return "model" in settings and _ANSWER_KEYS.isdisjoint(settings)


def _is_recognised(
    best: str,
    totals: Mapping[str, float],
    counts: Sequence[int],
    votes: Sequence[_Vote],
    settings: Mapping[str, Json],
    list_key: str,
) -> bool:
    """The floor of every verdict: half of the messages could be of this format, or the request around them is.

    A message that keeps its words under a key that no format has (`text`, `value`) could be of any program.
    """
    form = FORMATS[best]
    if not counts:  # an empty list is refused for being empty only where a request surrounds it
        return bool(list_key) and (not settings or not _REQUEST_KEYS.isdisjoint(settings))
    if totals[best] <= 0 and not _is_asked_of_model(best, settings, votes):
        return False
    under_own_key = list_key == form.list_key and list_key != "messages" and _may_be_request(settings)
    in_request = under_own_key or (bool(settings) and form.body_evidence(settings) >= LIKELY)
    in_request = in_request or (list_key == "messages" and _is_asked_of_model(best, settings, votes))
    if list_key == "input" and not OTHER_INPUT_KEYS.isdisjoint(settings):
        return False
    if _is_mostly_foreign(counts, votes) and not in_request and not _is_in_request(settings, list_key):
        return False
    known = [
        count
        for count, vote in zip(counts, votes, strict=True)
        if vote.ballot[best] >= (POSSIBLE if vote.has_body else LIKELY)
    ]
    return in_request or sum(known) * 2 >= sum(counts)


def _is_asked_of_model(best: str, settings: Mapping[str, Json], votes: Sequence[_Vote]) -> bool:
    """Whether it is a request to a model whose provider takes this format: then what is odd in a message is wrong."""
    return best in _spoken_by_model(settings.get("model")) and all(vote.has_body for vote in votes)


def _is_in_request(settings: Mapping[str, Json], list_key: str) -> bool:
    """Whether a request is around the messages: nothing but them, under a request's key, could be a short one."""
    return not _REQUEST_KEYS.isdisjoint(settings) or (list_key == "messages" and not settings)


def _is_mostly_foreign(counts: Sequence[int], votes: Sequence[_Vote]) -> bool:
    """Whether more than a third of the messages are foreign: a program's own words come again and again, a typing error
    comes once."""
    foreign = [count for count, vote in zip(counts, votes, strict=True) if vote.is_foreign]
    return bool(foreign) and 3 * sum(foreign) > sum(counts)


def _is_foreign(shape: Shape, formats: tuple[Format, ...]) -> bool:
    """Of a message that no format recognises: a role or typed parts are a shape, and not one that is broken."""
    known = {role.lower() for form in formats if form.role_key in shape.keys for role in form.roles}
    return bool(shape.kinds) or (bool(shape.role) and shape.role.lower() not in known)


def _has_body(message: object) -> bool:
    """Whether a message has what formats keep words and calls in, or nothing that could be words instead."""
    if not isinstance(message, dict):
        return isinstance(message, str)
    return not _BODY_KEYS.isdisjoint(message) or _EMPTY_MESSAGE_KEYS.issuperset(message)


def _confidence(totals: Mapping[str, float], best: str, others: list[str], tied: tuple[str, ...]) -> float:
    """`others` are likely too, the nearest first."""
    if totals[best] <= 0:
        return 0.0
    if len(tied) > 1:
        return round(1 / len(tied), 2)
    second = totals[others[0]] if others else 0.0
    return round(totals[best] / (totals[best] + second), 2)


def _odd_messages(numbers: Sequence[int], votes: Sequence[_Vote], best: str) -> tuple[tuple[int, str], ...]:
    """Messages that cannot be of the winning format and surely are of another one."""
    strangers = {
        number: vote.strongest
        for number, vote in enumerate(votes)
        if vote.ballot[best] == NO_EVIDENCE and vote.ballot[vote.strongest] >= LIKELY
    }
    if not strangers:
        return ()
    return tuple((index, strangers[number]) for index, number in enumerate(numbers) if number in strangers)

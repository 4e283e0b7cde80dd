"""Which format a history is in: each message votes by its shape, the settings beside it vote too.

Only keys and discriminators are looked at, and equal shapes are judged once, so that 100,000 messages of 40 shapes
cost 40 judgements. The user can always overrule the vote, and a given target breaks an honest tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from workbench.collector import collector_paused
from workbench.conversation import Conversation, Detection
from workbench.formats import FORMATS
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Evidence
from workbench.json.text import Json
from workbench.json.words import described
from workbench.names import known_format
from workbench.shapes import shape_of, shapes_of
from workbench.targets import formats_of_target
from workbench.targets.endpoints import format_of_endpoint, provider_of_model

_WEIGHT = {NO_EVIDENCE: 0, POSSIBLE: 1, LIKELY: 20, CERTAIN: 60}
_BODY_WEIGHT = {NO_EVIDENCE: 0, POSSIBLE: 2, LIKELY: 30, CERTAIN: 90}
_BODY_KEYS = frozenset({"content", "parts", "blocks", "tool_calls", "function_call", "toolInvocations", "refusal"})
_FOREIGN_BODY_KEYS = frozenset({"text", "value", "body", "message", "output", "prompt", "data", "payload"})
_REQUEST_KEYS = frozenset({
    "model", "max_tokens", "tools", "system", "stream", "temperature", "instructions", "toolConfig", "generationConfig",
    "anthropic_version", "inferenceConfig", "modelId",
})  # fmt: skip
_RECORD_KEYS = frozenset({
    "target", "expected", "expected_output", "ideal", "choices", "reference", "assertions", "vars", "sandbox", "label",
})  # fmt: skip
"""What stands beside the questions of a data set or a test case."""
_Ballot = dict[str, Evidence]
"""Format → evidence, of one shape."""


@collector_paused()
def detected(conversation: Conversation, format: str | None = None, target: str | None = None) -> Conversation:  # noqa: A002
    """The conversation with its format named: the one given, or the one its messages vote for."""
    list_key = conversation.base.rsplit("/", 1)[-1] if conversation.base else ""
    if conversation.origin is not None and conversation.detection.recognised:
        format = format or conversation.format  # noqa: A001 - the source knows what its messages are
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
    if format is not None:
        known_format(format)
    numbers, examples = shapes_of(messages)
    ballots = [_ballot(message) for message in examples]
    totals = _totals(Counter(numbers), ballots, settings, list_key)
    if (spoken := format_of_endpoint(endpoint)) is not None:
        totals[spoken] += _BODY_WEIGHT[CERTAIN]
    elif list_key == "messages":
        for name in _spoken_by_model(settings.get("model")):
            if FORMATS[name].body_evidence(settings) < LIKELY:  # else the body has spoken for it already
                totals[name] += _BODY_WEIGHT[LIKELY]
    # Who is the best guess when nothing in the history tells: what the target takes, then the most common.
    order = [*(formats_of_target(target) if target else ()), *FORMATS]
    ranking = sorted(totals, key=lambda name: (-totals[name], order.index(name)))
    best = format or ranking[0]
    tied = tuple(name for name in ranking if totals[name] == totals[best])
    ambiguous = format is None and len(tied) > 1
    others = [name for name in ranking if name != best]
    recognised = format is not None or _is_recognised(
        best, totals, numbers, ballots, [_has_body(message) for message in examples], settings, list_key
    )
    return Detection(
        format=best,
        dialect=FORMATS[best].dialect(messages),
        confidence=1.0 if format else _confidence(totals, best, others, tied),
        candidates=tied if ambiguous else (best, *(name for name in others if totals[name] > 0)),
        runner_up=others[0] if others and totals[others[0]] > 0 else None,
        ambiguous=ambiguous,
        odd=_odd_messages(numbers, ballots, best),
        recognised=recognised,
        description="" if recognised else described(messages),
    )


def _spoken_by_model(model: object) -> tuple[str, ...]:
    """The formats of the one provider that has this model; a gateway's name for it says nothing of the format."""
    provider = provider_of_model(model) if isinstance(model, str) and "/" not in model else None
    return formats_of_target(provider) if provider else ()


def _ballot(message: object) -> _Ballot:
    shape = shape_of(message)
    return {name: form.recognise(shape) for name, form in FORMATS.items()}


def _totals(
    counts: Mapping[int, int],
    ballots: Sequence[_Ballot],
    settings: Mapping[str, Json],
    list_key: str,
) -> dict[str, float]:
    totals: dict[str, float] = {}
    for name, form in FORMATS.items():
        under_another_key = list_key and form.list_key not in (list_key, "messages")
        total = float(_BODY_WEIGHT[form.body_evidence(settings)]) if settings and not under_another_key else 0.0
        if list_key == form.list_key and list_key != "messages" and _may_be_request(settings):
            total += _BODY_WEIGHT[CERTAIN]
        for number, count in counts.items():
            evidence = ballots[number][name]
            total += count * _WEIGHT[evidence]
            if evidence == NO_EVIDENCE and any(ballots[number].values()):
                total -= count * _WEIGHT[LIKELY]
        totals[name] = total
    return totals


def _may_be_request(settings: Mapping[str, Json]) -> bool:
    """Whether the object around a list could be a request: data sets and test cases have an `input` list as well."""
    return not settings or not _REQUEST_KEYS.isdisjoint(settings) or _RECORD_KEYS.isdisjoint(settings)


def _is_recognised(
    best: str,
    totals: Mapping[str, float],
    numbers: Sequence[int],
    ballots: Sequence[_Ballot],
    bodies: Sequence[bool],
    settings: Mapping[str, Json],
    list_key: str,
) -> bool:
    """The floor of every verdict: half of the messages could be of this format, or the request around them is.

    A message that keeps its words under a key that no format has (`text`, `value`) could be of any program.
    """
    form = FORMATS[best]
    if not numbers:  # an empty list is refused for being empty, unless it belongs to something that is no request
        return not settings or not _REQUEST_KEYS.isdisjoint(settings)
    if totals[best] <= 0:
        return False
    under_own_key = list_key == form.list_key and list_key != "messages" and _may_be_request(settings)
    in_request = form.body_evidence(settings) >= LIKELY or under_own_key
    known = sum(ballots[number][best] >= (POSSIBLE if bodies[number] else LIKELY) for number in numbers)
    return in_request or known * 2 >= len(numbers)


def _has_body(message: object) -> bool:
    """Whether a message has what formats keep words and calls in, or nothing that could be words instead."""
    if not isinstance(message, dict):
        return isinstance(message, str)
    return not _BODY_KEYS.isdisjoint(message) or _FOREIGN_BODY_KEYS.isdisjoint(message)


def _confidence(totals: Mapping[str, float], best: str, others: list[str], tied: tuple[str, ...]) -> float:
    if totals[best] <= 0:
        return 0.0
    if len(tied) > 1:
        return round(1 / len(tied), 2)
    second = max((totals[name] for name in others), default=0.0)
    return round(totals[best] / (totals[best] + max(second, 0.0)), 2)


def _odd_messages(numbers: Sequence[int], ballots: Sequence[_Ballot], best: str) -> tuple[tuple[int, str], ...]:
    """Messages that cannot be of the winning format and surely are of another one."""
    strangers: dict[int, str] = {}
    for number, ballot in enumerate(ballots):
        other = max(ballot, key=lambda name: ballot[name])
        if ballot[best] == NO_EVIDENCE and ballot[other] >= LIKELY:
            strangers[number] = other
    if not strangers:
        return ()
    return tuple((index, strangers[number]) for index, number in enumerate(numbers) if number in strangers)

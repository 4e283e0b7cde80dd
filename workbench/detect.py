"""Which format a history is in: each message votes by its shape, the settings beside it vote too.

Only keys and discriminators are looked at, and equal shapes are judged once, so that 100,000 messages of 40 shapes
cost 40 judgements. The user can always overrule the vote, and a given target breaks an honest tie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.collector import collector_paused
from workbench.conversation import Conversation, Detection
from workbench.formats import FORMATS
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Shape
from workbench.jsontext import Json
from workbench.targets import formats_of_target

_WEIGHT = {NO_EVIDENCE: 0, POSSIBLE: 1, LIKELY: 20, CERTAIN: 60}
_BODY_WEIGHT = {NO_EVIDENCE: 0, POSSIBLE: 2, LIKELY: 30, CERTAIN: 90}
_Signature = tuple[object, ...]


class UnknownFormatError(LookupError):
    """A format name that nobody has."""


@collector_paused()
def detected(conversation: Conversation, format: str | None = None, target: str | None = None) -> Conversation:  # noqa: A002
    """The conversation with its format named: the one given, or the one its messages vote for."""
    list_key = conversation.base.rsplit("/", 1)[-1] if conversation.base else ""
    return conversation.detected_as(
        detect(conversation.messages, conversation.settings, list_key=list_key, format=format, target=target)
    )


def detect(
    messages: Sequence[Json],
    settings: Mapping[str, Json],
    *,
    list_key: str = "",
    format: str | None = None,  # noqa: A002
    target: str | None = None,
) -> Detection:
    """`list_key` is the key that held the messages in their request body (`contents` speaks for Gemini)."""
    if format is not None and format not in FORMATS:
        raise UnknownFormatError(f"there is no format {format!r}; the formats are: {', '.join(FORMATS)}")
    counts, examples = _counted(messages)
    ballots = {signature: _ballot(message) for signature, message in examples.items()}
    totals = _totals(counts, ballots, settings, list_key)
    # Who is the best guess when nothing in the history tells: what the target takes, then the most common.
    order = [*(formats_of_target(target) if target else ()), *FORMATS]
    ranking = sorted(totals, key=lambda name: (-totals[name], order.index(name)))
    best = format or ranking[0]
    tied = tuple(name for name in ranking if totals[name] == totals[best])
    ambiguous = format is None and len(tied) > 1
    others = [name for name in ranking if name != best]
    return Detection(
        format=best,
        dialect=FORMATS[best].dialect(messages),
        confidence=1.0 if format else _confidence(totals, best, others, tied),
        candidates=tied if ambiguous else (best, *(name for name in others if totals[name] > 0)),
        runner_up=others[0] if others and totals[others[0]] > 0 else None,
        ambiguous=ambiguous,
        odd=_odd_messages(messages, ballots, best),
    )


def _counted(messages: Sequence[Json]) -> tuple[dict[_Signature, int], dict[_Signature, Json]]:
    """How often each signature occurs, and one message that has it."""
    counts: dict[_Signature, int] = {}
    examples: dict[_Signature, Json] = {}
    for message in messages:
        signature = _signature(message)
        if signature in counts:
            counts[signature] += 1
        else:
            counts[signature] = 1
            examples[signature] = message
    return counts, examples


def _ballot(message: Json) -> dict[str, int]:
    """Format → evidence."""
    shape = _shape(message)
    return {name: form.recognise(shape) for name, form in FORMATS.items()}


def _totals(
    counts: dict[_Signature, int],
    ballots: dict[_Signature, dict[str, int]],
    settings: Mapping[str, Json],
    list_key: str,
) -> dict[str, float]:
    totals: dict[str, float] = {}
    for name, form in FORMATS.items():
        total = float(_BODY_WEIGHT[form.body_evidence(settings)]) if settings else 0.0
        if list_key and list_key == form.list_key and list_key != "messages":
            total += _BODY_WEIGHT[CERTAIN]
        for signature, count in counts.items():
            evidence = ballots[signature][name]
            total += count * _WEIGHT[evidence]
            if evidence == NO_EVIDENCE and any(ballots[signature].values()):
                total -= count * _WEIGHT[LIKELY]
        totals[name] = total
    return totals


def _confidence(totals: Mapping[str, float], best: str, others: list[str], tied: tuple[str, ...]) -> float:
    if totals[best] <= 0:
        return 0.0
    if len(tied) > 1:
        return round(1 / len(tied), 2)
    second = max((totals[name] for name in others), default=0.0)
    return round(totals[best] / (totals[best] + max(second, 0.0)), 2)


def _odd_messages(
    messages: Sequence[Json], ballots: dict[_Signature, dict[str, int]], best: str
) -> tuple[tuple[int, str], ...]:
    """Messages that cannot be of the winning format and surely are of another one."""
    strangers: dict[_Signature, str] = {}
    for signature, ballot in ballots.items():
        other = max(ballot, key=lambda name: ballot[name])
        if ballot[best] == NO_EVIDENCE and ballot[other] >= LIKELY:
            strangers[signature] = other
    if not strangers:
        return ()
    signed = ((index, _signature(message)) for index, message in enumerate(messages))
    return tuple((index, strangers[signature]) for index, signature in signed if signature in strangers)


def _signature(message: Json) -> _Signature:
    """A cheap key that is equal only for messages of equal shape. It is made for every message, so it is kept flat."""
    if type(message) is not dict:
        return (type(message),)
    get = message.get
    content, role, kind = get("content"), get("role") or get("speaker"), get("type") or get("kind")
    signature = [*message, type(content), role if type(role) is str else "", kind if type(kind) is str else ""]
    parts, key = content, "content"
    if type(parts) is not list:
        parts, key = get("parts"), "parts"
        if type(parts) is not list:
            parts, key = get("blocks"), "blocks"
    if type(parts) is list:
        signature.append(key)
        for part in parts:
            if type(part) is dict:
                kind = part.get("type") or part.get("kind")
                signature += part
                signature += (0, kind if type(kind) is str else "")
            else:
                signature.append(type(part))
    return tuple(signature)


def _word(value: Json) -> str:
    return value if type(value) is str else ""


def _shape(message: Json) -> Shape:
    nothing: frozenset[str] = frozenset()
    if not isinstance(message, dict):
        kind = "string" if isinstance(message, str) else "other"
        return Shape(nothing, "", "", kind, "", nothing, nothing)
    lists = [key for key in ("content", "parts", "blocks") if isinstance(message.get(key), list)]
    parts_key = lists[0] if lists else ""
    parts = [part for part in message[parts_key] if isinstance(part, dict)] if lists else []
    return Shape(
        keys=frozenset(message),
        role=_word(message.get("role") or message.get("speaker")),
        type=_word(message.get("type") or message.get("kind")),
        content=_content_kind(message),
        parts_key=parts_key,
        kinds=frozenset(_word(part.get("type") or part.get("kind")) for part in parts) - {""},
        part_keys=frozenset(key for part in parts for key in part),
    )


def _content_kind(message: dict[str, Json]) -> str:
    if "content" not in message:
        return "absent"
    content = message["content"]
    kinds = {type(None): "null", str: "string", list: "list", dict: "object"}
    return kinds.get(type(content), "other")

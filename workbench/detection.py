"""Detect the format of a history: each message votes by its shape, and the settings of the request vote too.

Only keys and discriminators are examined, and each shape is judged once: 100,000 messages of 40 shapes take 40
judgements. The user can always override the result, and a given target breaks a tie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from workbench.conversation import Conversation, Detection
from workbench.formats import FORMATS
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Format
from workbench.json.description import described
from workbench.json.pointer import follow_or_none, to_path
from workbench.json.text import Json
from workbench.names import unknown
from workbench.shapes import Shapes, Signature, shapes_of
from workbench.targets import DEFAULT_TARGET, formats_of_target, target_for
from workbench.targets.endpoints import format_of_endpoint, provider_of_endpoint, provider_of_model
from workbench.votes import MAX_CACHED, MAX_SIGNATURE, Vote, vote_of

_BODY_WEIGHT = {NO_EVIDENCE: 0, POSSIBLE: 2, LIKELY: 30, CERTAIN: 90}
_REQUEST_KEYS = frozenset({
    "model", "max_tokens", "tools", "system", "stream", "temperature", "instructions", "toolConfig", "generationConfig",
    "anthropic_version", "inferenceConfig", "modelId", "systemInstruction", "system_instruction",
})  # fmt: skip
OTHER_INPUT_KEYS = frozenset({"generation_config", "previous_interaction_id", "agent_config"})
"""Keys next to the `input` of a chat API whose format is not supported here."""
_RECORD_KEYS = frozenset({
    "target", "expected", "expected_output", "ideal", "choices", "reference", "assertions", "vars", "sandbox", "label",
})  # fmt: skip
"""Keys next to the questions of a data set or a test case."""
_ANSWER_KEYS = frozenset({"output", "usage", "response", "choices", "trace_id", "traceId"})
"""Keys that programs store next to the messages after the answer has arrived."""
_EMPTY_ANSWER = "a provider's answer without a message"
_Votes = Sequence[tuple[Vote, int]]
"""The vote of each shape, with the number of its messages."""


class _Around(NamedTuple):
    """What is known around the messages."""

    settings: Mapping[str, Json] = {}
    list_key: str = ""
    endpoint: str = ""
    target: str | None = None


_Key = tuple[str | None, tuple[Signature, ...], tuple[int, ...]]
"""The given format, the shapes, and how many messages have each: all that the detection of a bare list depends on."""
_detections: dict[_Key, tuple[tuple[Format, ...], Detection]] = {}
"""A cache of detections, each with the formats that it was for: short conversations of a batch often have the same
shapes, and as many messages of each. A detection that names single messages or describes their content is left out."""


def detected(conversation: Conversation, format: str | None = None, target: str | None = None) -> Conversation:  # noqa: A002
    """Return the conversation with its format: the given one, or the one that its messages vote for."""
    if conversation.is_answer and not conversation.messages:  # the request failed, so there is nothing to judge
        return conversation.detected_as(Detection(conversation.format, recognised=False, description=_EMPTY_ANSWER))
    list_key = "" if _is_recorded_input(conversation) else conversation.base.rpartition("/")[2]
    if (conversation.origin is not None or conversation.is_answer) and conversation.detection.recognised:
        format = format or conversation.format  # noqa: A001 - the source or the answer determines the format
    return conversation.detected_as(
        detect(
            conversation.messages,
            _settings_and_answer(conversation),
            list_key=list_key,
            endpoint=conversation.endpoint,
            format=format,
            target=target,
        )
    )


def for_target(conversation: Conversation, target: str | None) -> Conversation:
    """Return the conversation in the format that the given target decides for, if the file leaves that open."""
    found, settings = conversation.detection, conversation.settings
    is_open = found.ambiguous or not found.recognised or bool(_copied_settings(settings, target))
    formats = _formats_of_model(settings.get("model"), target)  # the target may be another API of the model's provider
    is_open = is_open or (found.format not in formats and bool(target) and formats == formats_of_target(target or ""))
    return detected(conversation, target=target) if target and is_open else conversation


def _settings_and_answer(conversation: Conversation) -> Mapping[str, Json]:
    """Return the settings, with an answer that is recorded next to `input`: its request may be for any API."""
    if not conversation.base.endswith("/input"):
        return conversation.settings
    around = follow_or_none(conversation.payload, to_path(conversation.base)[:-1])
    recorded = around if isinstance(around, dict) else {}
    return {**{key: recorded[key] for key in _ANSWER_KEYS & recorded.keys()}, **conversation.settings}


def _is_recorded_input(conversation: Conversation) -> bool:
    """Whether the messages are the `input` of a trace's record: next to an answer, without a parameter of a request.

    There, the key is the same for every API.
    """
    is_input = conversation.base.endswith("/input") and conversation.response is not None
    return is_input and _REQUEST_KEYS.isdisjoint(conversation.settings)


def detect(
    messages: Sequence[Json],
    settings: Mapping[str, Json],
    *,
    list_key: str = "",
    endpoint: str = "",
    format: str | None = None,  # noqa: A002
    target: str | None = None,
) -> Detection:
    """Detect the format of messages.

    `list_key` is the key of the messages in the request body (`contents` is evidence for Gemini). `endpoint` is the
    address of the request, whose path may accept only one format.
    """
    if format is not None and format not in FORMATS:
        raise unknown("format", format, FORMATS)
    around = _Around(settings, list_key, endpoint, target)
    if format is not None and not any(around) and FORMATS[format].holds_only(messages):
        return Detection(format, FORMATS[format].dialect(messages), candidates=(format,))
    shapes = shapes_of(messages)
    found = _detect(messages, shapes, format, around) if any(around) else _detect_bare(messages, shapes, format)
    dialect = FORMATS[found.format].dialect(messages)
    return found if dialect is None else replace(found, dialect=dialect)


def _detect_bare(messages: Sequence[Json], shapes: Shapes, format: str | None) -> Detection:  # noqa: A002
    """Detect the format of messages with nothing around them, or return what the same shapes led to before."""
    key, formats = (format, tuple(shapes.signatures), tuple(shapes.counts)), tuple(FORMATS.values())
    cached = _detections.get(key)
    if cached is not None and cached[0] == formats:
        return cached[1]
    found = _detect(messages, shapes, format, _Around())
    if len(_detections) >= MAX_CACHED:
        _detections.clear()
    if found.recognised and not found.odd and sum(map(len, shapes.signatures)) <= MAX_SIGNATURE:
        _detections[key] = formats, found
    return found


def _detect(messages: Sequence[Json], shapes: Shapes, format: str | None, around: _Around) -> Detection:  # noqa: A002
    """Detect the format, but not its dialect."""
    settings, list_key, endpoint, target = around
    formats = tuple(FORMATS.values())
    votes = [
        (vote_of(message, signature, formats), count)
        for message, signature, count in zip(shapes.examples, shapes.signatures, shapes.counts, strict=True)
    ]
    totals = _totals(votes, _own_settings(settings, list_key, target), list_key)
    own_format = _format_of_own_api(settings, list_key, target) if not endpoint else None
    if (endpoint_format := format_of_endpoint(endpoint) or own_format) is not None:
        # A provider's own server reads every message in its own format, whatever the messages look like.
        counted = _count_messages(votes) + 1 if own_format or provider_of_endpoint(endpoint) else 1
        totals[endpoint_format] += counted * _BODY_WEIGHT[CERTAIN]
    elif list_key == "messages":
        for name in _formats_of_model(settings.get("model"), target):
            form = FORMATS[name]
            is_counted = form.body_evidence(settings) >= LIKELY
            if form.list_key == list_key and not is_counted:
                totals[name] += _BODY_WEIGHT[LIKELY]
    # The best guess without any evidence is a format that the target accepts, then the most common format.
    order = dict.fromkeys([*formats_of_target(target), *FORMATS]) if target else FORMATS
    is_sent_wrongly = format is None and (
        _moved_to_accepted_key(totals, messages, around) or _is_addressed(messages, around)
    )
    likely = [name for name in order if totals[name] > 0]
    ranking = sorted(likely or order, key=totals.__getitem__, reverse=True)
    best = format or ranking[0]
    tied = tuple([name for name in ranking if totals[name] == totals[best]])
    ambiguous = format is None and len(tied) > 1
    others = [name for name in ranking if name != best] if likely else []
    recognised = format is not None or is_sent_wrongly or _is_recognised(best, totals, votes, settings, list_key)
    return Detection(
        format=best,
        confidence=1.0 if format else _confidence(totals, best, others, tied),
        candidates=tied if ambiguous else (best, *others),
        ambiguous=ambiguous,
        odd=_odd_messages(shapes.numbers, votes, best),
        recognised=recognised,
        description="" if recognised else described(messages),
    )


def _moved_to_accepted_key(totals: dict[str, float], messages: Sequence[Json], around: _Around) -> bool:
    """Give the evidence for a format whose API has another key for the messages to the next best one; whether it did.

    A program that sends the parts of one API to the other is refused, so these are errors in the messages.
    """
    settings, list_key, endpoint, target = around
    if list_key != "messages" or endpoint or not _is_sent_request(settings):
        return False
    if not all(isinstance(message, dict) and message.keys() >= _SAID and "type" not in message for message in messages):
        return False
    best = max(totals, key=totals.__getitem__)
    accepted = [name for name, form in FORMATS.items() if form.list_key == list_key]
    if best in accepted or (target and best in formats_of_target(target)):
        return False
    instead = max(accepted, key=totals.__getitem__)
    totals[best], totals[instead] = totals[instead], totals[best]
    return True


def _is_addressed(messages: Sequence[Json], around: _Around) -> bool:
    """Whether this is a request for the given target. Unknown roles in it are then errors, even if there are only such
    messages."""
    settings, list_key, _, target = around
    if list_key != "messages" or not target or not messages or not _is_sent_request(settings):
        return False
    is_accepted_key = any(FORMATS[name].list_key == list_key for name in formats_of_target(target))
    return is_accepted_key and all(isinstance(message, dict) and message.keys() == _SAID for message in messages)


def _own_settings(settings: Mapping[str, Json], list_key: str, target: str | None) -> Mapping[str, Json]:
    """The settings that are evidence for a format. A given target decides about those that servers copy from another
    API, if its own format has the messages under the same key."""
    formats = [FORMATS[name] for name in formats_of_target(target)] if target else []
    copied = _copied_settings(settings, target)
    if not copied or not any(form.list_key == list_key for form in formats):
        return settings
    copied_only = {name: settings[name] for name in copied}
    if any(form.body_evidence({**copied_only, **_SHORT_REQUEST}) >= LIKELY for form in formats):
        return settings  # they are the target's own
    return {name: value for name, value in settings.items() if name not in copied}


def _copied_settings(settings: Mapping[str, Json], target: str | None) -> frozenset[str]:
    """The names of the settings that may be in the shape of another API. Those of tools are among them if the target
    makes the model and has only an API of its own."""
    is_maker = _makes_model(settings, target)
    return (_COPIED_SETTINGS | _TOOL_SETTINGS if is_maker else _COPIED_SETTINGS) & settings.keys()


def _makes_model(settings: Mapping[str, Json], target: str | None) -> bool:
    """Whether the target makes the model and has only an API of its own: the program sends the request there, and not
    to a gateway."""
    accepted = set(formats_of_target(target)) if target else set()
    is_own_api = accepted.isdisjoint(formats_of_target(DEFAULT_TARGET))
    return is_own_api and not accepted.isdisjoint(_formats_of_model(settings.get("model")))


def _format_of_own_api(settings: Mapping[str, Json], list_key: str, target: str | None) -> str | None:
    """The format of a given target's own API, if the request is for its model and has a setting that only this API has:
    whatever its messages look like, the program sends them there."""
    if not target or list_key != "messages" or not _makes_model(settings, target):
        return None
    others = {name: value for name, value in settings.items() if name not in ("model", *_COPIED_SETTINGS)}
    fitting = (name for name in formats_of_target(target) if FORMATS[name].list_key == list_key)
    return next((name for name in fitting if FORMATS[name].body_evidence(others) >= LIKELY), None)


_COPIED_SETTINGS = frozenset({"thinking"})
_TOOL_SETTINGS = frozenset({"tools", "tool_choice"})
_SHORT_REQUEST: Mapping[str, Json] = {"max_tokens": 1}
_SAID = frozenset({"role", "content"})


def _formats_of_model(model: object, target: str | None = None) -> tuple[str, ...]:
    """Return the formats of the provider of this model, or of the given target if that is another API of the provider.
    A gateway's name (with `/`) is no evidence for a format."""
    provider = provider_of_model(model) if isinstance(model, str) and "/" not in model else None
    formats = formats_of_target(target) if provider and target else ()
    if provider and any(target_for(provider, name).name == target for name in formats):
        return formats
    return formats_of_target(provider) if provider else ()


def _totals(votes: _Votes, settings: Mapping[str, Json], list_key: str) -> dict[str, float]:
    penalties = sum([count * vote.penalty for vote, count in votes])
    totals: dict[str, float] = dict.fromkeys(FORMATS, penalties)
    for vote, count in votes:
        for name, gain in vote.gains.items():
            totals[name] += count * gain
    return _with_body(totals, settings, list_key) if settings or list_key else totals


def _with_body(totals: dict[str, float], settings: Mapping[str, Json], list_key: str) -> dict[str, float]:
    """Add the evidence of the request around the messages."""
    possible_keys = {list_key} if _is_sent_request(settings) else {list_key, "messages"}
    for name, form in FORMATS.items():
        under_another_key = list_key and form.list_key not in possible_keys
        if settings and not under_another_key:
            totals[name] += _BODY_WEIGHT[form.body_evidence(settings)]
        if list_key == form.list_key and list_key != "messages" and _may_be_request(settings):
            totals[name] += _BODY_WEIGHT[CERTAIN]
    return totals


def _may_be_request(settings: Mapping[str, Json]) -> bool:
    """Whether the object around a list could be a request: data sets and test cases have an `input` list as well."""
    return not settings or not _REQUEST_KEYS.isdisjoint(settings) or _RECORD_KEYS.isdisjoint(settings)


def _is_sent_request(settings: Mapping[str, Json]) -> bool:
    """Whether the settings are those of a request, not of a trace, which has messages of any format under `input`."""
    return "model" in settings and _ANSWER_KEYS.isdisjoint(settings)


def _is_recognised(
    best: str,
    totals: Mapping[str, float],
    votes: _Votes,
    settings: Mapping[str, Json],
    list_key: str,
) -> bool:
    """Whether the format is certain enough for a verdict: half of the messages, or the request around them, fit it.

    A message with its text under a key that no format has (`text`, `value`) could be from any program.
    """
    form = FORMATS[best]
    if not votes:  # an empty list can only be judged as part of a request
        return bool(list_key) and (not settings or not _REQUEST_KEYS.isdisjoint(settings))
    if totals[best] <= 0 and not _is_request_to_model(best, settings, votes):
        return False
    under_own_key = list_key == form.list_key and list_key != "messages" and _may_be_request(settings)
    in_request = under_own_key or (bool(settings) and form.body_evidence(settings) >= LIKELY)
    in_request = in_request or (list_key == "messages" and _is_request_to_model(best, settings, votes))
    if list_key == "input" and not OTHER_INPUT_KEYS.isdisjoint(settings):
        return False
    if _is_mostly_foreign(votes) and not in_request and not _is_in_request(settings, list_key):
        return False
    fitting = [count for vote, count in votes if vote.ballot[best] >= (POSSIBLE if vote.has_body else LIKELY)]
    return in_request or sum(fitting) * 2 >= _count_messages(votes)


def _is_request_to_model(best: str, settings: Mapping[str, Json], votes: _Votes) -> bool:
    """Whether this is a request to a model whose provider uses this format. Unusual messages in it are then errors."""
    return best in _formats_of_model(settings.get("model")) and all(vote.has_body for vote, _ in votes)


def _is_in_request(settings: Mapping[str, Json], list_key: str) -> bool:
    """Whether the messages are in a request. An object with nothing but `messages` may be a short request."""
    return not _REQUEST_KEYS.isdisjoint(settings) or (list_key == "messages" and not settings)


def _count_messages(votes: _Votes) -> int:
    return sum([count for _, count in votes])


def _is_mostly_foreign(votes: _Votes) -> bool:
    """Whether more than a third of the messages are foreign: a program repeats its own words, a typo appears once."""
    foreign = [count for vote, count in votes if vote.is_foreign]
    return bool(foreign) and 3 * sum(foreign) > _count_messages(votes)


def _confidence(totals: Mapping[str, float], best: str, others: list[str], tied: tuple[str, ...]) -> float:
    """Return the share of the best format's points. `others` are the other possible formats, the nearest first."""
    if totals[best] <= 0:
        return 0.0
    if len(tied) > 1:
        return round(1 / len(tied), 2)
    second = totals[others[0]] if others else 0.0
    return round(totals[best] / (totals[best] + second), 2)


def _odd_messages(numbers: Sequence[int], votes: _Votes, best: str) -> tuple[tuple[int, str], ...]:
    """Return the index and format of messages that do not fit the best format and do fit another one."""
    odd_shapes = {
        number: vote.strongest
        for number, (vote, _) in enumerate(votes)
        if vote.ballot[best] == NO_EVIDENCE and vote.ballot[vote.strongest] >= LIKELY
    }
    if not odd_shapes:
        return ()
    return tuple((index, odd_shapes[number]) for index, number in enumerate(numbers) if number in odd_shapes)

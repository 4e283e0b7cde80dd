"""Refusals recorded in the file that no finding explains: facts that outweigh the prediction of every rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.journey import Journey
from workbench.checks.recorded_answers import UNEXPLAINED, is_receiver
from workbench.conversation import Conversation
from workbench.json.pointer import to_path
from workbench.rules.contract import Violation, rule
from workbench.targets.contract import ERROR, WARNING, Target

_ABOUT_THE_REQUEST = re.compile(
    r"invalid[_ ]request|bad[_ ]?request|unprocessable|INVALID_ARGUMENT|Validation(?:Exception|Error)"
    r"|invalid_(?:parameter|value|type|argument)|unsupported_(?:parameter|value)|unknown_parameter"
    r"|(?<![\w.-])(?:400|413|422)(?![\w.-])",
    re.IGNORECASE,
)
_ABOUT_SOMETHING_ELSE = re.compile(
    r"(?:status|code|HTTP/[\d.]+|error)\W{1,4}(?:40[1346789]|429|5\d\d)(?!\d)|\b(?:40[134]|429|50[0234]|529) [A-Z]"
    r"|server_error|api_error|model_not_(?:found|supported)|unsupported_api_for_model|rate.?limit|insufficient_quota"
    r"|tim(?:ed?[ _-]?out)|aborted|cancell?ed|content_filter|content management policy|moderation|safety|flagged"
    r"|connection|network|ECONN|fetch failed|billing|credit|subscription|account",
    re.IGNORECASE,
)
"""The account, the model's name, the service, the network or a policy: the form of the request is not the cause."""

_REQUEST_STATUSES = (400, 413, 422)
"""The HTTP statuses of a refusal because of the request itself."""


def has_recorded_refusal(journey: Journey, target: Target) -> bool:
    """Whether the file has an error of this target, and the request is still the one that was sent."""
    conversation = journey.conversation
    return conversation.may_hold_refusal and not conversation.repaired and is_receiver(conversation, target)


@rule(
    "RQ240",
    UNEXPLAINED,
    default=ERROR,
    on="route",
    applies_to_bare_messages=True,
    occasion=has_recorded_refusal,
)
def refusal_unexplained(journey: Journey, target: Target) -> Iterator[Violation]:
    """The file contains the provider's refusal of this request, and no rule explains it.

    The recorded refusal is a fact, so the request is not accepted, whatever the rules predict. The finding points at
    the place that the error names, or at the whole request. It ends with the first repair, because the recorded error
    is only about the request as it was sent. An error about the account, the service, the name of the model or a
    policy is not counted. Where rules predict a refusal, that is shown instead. A session contains the error but not
    the request that was refused, so there the finding is a warning, and an error whose cause is no longer in the
    session is not reported.

    Bad (openai):
        {"request": {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Open the dome"}]},
        "response": {"error": {"message": "Dome-shaped prompts cannot be served here.",
        "type": "invalid_request_error", "param": null, "code": null}}}

    Good (openai):
        {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Open the dome"}]}
    """
    from workbench.locating.recorded import refusal_text  # loads every provider's phrases; few files need them

    conversation = journey.conversation
    text = refusal_text(conversation)
    status = conversation.refusal_status
    if not text or status not in (None, *_REQUEST_STATUSES) or _ABOUT_SOMETHING_ELSE.search(text):
        return
    yield from _unexplained(conversation, text)


def _unexplained(conversation: Conversation, text: str) -> Iterator[Violation]:
    from workbench.locating import locate
    from workbench.locating.envelopes import unwrap
    from workbench.locating.outside import UNKNOWN_MODEL, outside_cause

    unwrapped = unwrap(text)
    has_status = conversation.refusal_status is not None
    is_about_request = has_status or _ABOUT_THE_REQUEST.search(text) is not None
    if not (is_about_request or unwrapped.has_body) or outside_cause(text) or UNKNOWN_MODEL.search(text):
        return
    located = locate(conversation, text)
    is_exact = has_status or conversation.origin is None or conversation.response is not None
    if located.finding is not None or (located.rule is not None and not is_exact):
        return
    index, path = _place(conversation, located.at)
    severity = ERROR if is_about_request and is_exact else WARNING
    yield Violation(index, path, _sentence(located.rule), severity=severity, words=unwrapped.sentence, recorded=True)


def _sentence(rule_name: str | None) -> str:
    refused = "The provider refused this request, as the recorded answer shows."
    if rule_name is None:
        return f"{refused} No rule explains why."
    return f"{refused} Its error usually means {rule_name}, but the file does not show that."


def _place(conversation: Conversation, pointer: str | None) -> tuple[int, tuple[str | int, ...]]:
    """Return the message and the path in it, or -1 and the path in the request."""
    if pointer is None:
        return -1, ()
    index = conversation.index_of(pointer)
    if index is None:
        body = conversation.body
        return (-1, to_path(pointer[len(body) :])) if pointer.startswith(f"{body}/") else (-1, ())
    place = conversation.places[index] if conversation.places else f"{conversation.base}/{index}"
    return index, to_path(pointer[len(place) :])

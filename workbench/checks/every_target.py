"""Who would accept this conversation? Every target at once; places need not be exact for that."""

from __future__ import annotations

from dataclasses import replace

from workbench.checks.check import Journeys, check
from workbench.checks.verdict import Verdict, not_judged
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.targets import TARGETS


def verdicts(conversation: Conversation) -> list[Verdict]:
    journeys: Journeys = {}
    return [_verdict(conversation, name, journeys) for name in TARGETS]


def _verdict(conversation: Conversation, name: str, journeys: Journeys) -> Verdict:
    try:
        verdict = check(conversation, name, with_information=False, exact=False, journeys=journeys).verdict
    except NoRouteError as error:
        return not_judged(TARGETS[name], str(error))
    return replace(verdict, target=name, title=TARGETS[name].title)

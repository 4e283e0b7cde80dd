"""Who would accept this conversation? Check every target; places need not be exact for that."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from workbench.checks.check import check
from workbench.checks.journeys import Journeys
from workbench.checks.settled import Settles, excludes_acceptance, refuses
from workbench.checks.verdict import Outcome, Verdict, not_judged
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.targets import TARGETS


def verdicts(conversation: Conversation, targets: Iterable[str] = TARGETS) -> list[Verdict]:
    """Return the verdict of each target, by default of all targets."""
    journeys = Journeys(conversation, exact=False)
    return [_verdict(conversation, name, journeys) for name in targets]


def accepting(conversation: Conversation) -> list[str]:
    """Return the targets that accept a conversation."""
    return _with_outcome(Outcome.ACCEPTED, conversation, TARGETS, until=excludes_acceptance)


def refusing(conversation: Conversation, targets: Iterable[str]) -> list[str]:
    """Return those of the targets that refuse a conversation."""
    return _with_outcome(Outcome.REFUSED, conversation, targets, until=refuses)


def _with_outcome(outcome: Outcome, conversation: Conversation, targets: Iterable[str], until: Settles) -> list[str]:
    journeys = Journeys(conversation, exact=False)
    return [name for name in targets if _verdict(conversation, name, journeys, until).outcome is outcome]


def _verdict(conversation: Conversation, name: str, journeys: Journeys, until: Settles | None = None) -> Verdict:
    try:
        verdict = check(conversation, name, with_information=False, journeys=journeys, until=until).verdict
    except NoRouteError as error:
        return not_judged(TARGETS[name], str(error))
    return replace(verdict, target=name, title=TARGETS[name].title)

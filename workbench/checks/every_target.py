"""Who would accept this conversation? Check every target; places need not be exact for that."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from workbench.checks.check import check
from workbench.checks.journeys import Journeys
from workbench.checks.verdict import Verdict, not_judged
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.targets import TARGETS


def verdicts(conversation: Conversation, targets: Iterable[str] = TARGETS) -> list[Verdict]:
    """Return the verdict of each target, by default of all targets."""
    journeys = Journeys(conversation, exact=False)
    return [_verdict(conversation, name, journeys) for name in targets]


def _verdict(conversation: Conversation, name: str, journeys: Journeys) -> Verdict:
    try:
        verdict = check(conversation, name, with_information=False, journeys=journeys).verdict
    except NoRouteError as error:
        return not_judged(TARGETS[name], str(error))
    return replace(verdict, target=name, title=TARGETS[name].title)

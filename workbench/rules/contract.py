"""The contract of a rule: a check over a chat, whose docstring is the documentation with its examples, and a fix.

A fix is a patch on the file, or None if no truthful repair exists. All fixes prefer the same order: re-thread; move;
merge or split; fill in derivable values; rewrite in the correct form; and only then add a placeholder that states
known facts. A safe fix keeps everything that a user, a model or a tool wrote, and asserts nothing unknown. Any other
fix is shown, but never applied automatically.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

from workbench.checks.chat import Chat
from workbench.checks.findings import Explains, Finding, Fix
from workbench.checks.schema import MISSING, Problem
from workbench.formats.contract import Event
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext
from workbench.targets.severities import Severity

FAMILIES = {
    "TC": "calls and their results",
    "TA": "tool names and arguments",
    "ID": "tool ids",
    "RO": "roles and order",
    "LO": "losses in conversion",
    "CO": "content",
    "ME": "images and files",
    "FM": "format and version",
    "TH": "thinking and reasoning",
    "MO": "what a model supports",
    "RQ": "the request: its schema, tools and settings",
}
_REQUEST_FAMILIES = ("MO", "RQ")
PARTNER = "{partner}"
"""A placeholder in a sentence for the number of the partner's message in the original file."""


class Violation(NamedTuple):
    """One hit of a rule: the place, a sentence, and the facts that complete the provider's error message."""

    message: int
    path: Path
    text: str
    id: Json = None
    facts: Mapping[str, Json] = {}
    partner: tuple[int, Path] | None = None
    """The call of this result, the other id of this collision."""
    severity: Severity | None = None
    """Set if this case is less severe than the rule usually is for the target."""
    cause: str = ""
    """A key that all violations of one cause share."""
    variant: str = ""
    """Selects one of the target's error messages, if it has several for this rule."""
    words: str = ""
    """The exact error message, if it is known; otherwise the target's message for this rule is filled in."""
    pending: bool = False
    """Whether it only is a violation when the conversation is sent."""
    healed: bool = False
    """Whether the conversion to the target repairs it, so only the unconverted file would be refused."""
    as_given: bool = False
    """Whether the target is a program that receives the unchanged file and refuses it, whatever a conversion does."""
    recorded: bool = False
    """Whether the target's own recorded answer shows it, so it is a refusal even if no rule predicts one."""
    problem: Problem | None = None
    """The schema error in the request that the target receives; the target's family words it."""


def at(
    event: Event,
    text: str,
    part: str = "",
    *,
    partner: Event | None = None,
    severity: Severity | None = None,
    cause: str = "",
    pending: bool = False,
    **facts: Any,
) -> Violation:
    """A violation at an event, or at one part of it (`id`, `name`, `value`)."""
    part_number = next((step for step in reversed(event.path) if isinstance(step, int)), 0) if event.path else 0
    known: dict[str, Json] = {
        "message": event.message,
        "part": part_number,
        "id": event.id,
        "name": event.name,
        "nth": event.message + 1,  # for providers that count from one
        "nth_part": part_number + 1,
        **facts,
    }
    other = (partner.message, partner.at()) if partner else None
    return Violation(event.message, event.at(part), text, event.id, known, other, severity, cause, pending=pending)


def at_message(
    index: int,
    text: str,
    path: Path = (),
    *,
    partner: int | None = None,
    severity: Severity | None = None,
    cause: str = "",
    variant: str = "",
    **facts: Any,
) -> Violation:
    """A violation by a whole message, or by a field that no event represents; `id` is reported as a fact."""
    known = {"message": index, "nth": index + 1, **facts}
    other = None if partner is None else (partner, ())
    return Violation(index, path, text, facts.get("id"), known, other, severity, cause, variant)


def at_role(
    chat: Chat, index: int, text: str, severity: Severity | None = None, cause: str = "", **facts: Any
) -> Violation:
    """A violation at the role of a message."""
    message = chat.messages[index]
    path = (chat.format.role_key,) if isinstance(message, dict) and chat.format.role_key in message else ()
    return at_message(index, text, path, severity=severity, cause=cause, **facts)


def broken_schema(chat: Chat, problem: Problem, text: str, *, severity: Severity | None = None) -> Violation:
    """A violation at the place of a schema problem, in a message or outside of them (-1). A missing field is reported
    at the object that lacks it."""
    path = problem.path[:-1] if problem.kind == MISSING else problem.path
    if path[:1] == (chat.format.list_key,) and len(path) > 1 and isinstance(path[1], int):
        return Violation(path[1], path[2:], text, severity=severity, problem=problem)
    return Violation(-1, path, text, severity=severity, problem=problem)


Check = Callable[..., Iterator[Violation]]
"""(chat, target) → violations; for a rule about the route, (journey, target) → violations in places of the file."""

Occasion = Callable[..., bool]
"""(chat, target) → whether the rule could find anything; for a rule about the route, (journey, target)."""

Fixer = Callable[[RepairContext, Finding], Fix | None]


RuleInput = Literal["judged", "file", "route"]


class Example(NamedTuple):
    kind: str
    """Bad or Good."""
    target: str
    source: str
    """JSON that a user could paste. `…×9…` repeats the sixteen characters before it nine times."""

    @property
    def expanded(self) -> str:
        return _REPEATED.sub(lambda repeated: repeated[1] * int(repeated[2]), self.source)


@dataclass(frozen=True)
class Rule:
    code: str
    name: str
    check: Check
    default: Severity | None
    """The severity for targets that do not list the rule. None: they do not enforce it."""
    with_rules: tuple[str, ...] = ()
    """Rules that this rule always triggers as well."""
    on: RuleInput = "judged"
    """Its input: `judged`, the chat that the target receives; `file`, the original history; `route`, a `Journey`."""
    may_be_healed: bool = False
    """Whether a conversion to the target can repair it. If so, the original history is checked too, because the user's
    own program may send it unchanged."""
    fix: Fixer | None = None
    """None: the file does not contain enough information for a repair."""
    last_resort: bool = False
    """Whether the fix adds a placeholder or a note. It runs only after every fix that re-threads, moves or rewrites."""
    explains: Explains = "fault"
    """What it describes if several rules report one fault: the cause, the fault itself or a consequence."""
    noticed_later: bool = False
    """Whether the provider notices it only at the next message."""
    fallback: bool = False
    """Whether its finding is dropped if another rule points at the same place."""
    schema_problem: str = ""
    """The kind of schema problem that it finds, which the target's family words."""
    applies_to_bare_messages: bool = True
    """Whether it can find anything in bare messages, without settings, model or URL. Otherwise it skips them."""
    occasion: Occasion | None = None
    """A necessary condition: the rule runs only if it holds. None: the rule always runs."""

    @property
    def family(self) -> str:
        return FAMILIES[self.code[:2]]

    @cached_property
    def documentation(self) -> str:
        return inspect.getdoc(self.check) or ""

    @property
    def summary(self) -> str:
        return self.documentation.partition("\n")[0]

    @property
    def prose(self) -> str:
        """The documentation without its examples."""
        return _EXAMPLE.sub("", self.documentation).strip()

    @property
    def examples(self) -> list[Example]:
        return [Example(kind, target, text) for kind, target, text in _EXAMPLE.findall(self.documentation)]


_REPEATED = re.compile(r"(.{16})…×(\d+)…")
_EXAMPLE = re.compile(r"^(Bad|Good) \(([\w@.-]+)\):\n((?:[ \t]+\S.*\n?|\n)+)", re.MULTILINE)


class _Rules(dict[str, Rule]):
    """Rules by name. `changes` counts additions and removals, so that values derived from all rules can be cached."""

    changes = 0

    def __setitem__(self, name: str, rule: Rule) -> None:
        super().__setitem__(name, rule)
        self.changes += 1

    def __delitem__(self, name: str) -> None:
        super().__delitem__(name)
        self.changes += 1


RULES = _Rules()
"""Every rule by name, in the order in which their modules are imported."""


def rule(
    code: str,
    name: str,
    default: Severity | None = None,
    with_rules: tuple[str, ...] = (),
    on: RuleInput = "judged",
    may_be_healed: bool = False,
    fix: Fixer | None = None,
    last_resort: bool = False,
    explains: Explains = "fault",
    noticed_later: bool = False,
    fallback: bool = False,
    schema_problem: str = "",
    applies_to_bare_messages: bool | None = None,
    occasion: Occasion | None = None,
) -> Callable[[Check], Check]:
    """Register a rule. The code never changes; the name describes the bad pattern.

    Rules of the families for models and requests do not apply to bare messages, unless they set
    `applies_to_bare_messages`.
    """

    def register(check: Check) -> Check:
        RULES[name] = Rule(
            code,
            name,
            check,
            default,
            with_rules,
            on,
            may_be_healed,
            fix,
            last_resort,
            explains,
            noticed_later,
            fallback,
            schema_problem,
            code[:2] not in _REQUEST_FAMILIES if applies_to_bare_messages is None else applies_to_bare_messages,
            occasion,
        )
        return check

    return register


def route_rule(
    code: str,
    name: str,
    default: Severity,
    with_rules: tuple[str, ...] = (),
    fix: Fixer | None = None,
    explains: Explains = "fault",
    occasion: Occasion | None = None,
) -> Callable[[Check], Check]:
    """Register a rule that compares the original history with the messages that are sent."""
    return rule(code, name, default, with_rules, on="route", fix=fix, explains=explains, occasion=occasion)

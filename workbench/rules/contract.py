"""What a rule is: a check over a chat, whose docstring is its documentation and holds its examples, and its fix.

A fix is a patch on the file, or None if nothing truthful can be done. The order of preference is the same everywhere:
re-thread, move, merge or split, fill in what can be derived, write properly; only then a placeholder that states what
is known. A safe fix loses nothing a user, a model or a tool said and asserts nothing that is not known; any other is
shown and never applied by itself.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

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
_OF_REQUESTS = ("MO", "RQ")
PARTNER = "{partner}"
"""Is in a sentence for the number of the partner's message, which is known only in the file as given."""


class Violation(NamedTuple):
    """A rule's hit: the place, a sentence, and the facts that fill the provider's words."""

    message: int
    path: Path
    text: str
    id: Json = None
    facts: Mapping[str, Json] = {}
    partner: tuple[int, Path] | None = None
    """The call of this result, the other id of this collision."""
    severity: Severity | None = None
    """Given where this case is milder than the rule usually is for the target."""
    cause: str = ""
    """Faults of one cause share this word."""
    variant: str = ""
    """Which of the target's words for this rule fit, where it has several."""
    words: str = ""
    """The refusal, where it is known word for word; else the target's words for this rule are filled in."""
    pending: bool = False
    """Whether it is a violation only once the conversation is sent."""
    healed: bool = False
    """Whether the conversion to the target heals it, so that only who sends the file as it is is refused."""
    as_given: bool = False
    """Whether a program is given the file as it is and refuses that, whatever our conversion makes of it."""
    problem: Problem | None = None
    """What of the schema is broken, in the request as the target gets it; the words of the target's family say it."""


def at(
    event: Event,
    text: str,
    part: str = "",
    *,
    partner: Event | None = None,
    severity: Severity | None = None,
    cause: str = "",
    pending: bool = False,
    **facts: Json,
) -> Violation:
    """A fault at an event, or at one part of it (`id`, `name`, `value`)."""
    part_number = next((step for step in reversed(event.path) if isinstance(step, int)), 0) if event.path else 0
    known: dict[str, Json] = {
        "message": event.message,
        "part": part_number,
        "id": event.id,
        "name": event.name,
        "nth": event.message + 1,  # for those who count from one
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
    **facts: Json,
) -> Violation:
    """A fault of a whole message, or of a field of it that no event represents; `id` is reported as a fact."""
    known = {"message": index, "nth": index + 1, **facts}
    other = None if partner is None else (partner, ())
    return Violation(index, path, text, facts.get("id"), known, other, severity, cause, variant)


def at_role(
    chat: Chat, index: int, text: str, severity: Severity | None = None, cause: str = "", **facts: Json
) -> Violation:
    """A fault of the role that a message has."""
    message = chat.messages[index]
    path = (chat.format.role_key,) if isinstance(message, dict) and chat.format.role_key in message else ()
    return at_message(index, text, path, severity=severity, cause=cause, **facts)


def broken_schema(chat: Chat, problem: Problem, text: str, *, severity: Severity | None = None) -> Violation:
    """A fault at the place of a problem, among the messages or beside them (-1). What is absent is seen where it is
    missing."""
    path = problem.path[:-1] if problem.kind == MISSING else problem.path
    if path[:1] == (chat.format.list_key,) and len(path) > 1 and isinstance(path[1], int):
        return Violation(path[1], path[2:], text, severity=severity, problem=problem)
    return Violation(-1, path, text, severity=severity, problem=problem)


Check = Callable[..., Iterator[Violation]]
"""(chat, target) → faults; for a rule about the route (journey, target) → faults, in places of the file."""

Occasion = Callable[..., bool]
"""(chat, target) → whether the rule could find anything; for a rule about the route (journey, target)."""

Fixer = Callable[[RepairContext, Finding], Fix | None]


Reads = Literal["judged", "file", "route"]


class Example(NamedTuple):
    kind: str
    """Bad or Good."""
    target: str
    source: str
    """JSON, as a user would paste it. `…×9…` stands for the sixteen characters before it, nine times."""

    @property
    def expanded(self) -> str:
        return _REPEATED.sub(lambda repeated: repeated[1] * int(repeated[2]), self.source)


@dataclass(frozen=True)
class Rule:
    code: str
    name: str
    check: Check
    default: Severity | None
    """How severe it is for targets that do not name it; None: they do not enforce it."""
    with_rules: tuple[str, ...] = ()
    """Rules that necessarily come together with this one."""
    on: Reads = "judged"
    """What it reads: `judged`, the chat as the target gets it; `file`, the history as given; `route`, a `Journey`."""
    may_be_healed: bool = False
    """Whether a conversion to the target can heal it. Then the history as given is judged too: the user's own program
    may send it as it is."""
    fix: Fixer | None = None
    """None: it cannot be repaired without knowing more than the file says."""
    last_resort: bool = False
    """Whether the fix adds a placeholder or a note: only when nothing is left to re-thread, move or write properly."""
    explains: Explains = "fault"
    """What it tells of a fault that several rules notice: how it came about, what it is, or what follows from it."""
    noticed_later: bool = False
    """Whether the provider notices it only with the message after."""
    fallback: bool = False
    """Whether it speaks only where no other rule points at the same place."""
    schema_problem: str = ""
    """The kind of problem with a schema that it finds: its words are those of the target's family."""
    applies_to_bare_messages: bool = True
    """Whether it may find something in bare messages, without settings, model or address: else those need not be
    looked at."""
    occasion: Occasion | None = None
    """Without which it finds nothing, so that it need not be asked; None: it is always asked."""

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
    """Rules by name. `changes` counts how often one was put in or taken out, so that what follows from all of them can
    be kept for as long as that is the same."""

    changes = 0

    def __setitem__(self, name: str, rule: Rule) -> None:
        super().__setitem__(name, rule)
        self.changes += 1

    def __delitem__(self, name: str) -> None:
        super().__delitem__(name)
        self.changes += 1


RULES = _Rules()
"""Every rule by name, in the order of the modules that hold them."""


def rule(
    code: str,
    name: str,
    default: Severity | None = None,
    with_rules: tuple[str, ...] = (),
    on: Reads = "judged",
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
    """Register a rule. The code is stable; the name says the bad pattern.

    The families about models and requests are not `applies_to_bare_messages`, but where a rule says that it is.
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
            code[:2] not in _OF_REQUESTS if applies_to_bare_messages is None else applies_to_bare_messages,
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
    """Register a rule that compares the history as given with what reaches the wire."""
    return rule(code, name, default, with_rules, on="route", fix=fix, explains=explains, occasion=occasion)

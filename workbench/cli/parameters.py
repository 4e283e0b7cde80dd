"""Parameters that take one of a set of names. The set is looked up when a name is given, so that help stays quick."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

from workbench.cli.failure import Failure
from workbench.names import UnknownNameError, known_rules, unknown


class OneOf(click.ParamType[str]):
    """A name out of a set; a name that nobody has is answered with the nearest, or with all of them."""

    def __init__(
        self, name: str, names: Callable[[], Iterable[str]], also: Callable[[str], bool] = lambda word: False
    ) -> None:
        self.name, self._names, self._also = name, names, also

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        names = list(self._names())
        if value not in names and not self._also(value):
            self.fail(str(unknown(self.name, str(value), names)), param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self._names() if name.startswith(incomplete)]


def _formats() -> Iterable[str]:
    from workbench.formats import FORMATS

    return FORMATS


def _targets() -> Iterable[str]:
    from workbench.targets import TARGETS

    return TARGETS


def _means_a_target(word: str) -> bool:
    """Targets have other names too: `kimi`, `claude`."""
    from workbench.targets import target_for

    try:
        return bool(target_for(word, ""))
    except UnknownNameError:
        return False


def _targets_and_all() -> Iterable[str]:
    return [*_targets(), "all"]


def _redacted_kinds_and_all() -> Iterable[str]:
    from workbench.redaction.redact import KINDS

    return [*KINDS, "all"]


def redacted_kinds(words: Iterable[str]) -> frozenset[str]:
    """What `--replace` names."""
    chosen = frozenset(words)
    return frozenset(_redacted_kinds_and_all()) - {"all"} if "all" in chosen else chosen


def _converting_programs() -> Iterable[str]:
    from workbench.converters import PROGRAMS

    return PROGRAMS


FORMAT = OneOf("format", _formats)
REDACTED_KIND = OneOf("kind", _redacted_kinds_and_all)
TARGET = OneOf("target", _targets, _means_a_target)
TARGET_OR_ALL = OneOf("target", _targets_and_all, _means_a_target)


def _or_nobody(context: click.Context, _: click.Parameter, program: str | None) -> str:
    return program or ""


PROGRAM = OneOf("program", _converting_programs)

sent_by_option = click.option(
    "--as",
    "sent_by",
    type=PROGRAM,
    callback=_or_nobody,
    help="Convert as this program does, if it has its own conversion.",
)
_format_option = click.option("--format", "format_", type=FORMAT, help="The format, instead of detecting it.")
_partial_option = click.option(
    "--partial", is_flag=True, help="Of a file that ends too early, read the complete messages."
)
_number_option = click.option(
    "--conversation",
    "number",
    type=click.IntRange(min=1),
    metavar="N",
    help="Which conversation, if a file contains several.",
)


_BRANCH = "workbench.branch"


def _remember_branch(context: click.Context, _: click.Parameter, number: int | None) -> None:
    context.meta[_BRANCH] = number


def chosen_branch() -> int | None:
    """The branch that the user asked for; None is the one that the program would load again."""
    context = click.get_current_context(silent=True)
    number = context.meta.get(_BRANCH) if context else None
    return number if isinstance(number, int) else None


_branch_option = click.option(
    "--branch",
    type=click.IntRange(min=1),
    metavar="N",
    expose_value=False,
    callback=_remember_branch,
    help="Which branch of a session or an export that has several; 1 is the current one.",
)


def reading_options(command: Any) -> Any:
    """How files are read, for every command that reads any."""
    return _format_option(_partial_option(_branch_option(command)))


def one_conversation_options(command: Any) -> Any:
    """The same for a command that takes a single conversation."""
    return reading_options(_number_option(command))


def output_option(*kinds: str) -> Callable[[Any], Any]:
    return click.option("--output", type=click.Choice(kinds), default=kinds[0], show_default=True, help="How to print.")


def rules_named(words: Iterable[str]) -> frozenset[str]:
    try:
        return known_rules(words)
    except UnknownNameError as error:
        raise Failure(f"{error}") from error

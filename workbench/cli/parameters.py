"""Options that several commands share. Sets of names are loaded only when a name is given, so that help is fast."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import click
from click.shell_completion import CompletionItem

from workbench.cli.failure import Failure
from workbench.names import UnknownNameError, unknown

_Command = TypeVar("_Command", bound=Callable[..., object])


class OneOf(click.ParamType[str]):
    """One name of a set. The error for an unknown name suggests the most similar one, or lists them all."""

    def __init__(
        self, name: str, names: Callable[[], Iterable[str]], is_alias: Callable[[str], bool] = lambda word: False
    ) -> None:
        self.name, self._names, self._is_alias = name, names, is_alias

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        word, names = str(value), list(self._names())
        if word not in names and not self._is_alias(word):
            self.fail(str(unknown(self.name, word, names)), param, ctx)
        return word

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self._names() if name.startswith(incomplete)]


def _formats() -> Iterable[str]:
    from workbench.formats import FORMATS

    return FORMATS


def _targets() -> Iterable[str]:
    from workbench.targets import TARGETS

    return TARGETS


def _is_target_alias(word: str) -> bool:
    """Whether a word is another name of a target: `kimi`, `claude`."""
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


def redacted_kinds(names: Iterable[str]) -> frozenset[str]:
    """Return the kinds of values that `--replace` names."""
    kinds = frozenset(names)
    return frozenset(_redacted_kinds_and_all()) - {"all"} if "all" in kinds else kinds


def _converting_programs() -> Iterable[str]:
    from workbench.converters import PROGRAMS

    return PROGRAMS


FORMAT = OneOf("format", _formats)
REDACTED_KIND = OneOf("kind", _redacted_kinds_and_all)
REPLACE_HELP = "Also replace texts, names, emails, numbers, or all of them."
TARGET = OneOf("target", _targets, _is_target_alias)
TARGET_OR_ALL = OneOf("target", _targets_and_all, _is_target_alias)


def _or_empty(context: click.Context, _: click.Parameter, program: str | None) -> str:
    return program or ""


PROGRAM = OneOf("program", _converting_programs)

sent_by_option = click.option(
    "--as",
    "sent_by",
    type=PROGRAM,
    callback=_or_empty,
    help="Convert as this program does, if it has its own conversion.",
)
_format_option = click.option(
    "--format", "format_", type=FORMAT, help="The format of the messages. Default: detect it."
)
_partial_option = click.option(
    "--partial", is_flag=True, help="If a file is cut off or broken, read the messages before that place."
)
_number_option = click.option(
    "--conversation",
    "number",
    type=click.IntRange(min=1),
    metavar="N",
    help="Which conversation to use, if the file contains several.",
)


_BRANCH = "workbench.branch"


def _remember_branch(context: click.Context, _: click.Parameter, number: int | None) -> None:
    context.meta[_BRANCH] = number


def chosen_branch() -> int | None:
    """Return the branch that the user chose; None means the one that the program itself would load."""
    context = click.get_current_context(silent=True)
    number = context.meta.get(_BRANCH) if context else None
    return number if isinstance(number, int) else None


_branch_option = click.option(
    "--branch",
    type=click.IntRange(min=1),
    metavar="N",
    expose_value=False,
    callback=_remember_branch,
    help="Which branch to use, if a session or an export has several; 1 is the current one.",
)


def reading_options(command: _Command) -> _Command:
    """Add the options of every command that reads files."""
    return _format_option(_partial_option(_branch_option(command)))


def one_conversation_options(command: _Command) -> _Command:
    """Add the options of a command that reads a single conversation."""
    return reading_options(_number_option(command))


def output_option(*kinds: str) -> Callable[[_Command], _Command]:
    return click.option(
        "--output", type=click.Choice(kinds), default=kinds[0], show_default=True, help="The output format."
    )


def rules_named(names: Iterable[str]) -> frozenset[str]:
    from workbench.rule_names import known_rules

    try:
        return known_rules(names)
    except UnknownNameError as error:
        raise Failure(f"{error}") from error

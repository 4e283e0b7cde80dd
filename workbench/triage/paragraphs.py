"""Two paragraphs about a conversation or a cluster: one for the customer, one for the engineer.

The first has no codes, ids or field names. Both say only what was found: what happened, what it means, what is to do.
What the file does not show (who made the change, when, why) is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.checks.findings import Cause, Finding
from workbench.checks.report import Report
from workbench.outputs.verdict_sentence import counted, verdict_sentence
from workbench.outputs.visible import shortened, visible
from workbench.triage.case import Case, Fixable

if TYPE_CHECKING:
    from workbench.triage.clusters import Cluster

_LONGEST = 300
_MOST_OTHERS = 3
_TO_DO: dict[Fixable, str] = {
    "yes": "It can be repaired without losing anything that was written. After that the chat can go on.",
    "partly": "Part of it can be repaired without losing anything that was written; the rest needs an engineer.",
    "no": "It cannot be repaired without losing or adding something, so an engineer has to look at it.",
    "": "",
}
_DONE: dict[Fixable, str] = {
    "yes": "It was repaired, and nothing that was written is lost. The chat can go on where it stopped.",
    "partly": "Part of it was repaired, and nothing that was written is lost. An engineer has to look at the rest.",
    "no": _TO_DO["no"],
    "": "",
}


def customer_paragraph(case: Case, others: int = 0, repaired: bool = False) -> str:
    """What happened, what it means for them, what is to do or was done."""
    what = case.cause if not others else f"{case.cause} There {_are(others, 'other problem')} too."
    if not case.rule:
        return f"{what} {case.target_title} accepts this chat as it is; there is nothing to do."
    to_do = _DONE if repaired else _TO_DO
    return " ".join(part for part in (what, _meaning(case, repaired), to_do[case.fixable]) if part)


def _meaning(case: Case, repaired: bool) -> str:
    if case.outcome == "refused":
        as_it_was = "as it was" if repaired else "as it is"
        return f"Because of that, {case.target_title} refuses to continue this chat {as_it_was}."
    if case.outcome == "may-refuse":
        return f"{case.target_title} may refuse to continue this chat because of that. The file does not show it."
    return f"{case.target_title} still accepts this chat."


def engineer_paragraph(case: Case, report: Report, head: Finding | None, others: Sequence[Cause]) -> str:
    """The verdict, the deciding finding with its place and the target's words, the rest by code, and the fixes."""
    about = f"{case.name} ({case.format}, {counted(case.messages, 'message')}):"
    sentences = [about, verdict_sentence(report)]
    if head is not None:
        sentences.append(f"{head.code} {head.rule} at {head.at or '/'}: {_cut(head.text)}")
    if report.verdict.words:
        sentences.append(f"{case.target_title} would say: “{_cut(report.verdict.words)}”")
    if others:
        named = ", ".join(f"{other.head.code} at {other.head.at or '/'}" for other in others[:_MOST_OTHERS])
        more = f" and {len(others) - _MOST_OTHERS} more" if len(others) > _MOST_OTHERS else ""
        sentences.append(f"Also: {named}{more}.")
    if head is not None:
        sentences.append(_fixes(case.fixable, case.fixes))
    return " ".join(sentences)


def _fixes(fixable: Fixable, fixes: Sequence[str]) -> str:
    if not fixes:
        return "No safe fix."
    titles = "; ".join(_cut(title) for title in fixes[:_MOST_OTHERS])
    more = f"; and {len(fixes) - _MOST_OTHERS} more" if len(fixes) > _MOST_OTHERS else ""
    return f"Safe fixes{' (not for everything)' if fixable == 'partly' else ''}: {titles}{more}."


def unreadable_paragraphs(name: str, reason: str) -> tuple[str, str]:
    """For what was not judged: the reason is the engineer's; the customer is asked for the file."""
    customer = (
        "We could not read a conversation in the file that we have, so we cannot say yet what is wrong with the chat. "
        "Nothing was changed. Please send us the file again, as the application saved it."
    )
    return customer, f"{visible(name)} was not judged. {reason}"


def cluster_customer_paragraph(cluster: Cluster) -> str:
    """The same for many: one cause, what it means, how many of them can be repaired."""
    example = cluster.exemplar
    count = len(cluster.cases)
    if count == 1:
        return example.customer
    if not cluster.rule:
        return example.customer
    parts = [f"{counted(count, 'chat')} have the same problem. {cluster.sentence}"]
    if example.outcome == "refused":
        parts.append(f"Because of that, {example.target_title} refuses to continue them as they are.")
    elif example.outcome == "may-refuse":
        parts.append(f"{example.target_title} may refuse to continue them because of that.")
    else:
        parts.append(f"{example.target_title} still accepts them.")
    whole, partly = cluster.count_fixable("yes"), cluster.count_fixable("partly")
    if whole == count:
        parts.append("All of them can be repaired without losing anything that was written.")
    elif whole or partly:
        parts.append(
            f"{whole:,} of them can be repaired without losing anything that was written, {partly:,} in part; "
            "an engineer has to look at the rest."
        )
    else:
        parts.append(_TO_DO["no"].replace("It cannot", "They cannot").replace("at it.", "at them."))
    return " ".join(parts)


def cluster_engineer_paragraph(cluster: Cluster) -> str:
    example = cluster.exemplar
    if len(cluster.cases) == 1:
        return example.engineer
    seen = f", first seen {cluster.first_seen}" if cluster.first_seen else ""
    head = (
        f"{counted(len(cluster.cases), 'conversation')} ({example.source} to {example.target_title or 'nobody'}{seen})"
    )
    pattern = f" Pattern: {cluster.pattern}." if cluster.pattern else ""
    return f"{head}: {cluster.rule or 'not judged'}.{pattern} Smallest example: {example.engineer}"


def _are(number: int, noun: str) -> str:
    return f"{'is' if number == 1 else 'are'} {counted(number, noun)}"


def _cut(text: str) -> str:
    return shortened(visible(text), _LONGEST)

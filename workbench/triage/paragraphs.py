"""Two paragraphs about a conversation or a cluster: one for the customer, one for the engineer.

The first has no codes, ids or field names. Both say only what was found: what happened, what it means, what is to do.
What the file does not show (who made the change, when, why) is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
_OTHER_WORDS: Mapping[str, Mapping[Fixable, str]] = {
    "accepted": {
        "yes": "It can be repaired without losing anything that was written.",
        "partly": "Part of it can be repaired without losing anything that was written. If the rest matters, an "
        "engineer has to look at it.",
        "no": "If that matters, an engineer has to look at it: it cannot be repaired without losing or adding "
        "something.",
    },
    "may-refuse": {"no": "If the chat does not go on, an engineer has to look at it."},
}
"""What is to do where the chat may go on anyway."""
_TO_DO: Mapping[Fixable, str] = {
    "yes": "It can be repaired without losing anything that was written. After that the chat can go on.",
    "partly": "Part of it can be repaired without losing anything that was written; the rest needs an engineer.",
    "no": "It cannot be repaired without losing or adding something, so an engineer has to look at it.",
    "": "",
}
_DONE: Mapping[Fixable, str] = {
    "yes": "It was repaired, and nothing that was written is lost. The chat can go on where it stopped.",
    "partly": "Part of it was repaired, and nothing that was written is lost. An engineer has to look at the rest.",
    "no": "",
    "": "",
}


def customer_paragraph(case: Case, others: int = 0, repaired: bool = False) -> str:
    """What happened, what it means for them, what is to do or was done."""
    if not case.rule:
        return f"{case.cause} {case.target_title} accepts this chat as it is; there is nothing to do."
    what = f"What was wrong: {_lower(case.cause)}" if repaired else case.cause
    too = f"There {_are(others, 'other problem', repaired)} too." if others else ""
    return " ".join(filter(None, (what, _meaning(case, repaired), too, _to_do(case, repaired))))


def _to_do(case: Case, repaired: bool) -> str:
    if repaired and case.fixable != "no":
        return _DONE[case.fixable]
    return _OTHER_WORDS.get(case.outcome, {}).get(case.fixable) or _TO_DO[case.fixable]


def _meaning(case: Case, repaired: bool) -> str:
    if case.outcome == "refused":
        as_it_was = "as it was" if repaired else "as it is"
        return f"Because of that, {case.target_title} refuses to continue this chat {as_it_was}."
    if case.outcome == "may-refuse":
        return f"{case.target_title} may refuse to continue this chat because of that; the file does not show whether."
    return f"{case.target_title} still accepts this chat, so it can go on."


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


def cluster_customer_paragraph(cluster: Cluster, repaired: bool = False) -> str:
    """The same for many: one cause, what it means, how many of them can be repaired or were."""
    example, count = cluster.exemplar, len(cluster.cases)
    if count == 1 or not cluster.rule:
        return example.customer_repaired if repaired else example.customer
    same = f"{counted(count, 'chat')} {'had' if repaired else 'have'} the same problem"
    what = f"{same}: {_lower(cluster.sentence)}" if repaired else f"{same}. {cluster.sentence}"
    return f"{what} {_meaning_for_many(example, repaired)} {_to_do_for_many(cluster, repaired)}"


def _meaning_for_many(example: Case, repaired: bool) -> str:
    if example.outcome == "refused":
        as_they_are = "as they were" if repaired else "as they are"
        return f"Because of that, {example.target_title} refuses to continue them {as_they_are}."
    if example.outcome == "may-refuse":
        return f"{example.target_title} may refuse to continue them because of that."
    return f"{example.target_title} still accepts them, so they can go on."


def _to_do_for_many(cluster: Cluster, repaired: bool) -> str:
    """Counted, where safe fixes are not enough for all of them."""
    count, whole, partly = len(cluster.cases), cluster.count_fixable("yes"), cluster.count_fixable("partly")
    can_be = (
        "were repaired, and nothing that was written is lost"
        if repaired
        else ("can be repaired without losing anything that was written")
    )
    if whole == count:
        return f"All of them {can_be}."
    if whole or partly:
        in_part = f"; {partly:,} only in part" if partly else ""
        return f"{whole:,} of them {can_be}{in_part}. An engineer has to look at the others."
    return "They cannot be repaired without losing or adding something, so an engineer has to look at them."


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


def _are(number: int, noun: str, past: bool = False) -> str:
    verb = ("was" if number == 1 else "were") if past else ("is" if number == 1 else "are")
    return f"{verb} {counted(number, noun)}"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _cut(text: str) -> str:
    return shortened(visible(text), _LONGEST)

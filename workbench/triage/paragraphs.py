"""Write two paragraphs about a conversation: one for the customer, one for the engineer.

The customer's paragraph has no codes, ids or field names. Both state only what was found: what happened, what it means
and what to do. They do not guess at anything that the file does not show (who made the change, when, why).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.checks.findings import Cause, Finding
from workbench.checks.recorded_answers import UNEXPLAINED
from workbench.checks.report import Report
from workbench.checks.verdict import Outcome
from workbench.outputs.verdict_sentence import counted, verdict_sentence
from workbench.outputs.visible import shortened, visible
from workbench.targets.customer_names import customer_name
from workbench.triage.case import Case, Fixable

_MAX_TEXT = 300
_MAX_OTHERS = 3
_NEXT_STEP_IF_IT_CONTINUES: Mapping[Outcome, Mapping[Fixable, str]] = {
    Outcome.ACCEPTED: {
        "yes": "It can be repaired without losing anything that was written.",
        "partly": "Part of it can be repaired without losing anything that was written. If the rest matters, an "
        "engineer needs to look at it.",
        "no": "If this matters, an engineer needs to look at it: there is no automatic repair that is certain to keep "
        "everything.",
    },
    Outcome.MAY_REFUSE: {"no": "If the chat does not continue, an engineer needs to look at it."},
}
"""What to do if the chat may continue anyway."""
_NEXT_STEP: Mapping[Fixable, str] = {
    "yes": "It can be repaired without losing anything that was written. After that, the chat can continue.",
    "partly": "Part of it can be repaired without losing anything that was written; the rest needs an engineer.",
    "no": "There is no automatic repair that is certain to keep everything, so an engineer needs to look at it.",
    "": "",
}
_NEXT_STEP_IN_THE_APPLICATION: Mapping[Fixable, str] = {
    "yes": "It can be repaired in this chat without losing anything that was written.",
    "partly": "Part of it can be repaired in this chat without losing anything that was written.",
    "no": "",
    "": "",
}
_DONE: Mapping[Fixable, str] = {
    "yes": "It was repaired, and nothing that was written is lost.",
    "partly": "Part of it was repaired, and nothing that was written is lost. An engineer needs to look at the rest.",
    "no": "",
    "": "",
}

SEND_AGAIN = "Please send us the file again, exactly as the application saved it."
SEND_THE_CHAT = "Please send us the file in which the application saved the chat."
LOOK_AT_IT = "An engineer needs to look at it."
"""The next step for a file that was not judged: it is damaged, it contains no chat, or it may be good."""
LOOK_AT_THE_ERROR = "An engineer needs to look at the error message of the service."
"""The next step if the service refused the chat and no rule explains why."""


def customer_paragraph(case: Case, others: int, repaired: bool = False) -> str:
    """Return what happened, what it means for the customer, and what to do or what was done."""
    if not case.rule:
        receiver = with_capital(customer_name(case.target))
        return f"Nothing is wrong with this chat. {receiver} accepts it as it is; there is nothing to do."
    if case.rule == UNEXPLAINED:
        return " ".join(filter(None, (case.cause, _other_problems(others, repaired), LOOK_AT_THE_ERROR)))
    problem = f"What was wrong: {with_small_letter(case.cause)}" if repaired else case.cause
    next_step = _done(case) if repaired and case.fixable != "no" else _next_step(case)
    if others:  # "it" would be the other problem
        next_step = next_step.replace("Part of it ", "Part of the chat ", 1)
        next_step = f"The chat {rest}" if (rest := next_step.removeprefix("It ")) != next_step else next_step
    return " ".join(filter(None, (problem, _meaning(case, repaired), _other_problems(others, repaired), next_step)))


def _other_problems(others: int, repaired: bool) -> str:
    return f"There {_are(others, 'other problem', repaired)} too." if others else ""


def _next_step(case: Case) -> str:
    if is_in_the_application(case):
        also = "also " if case.fixable == "yes" else ""
        return f"{_NEXT_STEP_IN_THE_APPLICATION[case.fixable]} {_correct_the_application(also)}".strip()
    return _NEXT_STEP_IF_IT_CONTINUES.get(case.outcome, {}).get(case.fixable) or _NEXT_STEP[case.fixable]


def _done(case: Case) -> str:
    if is_in_the_application(case):
        return f"{_DONE['yes' if case.fixable == 'yes' else 'partly']} {_correct_the_application('also ')}"
    refused = case.outcome is Outcome.REFUSED and case.fixable == "yes"
    return f"{_DONE[case.fixable]}{' The chat can continue.' if refused else ''}"


def is_in_the_application(case: Case) -> bool:
    """Whether the fault is in what is sent with the messages, such as a setting, so that it comes back if only this
    chat is repaired."""
    is_about_no_message = case.first_bad is None and case.messages > 0
    return is_about_no_message and case.outcome is Outcome.REFUSED and case.rule != UNEXPLAINED


def _correct_the_application(also: str) -> str:
    return (
        "The problem does not come from a message but from the application, so an engineer "
        f"{also}needs to correct the application{', or the chat may stop again' if also else ''}."
    )


def _meaning(case: Case, repaired: bool) -> str:
    receiver = customer_name(case.target)
    if case.outcome is Outcome.REFUSED:
        refuses = "would have refused to continue this chat" if repaired else "refuses to continue this chat as it is"
        return f"Because of that, {receiver} {refuses}."
    if case.outcome is Outcome.MAY_REFUSE:
        if repaired:
            return f"{with_capital(receiver)} might have refused to continue this chat because of that."
        return (
            f"{with_capital(receiver)} may refuse to continue this chat because of that; "
            "the file does not show whether it will."
        )
    if repaired:
        return f"{with_capital(receiver)} would have accepted this chat all the same."
    return f"{with_capital(receiver)} still accepts this chat, so it can continue."


def engineer_paragraph(case: Case, report: Report, head: Finding | None, others: Sequence[Cause]) -> str:
    """Return the verdict, the main finding with its place and error message, the other codes and the fixes."""
    subject = f"{case.name} ({case.format}, {counted(case.messages, 'message')}):"
    sentences = [subject, verdict_sentence(report)]
    if head is not None:
        sentences.append(f"{head.code} {head.rule} at {head.at or '/'}: {_cut(head.text)}")
    if report.verdict.words:
        sentences.append(f"{case.target_title} would say: {_quoted(_cut(report.verdict.words))}")
    if others:
        listed = ", ".join(f"{other.head.code} at {other.head.at or '/'}" for other in others[:_MAX_OTHERS])
        more = f" and {len(others) - _MAX_OTHERS} more" if len(others) > _MAX_OTHERS else ""
        sentences.append(f"Also: {listed}{more}.")
    if head is not None:
        sentences.append(_fixes(case.fixable, case.fixes))
    return " ".join(sentences)


def _quoted(words: str) -> str:
    """Return the words in quotation marks, with a full stop so that the next sentence is not read as part of them."""
    return f"“{words}”" if words.endswith((".", "!", "?")) else f"“{words}”."


def _fixes(fixable: Fixable, fixes: Sequence[str]) -> str:
    if not fixes:
        return "No safe fix."
    titles = "; ".join(_cut(title) for title in fixes[:_MAX_OTHERS])
    more = f"; and {len(fixes) - _MAX_OTHERS} more" if len(fixes) > _MAX_OTHERS else ""
    return f"Safe fixes{' (not for everything)' if fixable == 'partly' else ''}: {titles}{more}."


def not_judged_paragraphs(name: str, plain: str, reason: str, next_step: str) -> tuple[str, str]:
    """Return the paragraphs for a file or a conversation that was not judged; `reason` is in the engineer's words."""
    customer = (
        "We could not check the chat in the file that we received, so we cannot yet say what is wrong with it. "
        f"{plain} Nothing was changed. {next_step}"
    )
    return customer, f"{visible(name)} was not judged. {reason}"


def _are(number: int, noun: str, past: bool) -> str:
    verb = ("was" if number == 1 else "were") if past else ("is" if number == 1 else "are")
    return f"{verb} one {noun}" if number == 1 else f"{verb} {counted(number, noun)}"


def with_capital(phrase: str) -> str:
    """Return a name at the beginning of a sentence. A name such as xAI keeps its small letter."""
    return f"The {rest}" if (rest := phrase.removeprefix("the ")) != phrase else phrase


def with_small_letter(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _cut(text: str) -> str:
    return shortened(visible(text), _MAX_TEXT)

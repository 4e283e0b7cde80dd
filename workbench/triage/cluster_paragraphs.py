"""Write two paragraphs about a cluster: one for the customer, one for the engineer. Both state only what was found."""

from __future__ import annotations

from workbench.checks.recorded_answers import UNEXPLAINED
from workbench.checks.verdict import Outcome
from workbench.outputs.verdict_sentence import counted
from workbench.targets.customer_names import customer_name
from workbench.triage.case import Case
from workbench.triage.clusters import Cluster
from workbench.triage.paragraphs import LOOK_AT_THE_ERROR, is_in_the_application, with_capital, with_small_letter


def cluster_customer_paragraph(cluster: Cluster, repaired: bool = False) -> str:
    """Return the common cause, what it means, and how many of the chats can be or were repaired."""
    example, count = cluster.exemplar, len(cluster.cases)
    if count == 1 or not cluster.rule:
        return example.customer_repaired if repaired else example.customer
    start = f"{counted(count, 'chat')} {'had' if repaired else 'have'} the same problem"
    problem = f"{start}: {with_small_letter(cluster.sentence)}" if repaired else f"{start}. {cluster.sentence}"
    if cluster.rule == UNEXPLAINED:
        return f"{problem} {LOOK_AT_THE_ERROR}"
    application = "An engineer also needs to correct the application." if is_in_the_application(example) else ""
    steps = (problem, _cluster_meaning(example, repaired), _cluster_next_step(cluster, repaired), application)
    return " ".join(filter(None, steps))


def _cluster_meaning(example: Case, repaired: bool) -> str:
    receiver = customer_name(example.target)
    if example.outcome is Outcome.REFUSED:
        refuses = "would have refused to continue them" if repaired else "refuses to continue them as they are"
        return f"Because of that, {receiver} {refuses}."
    if example.outcome is Outcome.MAY_REFUSE:
        verb = "might have refused" if repaired else "may refuse"
        return f"{with_capital(receiver)} {verb} to continue them because of that."
    if repaired:
        return f"{with_capital(receiver)} would have accepted them all the same."
    return f"{with_capital(receiver)} still accepts them, so they can continue."


def _cluster_next_step(cluster: Cluster, repaired: bool) -> str:
    """Return what to do, with counts if safe fixes are not enough for all chats."""
    count, complete, partly = len(cluster.cases), cluster.count_fixable("yes"), cluster.count_fixable("partly")
    repair = (
        "were repaired, and nothing that was written is lost"
        if repaired
        else "can be repaired without losing anything that was written"
    )
    if complete == count:
        return f"All of them {repair}."
    if complete or partly:
        in_part = f"; {partly:,} only in part" if partly else ""
        return f"{complete:,} of them {repair}{in_part}. An engineer needs to look at the others."
    return "There is no automatic repair that is certain to keep everything, so an engineer needs to look at them."


def cluster_engineer_paragraph(cluster: Cluster) -> str:
    example = cluster.exemplar
    if len(cluster.cases) == 1:
        return example.engineer
    if not cluster.rule:
        return f"{cluster.title} Smallest example: {example.engineer}"
    first_seen = f", first seen {cluster.first_seen}" if cluster.first_seen else ""
    pattern = f" Pattern: {cluster.pattern}." if cluster.pattern else ""
    return (
        f"{counted(len(cluster.cases), 'conversation')} ({cluster.route}{first_seen}): {cluster.rule}.{pattern} "
        f"Smallest example: {example.engineer}"
    )

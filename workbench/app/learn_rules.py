"""Rules: a searchable catalogue, and one rule with its examples, provider errors and targets."""

from __future__ import annotations

import streamlit as st

from workbench.app.learn_links import SHOW, go, link
from workbench.app.navigation import WORKBENCH, go_to
from workbench.app.store import STORE
from workbench.lessons.catalogue import Compared, compared_examples, rules_by_family, rules_matching
from workbench.loading import LoadError, load
from workbench.outputs.rule_page import error_messages
from workbench.outputs.rule_table import targets_with
from workbench.rules import RULES, Example, Rule, rule_named
from workbench.rules.plain_words import plain_sentence
from workbench.targets import TARGETS
from workbench.targets.contract import ERROR, WARNING

RULES_PART, _FIND = "rules", "find"
_ENFORCED = {ERROR: "Refuse it", WARNING: "May refuse it"}


def rules_part() -> None:
    rule = rule_named(st.query_params.get("rule", ""))
    if rule is None:
        _catalogue()
    else:
        _one(rule)


def _catalogue() -> None:
    st.subheader(f"All {len(RULES)} rules", anchor=False)
    query = st.text_input(
        "Search the rules",
        value=st.query_params.get(_FIND, ""),
        placeholder="A word from a rule or from a provider's error",
        key="find-rules",
        on_change=lambda: go(**{SHOW: RULES_PART, _FIND: st.session_state["find-rules"]}),
    )
    if not query.strip():
        for family, rules in rules_by_family().items():
            with st.expander(f"{family.capitalize()} · {len(rules)}"):
                _listed(rules)
        return
    found = rules_matching(query)
    st.caption(f"{len(found)} of {len(RULES)} rules")
    if not found:
        st.markdown("No rule contains all these words. Try fewer words, or words that do not name your tools or ids.")
    _listed(found, query)


def _listed(rules: list[Rule], query: str = "") -> None:
    """List the rules as links. The address of a rule keeps the search that led to it."""
    for rule in rules:
        parameters = {SHOW: RULES_PART, "rule": rule.name} | ({_FIND: query} if query else {})
        link(f"{rule.code} {rule.name}: {rule.summary}", rule.code, parameters)


def _one(rule: Rule) -> None:
    st.subheader(f"{rule.code} {rule.name}", anchor=False)
    st.caption(f"{rule.family} · {plain_sentence(rule.name)}")
    st.markdown(rule.prose)
    for number, compared in enumerate(compared_examples(rule)):
        _side_by_side(compared, number)
    for severity, title in _ENFORCED.items():
        if names := targets_with(rule, severity):
            st.markdown(f"**{title}:** {', '.join(TARGETS[name].title for name in names)}")
    quotes = error_messages(rule)
    if quotes:
        st.markdown("**Error messages**")
        if any("{" in quote.text for quote in quotes):
            st.caption("A word in braces, such as {id}, stands for a value of your conversation.")
    for quote, names in quotes.items():
        st.caption(", ".join(TARGETS[name].title for name in names))
        st.code(quote.text, language=None, wrap_lines=True)
    query = st.query_params.get(_FIND, "")
    label = "◂ Back to the rules found" if query else "◂ All rules"
    link(label, "all-rules", {SHOW: RULES_PART} | ({_FIND: query} if query else {}))


def _side_by_side(compared: Compared, number: int) -> None:
    sides = ((compared.bad, compared.bad_lines, "-"), (compared.good, compared.good_lines, "+"))
    for column, (example, lines, mark) in zip(st.columns(2), sides, strict=True):
        with column:
            st.markdown(f"**{example.kind}** for {TARGETS[example.target].title}")
            st.code("\n".join(f"{mark if differs else ' '} {line}" for differs, line in lines), language="diff")
            if st.button("Open in the workbench", key=f"open-{example.kind}-{number}", type="tertiary"):
                _open(example)


def _open(example: Example) -> None:
    try:
        conversation = load(example.expanded.encode(), f"{example.kind.lower()} example")
    except LoadError as error:
        st.info(str(error))
        return
    opened = STORE.put([conversation], example.target)[0]
    go_to(WORKBENCH, {"c": opened.key, "target": example.target})

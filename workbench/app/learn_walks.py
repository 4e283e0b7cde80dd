"""Walks: a story message by message, and the question what the provider will answer."""

from __future__ import annotations

import streamlit as st

from workbench.app.component import mapping_view
from workbench.app.learn_links import SHOW, STEP, go, link
from workbench.app.navigation import WORKBENCH, go_to
from workbench.app.store import STORE
from workbench.lessons.featured import featured
from workbench.lessons.questions import choices, right_choice, single_repairs
from workbench.lessons.topics import topics
from workbench.lessons.walks import Walk
from workbench.outputs.verdict_sentence import counted, verdict_sentence
from workbench.outputs.visible import visible
from workbench.samples import Sample, sample_named
from workbench.targets import TARGETS
from workbench.view.mapping import message_data

WALK, WALKS = "walk", "walks"


def walk_links() -> None:
    for number, walk in enumerate(featured().walks):
        link(walk.title, f"walk-{number}", {SHOW: WALK, WALK: walk.sample})
    link("All samples, by topic…", "walks", {SHOW: WALKS})


def walks_part() -> None:
    st.subheader("Every sample, by topic", anchor=False)
    st.caption("Each sample is a walk: see what happens to every message, and what the provider answers at the end.")
    for topic, found in topics().items():
        with st.expander(f"{topic} · {len(found)}", expanded=False):
            for sample in found:
                link(f"{sample.title} · {TARGETS[sample.target].title}", sample.name, {SHOW: WALK, WALK: sample.name})


def walk_part() -> None:
    sample = sample_named(st.query_params.get(WALK, featured().walks[0].sample))
    if sample is None:
        st.info("This walk does not exist. Choose one on the left.")
        return
    walk = Walk(STORE.sample(sample).conversation, sample.target)
    step = _step(len(walk))
    st.subheader(featured().title(sample.name) or sample.title, anchor=False)
    st.caption(f"Step {step + 1} of {len(walk) + 2} · {walk.route} · for {TARGETS[sample.target].title}")
    with st.container(border=True, key="walk-step"):
        if step == 0:
            _introduction(walk)
        elif step <= len(walk):
            _message(walk, step - 1)
        else:
            _question(sample, walk)
        _moves(sample, step, len(walk) + 1)


def _step(messages: int) -> int:
    """Return the step in the address: 0 is the introduction, then one step per message, then the question."""
    given = st.query_params.get(STEP, "0")
    return min(int(given), messages + 1) if given.isdecimal() and len(given) < 9 else 0


def _introduction(walk: Walk) -> None:
    """Draw what a reader needs to find the fault, but not the fault: the sample's story and lesson follow the guess."""
    st.markdown(f"A conversation of {counted(len(walk), 'message')} is about to be sent to {walk.report.target.title}.")
    for sentence in walk.conversions:
        st.markdown(sentence)
    st.markdown("Go through it message by message. **At the end, guess what the provider answers.**")


def _message(walk: Walk, index: int) -> None:
    step = walk.step(index)
    st.markdown(f"**{step.title}**")
    for sentence in step.sentences:
        st.markdown(f"- {sentence}")
    mapping_view(message_data(walk.report, index), f"walk-message-{index}")


def _question(sample: Sample, walk: Walk) -> None:
    st.markdown(f"**What will {walk.report.verdict.title} answer?**")
    offered = {choice.key: choice.label for choice in choices(walk.report)}
    chosen = st.radio(
        "Your guess",
        list(offered),
        index=None,
        format_func=offered.__getitem__,
        key=f"guess-{sample.name}",
        label_visibility="collapsed",
    )
    if chosen or st.toggle("Show the answer", key=f"show-{sample.name}"):
        _answer(sample, walk, chosen)


def _answer(sample: Sample, walk: Walk, chosen: str | None) -> None:
    report = walk.report
    if chosen is not None:
        right = chosen == right_choice(report)
        (st.success if right else st.error)("Correct." if right else "Not quite.")
    st.text(verdict_sentence(report))
    if report.verdict.words:
        st.code(visible(report.verdict.words), language=None, wrap_lines=True)
    st.text(sample.story)
    if lesson := featured().lesson(sample.name):
        st.markdown(lesson)
    for cause in report.causes:
        st.text(f"{cause.head.code} {cause.head.rule}: {visible(cause.head.text)}")
    alone = single_repairs(report)
    if len(alone) > 1:
        st.markdown("**Which one is the cause?** This is the verdict if only one is repaired:")
    elif alone:
        st.markdown("**With this fix:**")
    for one in alone:
        st.text(f"{one.fix}\n→ {one.verdict}{f' ({visible(one.words)})' if one.words else ''}")


def _moves(sample: Sample, step: int, last: int) -> None:
    with st.container(horizontal=True, horizontal_alignment="right", key="walk-moves"):
        if st.button("Open in the workbench", key="walk-open", type="tertiary"):
            go_to(WORKBENCH, {"sample": sample.name})
        st.button("◂ Back", key="walk-back", disabled=step == 0, on_click=_move, args=(sample, step - 1))
        st.button(
            "Next ▸", key="walk-next", type="primary", disabled=step == last, on_click=_move, args=(sample, step + 1)
        )


def _move(sample: Sample, step: int) -> None:
    go(**{SHOW: WALK, WALK: sample.name, STEP: str(step)})

"""Break it: a healthy conversation with one fault. The user guesses who refuses it and where the fault is."""

from __future__ import annotations

import streamlit as st

from workbench.app.component import mapping_view
from workbench.app.learn_links import SHOW
from workbench.app.navigation import WORKBENCH, go_to
from workbench.app.store import STORE
from workbench.lessons.puzzles import Puzzle, Score, healthy_samples, puzzle_number, puzzle_of
from workbench.mutations import MUTATIONS
from workbench.outputs.verdict_sentence import LABELS
from workbench.outputs.visible import visible
from workbench.samples import sample_named
from workbench.targets import TARGETS
from workbench.view.mapping import conversation_data

BREAK = "break"
_SCORES = "break-scores"
"""Puzzle → the score of the first guess, in this session."""
_MARKS = {True: "✓ You were right.", False: "✖ You were wrong."}
"""About the guess, and after the answer: before it, "wrong" would be read as a doubt about the answer."""


def break_part() -> None:
    st.subheader("Guess who refuses it", anchor=False)
    st.caption(
        "This conversation was healthy and now has one fault. Guess who refuses it, and which message is broken."
    )
    puzzle = _puzzle()
    if puzzle is None:
        st.info("This fault cannot occur in this conversation. Choose another fault or another conversation.")
        return
    mapping_view(conversation_data(puzzle.broken.conversation), f"break-{puzzle.name}")
    guessed = st.pills(
        "Who refuses it? Choose any number, or none.",
        puzzle.targets,
        selection_mode="multi",
        format_func=lambda name: TARGETS[name].title,
        key=f"who-{puzzle.name}",
    )
    place = st.pills(
        "Which message is broken?",
        range(len(puzzle.broken.conversation.messages)),
        key=f"where-{puzzle.name}",
    )
    with st.container(horizontal=True):
        if st.button("Reveal", type="primary", key="reveal"):
            st.session_state.setdefault(_SCORES, {}).setdefault(puzzle.name, puzzle.score(guessed, place))
        st.button("Another one", key="another", on_click=_another)
    if puzzle.name in st.session_state.get(_SCORES, {}):
        _revealed(puzzle)


def _puzzle() -> Puzzle | None:
    """Return the puzzle in the address: a sample with a fault, or a number."""
    sample = sample_named(st.query_params.get("sample", ""))
    fault = st.query_params.get("fault", "")
    number = st.query_params.get("number", "0")
    with st.expander("Choose the conversation and the fault yourself"):
        offered = healthy_samples()
        chosen = st.selectbox("Conversation", offered, format_func=lambda one: one.title, key="break-sample")
        chosen_fault = st.selectbox(
            "Fault", list(MUTATIONS), format_func=lambda name: MUTATIONS[name].title, key="break-fault"
        )
        st.button("Break it", key="break-it", on_click=_chosen, args=(chosen.name, chosen_fault))
    if sample is not None and fault:
        return puzzle_of(sample, fault)
    return puzzle_number(int(number) if number.isdecimal() and len(number) < 9 else 0)


def _chosen(sample: str, fault: str) -> None:
    st.query_params.from_dict({SHOW: BREAK, "sample": sample, "fault": fault})


def _another() -> None:
    number = st.query_params.get("number", "0")
    following = int(number) + 1 if number.isdecimal() and len(number) < 9 else 1
    st.query_params.from_dict({SHOW: BREAK, "number": str(following)})


def _revealed(puzzle: Puzzle) -> None:
    scores: dict[str, Score] = st.session_state[_SCORES]
    score = scores[puzzle.name]
    total, of = sum(one.points for one in scores.values()), sum(one.maximum for one in scores.values())
    st.markdown(f"**{score.points} of {score.maximum} points.** Total: {total} of {of}.")
    fault = puzzle.broken.mutation
    broken = " and ".join(str(message) for message in sorted(puzzle.messages)) or "none"
    which = f"The broken messages are {broken}." if len(puzzle.messages) > 1 else f"The broken message is {broken}."
    st.markdown(f"**{fault.title}.** {fault.story} {which} {_MARKS[score.place_found]}")
    for name, verdict in puzzle.verdicts.items():
        st.text(f"{TARGETS[name].title} {LABELS[verdict.outcome]} it. {_MARKS[name in score.judged_correctly]}")
        if verdict.words:
            st.code(visible(verdict.words), language=None, wrap_lines=True)
    if st.button("Open it in the workbench", key="break-open", type="tertiary"):
        opened = STORE.put([puzzle.broken.conversation], puzzle.sample.target)[0]
        go_to(WORKBENCH, {"c": opened.key})

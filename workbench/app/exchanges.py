"""The exchanges of a conversation: the two answers that prove a repair, and a row for each replay."""

from __future__ import annotations

import streamlit as st

from workbench.app.running_replays import open_exchange, opened_key
from workbench.replays import ReplayRecord
from workbench.view.exchanges import ExchangeRow, exchange_row, proof_of

_MOST_ROWS = 20
_WIDTHS = (2, 0.5, 6.5, 3, 1.6, 1.2, 1.2)
_HEADS = ("Sent", "", "Answer", "Endpoint and model", "Tokens", "Time", "")
_COLOURS = {"✓": "green", "✖": "red", "■": "gray"}


def proof_table(records: list[ReplayRecord]) -> None:
    """Draw the proof of a repair, if both versions were sent."""
    proof = proof_of(records)
    if proof is None:
        return
    with st.container(key="proof", border=True):
        st.markdown("**Proof**")
        _heads("proof")
        for record in proof:
            _row(exchange_row(record), "proof")
        st.text(proof.conclusion)


def exchange_list(records: list[ReplayRecord]) -> None:
    """Draw a row for each replay that is not in the proof, the newest first."""
    proof = proof_of(records) or ()
    records = [record for record in records if record not in proof]
    if not records:
        return
    with st.container(key="exchanges"):
        st.markdown("**Exchanges**")
        _heads("list")
        everything = len(records) > _MOST_ROWS and st.toggle(f"Show all {len(records):,}", key="all-exchanges")
        for record in records if everything else records[:_MOST_ROWS]:
            _row(exchange_row(record), "list")


def _heads(place: str) -> None:
    with st.container(key=f"exchange-heads-{place}"):
        for column, title in zip(st.columns(_WIDTHS), _HEADS, strict=True):
            column.caption(title)


def _row(row: ExchangeRow, place: str) -> None:
    """Draw a row. External text is plain text; only the mark is Markdown."""
    with st.container(key=f"exchange-{place}-{row.key}"):
        sent, mark, answer, who, tokens, time, button = st.columns(_WIDTHS, vertical_alignment="top")
        sent.text(row.sent)
        mark.markdown(f":{_COLOURS[row.mark]}[{row.mark}]")
        answer.text("\n".join(part for part in (row.outcome, row.reason) if part))
        who.text(f"{row.endpoint}\n{row.model}, {row.origin}")
        tokens.text(row.tokens)
        time.text(row.time)
        label = "Close" if opened_key() == row.key else "Open"
        if button.button(label, key=f"open-{place}-{row.key}", type="tertiary"):
            open_exchange("" if label == "Close" else row.key)
            st.rerun(scope="fragment")

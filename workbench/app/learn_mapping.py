"""Mappings: two formats, an example that is converted while the user edits it, and a table of all fields."""

from __future__ import annotations

import streamlit as st

from workbench.app.component import mapping_view
from workbench.app.learn_links import SHOW, go, link
from workbench.converters import NoRouteError, route
from workbench.formats import FORMATS
from workbench.lessons.example import edited_example
from workbench.lessons.featured import Pair, featured
from workbench.lessons.mapping import rules_of
from workbench.view.as_markdown import as_markdown
from workbench.view.mapping import mapping_data

MAPPING = "mapping"


def mapping_links(is_shown: bool) -> None:
    chosen = _chosen() if is_shown else None
    for pair in featured().mappings:
        link(_title(pair), f"{pair.source}-{pair.target}", _address(pair), pair == chosen)
    is_other = chosen is not None and chosen not in featured().mappings
    link("Any two formats…", "any", _address(chosen if chosen and is_other else _first_other()), is_other)


def mapping_part() -> None:
    pair = _chosen()
    st.subheader(_title(pair), anchor=False)
    st.caption("Edit the left side to update the right side and the table. Point at a value to see where it goes.")
    with st.container(horizontal=True, key="mapping-formats"):
        _choose("From", "from", pair.source)
        _choose("To", "to", pair.target)
    try:
        hops = route(pair.source, pair.target)
    except NoRouteError as error:
        st.info(str(error).capitalize() + ".")
        return
    if not hops:
        st.info("Both formats are the same. Choose another one to see what changes.")
        return
    if len(hops) > 1:
        stops = " → ".join(FORMATS[edge.source].title for edge in hops) + f" → {FORMATS[hops[-1].target].title}"
        st.caption(f"There is no direct conversion; the route is {stops}.")
    st.caption(as_markdown(rules_of(hops)))
    key = f"mapping-{pair.source}-{pair.target}"
    text = st.session_state.get(key, {}).get("text")
    example = edited_example(text if isinstance(text, str) else None, pair.source)
    mapping_view(mapping_data(example.messages, pair.source, hops, text or "", example.problem), key)


def _chosen() -> Pair:
    first = featured().mappings[0]
    names = (st.query_params.get("from", first.source), st.query_params.get("to", first.target))
    return Pair(*(name if name in FORMATS else default for name, default in zip(names, first, strict=True)))


def _first_other() -> Pair:
    """Return the first pair without a link of its own, so that the link to all pairs shows something new."""
    first = featured().mappings[0]
    pairs = (Pair(first.source, name) for name in FORMATS if name != first.source)
    return next((pair for pair in pairs if pair not in featured().mappings), first)


def _choose(label: str, parameter: str, value: str) -> None:
    """Draw a list whose choice is in the address. Its key contains the value, so that other links can change it."""
    key = f"choose-{parameter}-{value}"
    st.selectbox(
        label,
        list(FORMATS),
        index=list(FORMATS).index(value),
        format_func=lambda name: FORMATS[name].title,
        key=key,
        on_change=lambda: go(**{SHOW: MAPPING, parameter: st.session_state[key]}),
    )


def _title(pair: Pair) -> str:
    return f"{FORMATS[pair.source].title} → {FORMATS[pair.target].title}"


def _address(pair: Pair) -> dict[str, str]:
    return {SHOW: MAPPING, "from": pair.source, "to": pair.target}

"""Any JSON value, and the small texts that conversations are made of."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

scalars: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
)

json_values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)

arguments: st.SearchStrategy[Any] = st.dictionaries(st.text("abcxyz_", min_size=1, max_size=5), scalars, max_size=3)

tool_names: st.SearchStrategy[str] = st.sampled_from(["read_file", "search", "get_weather", "run"])

tool_ids: st.SearchStrategy[str] = st.builds(
    lambda prefix, rest: prefix + rest,
    st.sampled_from(["call_", "hist_tool_", "toolu_", "", "hist_tool_toolu_", "functions.read:"]),
    st.text("abc019", min_size=1, max_size=4),
)

texts: st.SearchStrategy[str] = st.text(max_size=20)

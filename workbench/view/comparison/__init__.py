"""A conversation before and after a repair, drawn as one: what was added, changed, moved and struck."""

from workbench.view.comparison.compared import Compared, comparable

__all__ = ["Compared", "comparable"]

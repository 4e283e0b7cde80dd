"""A conversation before and after a repair in one drawing: what was added, changed, moved and removed."""

from workbench.view.comparison.compared import Compared, comparable

__all__ = ["Compared", "comparable"]

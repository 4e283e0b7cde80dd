"""The text of a file with its conversations: each is read and checked once, however often it is asked about."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.loading import LoadError, load_all

_Items = Sequence[Conversation | LoadError]


class FileText:
    def __init__(self, text: str, name: str, target: str | None = None, items: _Items | None = None) -> None:
        """`items` are what was loaded from the text, if the caller has it."""
        self.text, self.name, self.target = text, name, target
        self._items = items
        self._branches: _Items | None = None
        self._reports: dict[int, Report] = {}

    def with_text(self, text: str) -> FileText:
        return FileText(text, self.name, self.target)

    def conversations(self, with_branches: bool = False) -> _Items:
        """Return what is loaded from the text, and if wanted the other branches of its conversations."""
        if self._items is None:
            self._items = list(load_all(self.text.encode(errors="surrogatepass"), self.name))
        if not with_branches:
            return self._items
        if self._branches is None:
            origins = [
                item.origin for item in self._items if isinstance(item, Conversation) and item.origin is not None
            ]
            self._branches = [branch() for origin in origins for branch in origin.branches]
        return [*self._items, *self._branches]

    def report_of(self, conversation: Conversation) -> Report:
        """Return what is wrong with one of the conversations for the target. Information is left out."""
        report = self._reports.get(id(conversation))
        if report is None or report.conversation is not conversation:
            report = self._reports[id(conversation)] = check(conversation, self.target, with_information=False)
        return report

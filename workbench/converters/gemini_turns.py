"""Which parts may share a turn of Gemini.

Responses to calls of one turn have to be together, and nothing else may be with them; the calls of a model's turn may
come in several messages of the history.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from workbench.converters.contract import Converted
from workbench.json.text import Json

TurnKind = Literal["responses", "calls", "other", "mixed"]


@dataclass(slots=True)
class OpenTurn:
    """A turn that more parts may be added to."""

    role: str
    parts: list[Json]
    sources: list[int]
    kind: TurnKind

    def takes(self, role: str, kind: TurnKind) -> bool:
        if "responses" in (kind, self.kind):
            return kind == self.kind
        return role == self.role == "model" and self.kind != "mixed" and "calls" in (kind, self.kind)

    def add(self, parts: list[Json], kind: TurnKind, source: int) -> None:
        self.parts += parts
        if self.sources[-1] != source:
            self.sources.append(source)
        if kind != self.kind:
            self.kind = "mixed" if "responses" in (kind, self.kind) else "calls"

    def converted(self) -> Converted:
        return Converted({"role": self.role, "parts": self.parts}, tuple(self.sources))


def kind_of(parts: list[Json]) -> TurnKind:
    if all(isinstance(part, dict) and "functionResponse" in part for part in parts):
        return "responses"
    return "calls" if any(isinstance(part, dict) and "functionCall" in part for part in parts) else "other"

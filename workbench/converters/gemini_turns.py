"""Decide which parts may share a Gemini turn.

The responses to the calls of one turn must be together, without anything else. The calls of one model turn may be
spread over several messages of the history.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from workbench.converters.contract import Converted
from workbench.json.text import Json

TurnKind = Literal["responses", "calls", "other", "mixed"]


@dataclass(slots=True)
class OpenTurn:
    """A turn to which more parts may be added."""

    role: str
    parts: list[Json]
    sources: list[int]
    kind: TurnKind

    def accepts(self, role: str, kind: TurnKind) -> bool:
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

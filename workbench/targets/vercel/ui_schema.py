"""The schema with which `validateUIMessages` of SDK 5 to 7 checks UI messages (`ai` 5.0.277, 6.0.326, 7.0.169)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic_core.core_schema import CoreSchema

_Parts = dict[str, "CoreSchema"]
"""Schemas of parts by kind, or of fields by name."""


@cache
def ui_messages_schema(version: int) -> TypeAdapter[Any]:
    from pydantic import GetPydanticSchema, TypeAdapter
    from pydantic_core import core_schema as cs

    listed = cs.list_schema(_Schemas(version).message())
    return TypeAdapter(Annotated[Any, GetPydanticSchema(lambda source, handler: listed)])


def _part_kind(part: Any) -> str | None:
    """The kind of a part: its type without the name of a tool or data part, and for tools also the state."""
    kind = part.get("type") if isinstance(part, dict) else None
    if not isinstance(kind, str):
        return None
    if kind == "dynamic-tool" or kind.startswith("tool-"):
        return f"{'dynamic-tool' if kind == 'dynamic-tool' else 'tool'} {part.get('state')}"
    return "data" if kind.startswith("data-") else kind


class _Schemas:
    def __init__(self, version: int) -> None:
        from pydantic_core import core_schema as cs

        self.version = version
        self.text, self.flag, self.anything = cs.str_schema(strict=True), cs.bool_schema(strict=True), cs.any_schema()
        self.metadata = cs.dict_schema(self.text, cs.dict_schema(self.text, self.anything, strict=True), strict=True)
        self.texts = cs.dict_schema(self.text, self.text, strict=True)
        self.absent = cs.literal_schema(["(absent)"])
        """A value that no file contains: the field must be absent."""

    def fields(self, required: Mapping[str, CoreSchema], optional: Mapping[str, CoreSchema]) -> CoreSchema:
        from pydantic_core import core_schema as cs

        named = {key: cs.typed_dict_field(schema, required=True) for key, schema in required.items()}
        named |= {key: cs.typed_dict_field(schema, required=False) for key, schema in optional.items()}
        return cs.typed_dict_schema(named)

    def message(self) -> CoreSchema:
        from pydantic_core import core_schema as cs

        parts = cs.tagged_union_schema(self.parts(), discriminator=_part_kind)
        some, any_number = cs.list_schema(parts, strict=True, min_length=1), cs.list_schema(parts, strict=True)
        return cs.tagged_union_schema(
            {
                role: self.fields({"id": self.text, "parts": any_number if role == "assistant" else some}, {})
                for role in ("system", "user", "assistant")
            },
            discriminator="role",
        )

    def parts(self) -> _Parts:
        from pydantic_core import core_schema as cs

        own: _Parts = {"providerMetadata": self.metadata}
        state: _Parts = {"state": cs.literal_schema(["streaming", "done"])}
        reference: _Parts = {"providerReference": self.texts} if self.version >= 7 else {}
        file = self.fields({"mediaType": self.text, "url": self.text}, {"filename": self.text, **reference, **own})
        title: _Parts = {"title": self.text}
        parts: _Parts = {
            "text": self.fields({"text": self.text}, state | own),
            "reasoning": self.fields({"text": self.text}, {"id": self.text, **state, **own}),
            "source-url": self.fields({"sourceId": self.text, "url": self.text}, title | own),
            "source-document": self.fields(
                {"sourceId": self.text, "mediaType": self.text, **title}, {"filename": self.text, **own}
            ),
            "file": file,
            "step-start": self.fields({}, {}),
            "data": self.fields({}, {"id": self.text}),
            **self.tools("tool"),
            **self.tools("dynamic-tool"),
        }
        if self.version >= 7:
            steering = cs.tagged_union_schema({"text": self.fields({"text": self.text}, own), "file": file}, "type")
            parts["custom"] = self.fields({"kind": self.text}, own)
            parts["reasoning-file"] = self.fields({"mediaType": self.text, "url": self.text}, own)
            parts["steering-message"] = self.fields({"id": self.text, "parts": cs.list_schema(steering)}, {})
        return parts

    def tools(self, kind: str) -> _Parts:
        """One schema for each state of a tool part."""
        named: _Parts = {"toolCallId": self.text, **({"toolName": self.text} if kind == "dynamic-tool" else {})}
        approves = self.version >= 6 or kind == "tool"
        shared: _Parts = {"providerExecuted": self.flag, "callProviderMetadata": self.metadata}
        more: _Parts = {"resultProviderMetadata": self.metadata} if self.version >= 6 else {}
        no_output: _Parts = {"output": self.absent}
        no_error: _Parts = {"errorText": self.absent}
        no_approval: _Parts = {"approval": self.absent} if approves else {}
        granted: _Parts = {"approval": self.approval(True)} if approves else {}
        waiting = shared | no_output | no_error
        parts = {
            "input-streaming": self.fields(named, waiting | no_approval | {"rawInput": self.text}),
            "input-available": self.fields(named, waiting | no_approval),
            "output-available": self.fields(named, shared | more | no_error | granted | {"preliminary": self.flag}),
            "output-error": self.fields(named | {"errorText": self.text}, shared | more | no_output | granted),
        }
        if approves:
            requested = self.fields({"id": self.text}, {"approved": self.absent, "reason": self.absent})
            parts["approval-requested"] = self.fields(named | {"approval": requested}, waiting)
            parts["approval-responded"] = self.fields(named | {"approval": self.approval(True, False)}, waiting)
            parts["output-denied"] = self.fields(named | {"approval": self.approval(False)}, waiting)
        return {f"{kind} {state}": schema for state, schema in parts.items()}

    def approval(self, *decisions: bool) -> CoreSchema:
        from pydantic_core import core_schema as cs

        return self.fields({"id": self.text, "approved": cs.literal_schema(list(decisions))}, {"reason": self.text})

"""The schemas with which SDK 4 to 7 check a list of messages before they send it.

They follow `coreMessageSchema` of `ai` 4.3.19 and `modelMessageSchema` of 5.0.277, 6.0.326 and 7.0.0, reduced to JSON:
a file cannot contain URL objects or bytes. Unknown fields are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic_core.core_schema import CoreSchema

_Fields = Mapping[str, "CoreSchema"]
_Parts = dict[str, "CoreSchema"]
"""The `type` of a part → its schema."""


@cache
def messages_schema(version: int) -> TypeAdapter[Any]:
    """The schema of a whole list of messages. Version 7 means 7.0.0 to 7.0.154."""
    from pydantic import GetPydanticSchema, TypeAdapter
    from pydantic_core import core_schema as cs

    listed = cs.list_schema(_Schemas(version).message())
    return TypeAdapter(Annotated[Any, GetPydanticSchema(lambda source, handler: listed)])


class _Schemas:
    """Builds the schema of one version; `version` selects what differs."""

    def __init__(self, version: int) -> None:
        from pydantic_core import core_schema as cs

        self.version = version
        self.text, self.flag, self.anything = cs.str_schema(strict=True), cs.bool_schema(strict=True), cs.any_schema()
        self.texts = cs.dict_schema(self.text, self.text, strict=True)
        self.options = cs.dict_schema(self.text, cs.dict_schema(self.text, self.anything, strict=True), strict=True)
        self.option_fields = {"providerOptions": self.options}
        if version == 4:
            self.option_fields["experimental_providerMetadata"] = self.options

    def fields(self, required: _Fields, optional: _Fields | None = None) -> CoreSchema:
        from pydantic_core import core_schema as cs

        named = {key: cs.typed_dict_field(schema, required=True) for key, schema in required.items()}
        more = {**self.option_fields, **(optional or {})}
        named |= {key: cs.typed_dict_field(schema, required=False) for key, schema in more.items()}
        return cs.typed_dict_schema(named)

    def tagged(self, tag: str, choices: Mapping[str, CoreSchema]) -> CoreSchema:
        from pydantic_core import core_schema as cs

        return cs.tagged_union_schema(dict(choices), discriminator=tag, strict=True)

    def either(self, *schemas: CoreSchema) -> CoreSchema:
        from pydantic_core import core_schema as cs

        return cs.union_schema(list(schemas))

    def list_schema(self, parts: _Parts) -> CoreSchema:
        from pydantic_core import core_schema as cs

        return cs.list_schema(self.tagged("type", parts), strict=True)

    def message(self) -> CoreSchema:
        return self.tagged(
            "role",
            {
                "system": self.fields({"content": self.text}),
                "user": self.fields({"content": self.either(self.text, self.list_schema(self.user_parts()))}),
                "assistant": self.fields({"content": self.either(self.text, self.list_schema(self.assistant_parts()))}),
                "tool": self.fields({"content": self.list_schema(self.tool_parts())}),
            },
        )

    def user_parts(self) -> _Parts:
        media = "mimeType" if self.version == 4 else "mediaType"
        image = self.either(self.text, self.texts) if self.version >= 7 else self.text
        return {
            "text": self.fields({"text": self.text}),
            "image": self.fields({"image": image}, {media: self.text}),
            "file": self.file(),
        }

    def file(self) -> CoreSchema:
        media = "mimeType" if self.version == 4 else "mediaType"
        data = self.text if self.version < 7 else self.either(self.text, self.tagged_data(), self.texts)
        return self.fields({"data": data, media: self.text}, {"filename": self.text})

    def tagged_data(self) -> CoreSchema:
        """The tagged data of a file in SDK 7, without the tag `url`, which requires a URL object."""
        inline = {
            "data": self.fields({"data": self.text}),
            "text": self.fields({"text": self.text}),
            "reference": self.fields({"reference": self.texts}),
        }
        return self.tagged("type", inline)

    def assistant_parts(self) -> _Parts:
        arguments = "args" if self.version == 4 else "input"
        call = self.fields(
            {"toolCallId": self.text, "toolName": self.text},
            {arguments: self.anything, **({"providerExecuted": self.flag} if self.version > 4 else {})},
        )
        parts = {
            "text": self.fields({"text": self.text}),
            "file": self.file(),
            "reasoning": self.fields({"text": self.text}),
            "tool-call": call,
        }
        if self.version == 4:
            return parts | {"redacted-reasoning": self.fields({"data": self.text})}
        parts["tool-result"] = self.result()
        if self.version >= 6:
            parts["tool-approval-request"] = self.fields({"approvalId": self.text, "toolCallId": self.text})
        if self.version >= 7:
            data = self.either(self.text, self.tagged("type", {"data": self.fields({"data": self.text})}))
            parts["custom"] = self.fields({"kind": self.text})
            parts["reasoning-file"] = self.fields({"data": data, "mediaType": self.text})
        return parts

    def tool_parts(self) -> _Parts:
        if self.version == 4:
            return {"tool-result": self.result_in_version_4()}
        parts = {"tool-result": self.result()}
        if self.version >= 6:
            required = {"approvalId": self.text, "approved": self.flag}
            parts["tool-approval-response"] = self.fields(required, {"reason": self.text})
        return parts

    def result_in_version_4(self) -> CoreSchema:
        items: _Parts = {
            "text": self.fields({"text": self.text}),
            "image": self.fields({"data": self.text}, {"mimeType": self.text}),
        }
        return self.fields(
            {"toolCallId": self.text, "toolName": self.text},
            {"result": self.anything, "content": self.list_schema(items), "isError": self.flag},
        )

    def result(self) -> CoreSchema:
        outputs: _Parts = {
            "text": self.fields({"value": self.text}),
            "error-text": self.fields({"value": self.text}),
            "json": self.fields({"value": self.anything}),
            "error-json": self.fields({"value": self.anything}),
            "content": self.fields({"value": self.list_schema(self.output_items())}),
        }
        if self.version >= 6:
            outputs["execution-denied"] = self.fields({}, {"reason": self.text})
        required = {"toolCallId": self.text, "toolName": self.text, "output": self.tagged("type", outputs)}
        return self.fields(required)

    def output_items(self) -> _Parts:
        inline = self.fields({"data": self.text, "mediaType": self.text}, {"filename": self.text})
        items: _Parts = {"text": self.fields({"text": self.text})}
        if self.version < 7:
            items["media"] = inline
        if self.version >= 6:
            by_id = self.fields({"fileId": self.either(self.text, self.texts)})
            items |= {
                "file-data": inline,
                "image-data": inline,
                "file-url": self.fields({"url": self.text}, {"mediaType": self.text}),
                "image-url": self.fields({"url": self.text}),
                "file-id": by_id,
                "image-file-id": by_id,
                "custom": self.fields({}),
            }
        if self.version >= 7:
            by_reference = self.fields({"providerReference": self.texts})
            items |= {
                "file": self.fields({"data": self.tagged_data(), "mediaType": self.text}, {"filename": self.text}),
                "file-reference": by_reference,
                "image-file-reference": by_reference,
            }
        return items

"""Gemini's function calls and responses ↔ IContent's tool blocks.

A part with a call or response becomes one block; its other fields (`thoughtSignature`) go into the metadata. A derived
id is marked, so that the way back removes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.converters.gemini_media import camel_case, media_to_block, other_fields, own_metadata, with_metadata
from workbench.converters.provider_metadata import inside_of
from workbench.formats.gemini.parts import PAYLOADS, payload_key
from workbench.json.pointer import follow_or_none
from workbench.json.text import Json, JsonObject, object_or_none

_Raw = JsonObject


def call_to_block(call: _Raw, metadata: _Raw, call_id: str) -> _Raw:
    arguments = call.get("args")
    block = {"type": "tool_call", "id": call_id, "name": call.get("name")}
    if others := camel_case(call, "id", "name", "args"):
        metadata["functionCall"] = others
    if call.get("id") != call_id:
        metadata["derivedId"] = True
    return with_metadata({**block, "parameters": {} if arguments is None else arguments}, metadata)


def response_to_blocks(response: _Raw, metadata: _Raw, call_id: str) -> list[Json]:
    block = {"type": "tool_response", "callId": call_id, "toolName": response.get("name")}
    block |= _result_fields(response.get("response"))
    others: Any = camel_case(response, "id", "name", "response")
    media = [_media(part) for part in others["parts"]] if isinstance(others.get("parts"), list) else []
    if media and all(media):
        del others["parts"]
    if others:
        metadata["functionResponse"] = others
    if response.get("id") != call_id:
        metadata["derivedId"] = True
    return [with_metadata(block, metadata), *(inside_of(call_id, medium) for medium in media if medium)]


def _media(part: Any) -> _Raw | None:
    """Return the block of an image or file that the function returned next to its object, or None."""
    key = payload_key(part) if isinstance(part, dict) else None
    if key is None or PAYLOADS[key] not in ("inlineData", "fileData"):
        return None
    media = media_to_block(PAYLOADS[key], part[key])
    return with_metadata(media[0], {**camel_case(part, key), **media[1]}) if media else None


def _result_fields(response: object) -> _Raw:
    """Return the result, status and error text of a response.

    A response must be an object, so `{"result": …}` is only a wrapper. `error` contains the text of a failure.
    """
    if not isinstance(response, dict) or not response:
        return {} if response is None else {"result": response}
    result: Any = response
    error = response.get("error")
    if isinstance(error, str):
        result = {key: value for key, value in response.items() if key != "error"}
        if not result:
            return {"result": None, "status": "error", "error": error}
    if result.keys() == {"result"} and not isinstance(result["result"], dict):
        if not isinstance(error, str):
            return {"result": result["result"]}
        if result["result"] is not None:
            result = result["result"]
    if isinstance(error, str):
        return {"result": result, "status": "error", "error": error}
    return {"result": response, "status": "error"} if error not in (None, False) else {"result": response}


def block_to_call(block: _Raw) -> _Raw:
    own, parameters = own_metadata(block), block.get("parameters")
    arguments = object_or_none(parameters)
    if arguments is None:
        arguments = {} if parameters in (None, "") else {"input": parameters}
    call: _Raw = {"name": block.get("name"), "args": arguments, **_stored_fields(own, "functionCall")}
    if isinstance(block.get("id"), str) and "derivedId" not in own:
        call["id"] = block["id"]
    return {"functionCall": call, **_signature_of_other_face(block), **other_fields(block)}


def _signature_of_other_face(block: _Raw) -> _Raw:
    """Return the signature that the provider's OpenAI-compatible endpoint puts into `extra_content` of the call."""
    metadata = block.get("providerMetadata")
    for stored in metadata.values() if isinstance(metadata, dict) else ():
        signature = follow_or_none(stored, ("extra_content", "google", "thought_signature"))
        if isinstance(signature, str):
            return {"thoughtSignature": signature}
    return {}


def _stored_fields(own: _Raw, key: str) -> _Raw:
    fields = own.get(key)
    return fields if isinstance(fields, dict) else {}


def block_to_response(block: _Raw, names: Mapping[str, Json]) -> _Raw:
    own, call_id, name = own_metadata(block), block.get("callId"), block.get("toolName")
    if name is None and isinstance(call_id, str):
        name = names.get(call_id)
    response: _Raw = {} if name is None else {"name": name}
    response |= {"response": _response_object(block), **_stored_fields(own, "functionResponse")}
    if isinstance(call_id, str) and "derivedId" not in own:
        response["id"] = call_id
    return {"functionResponse": response, **other_fields(block)}


def _response_object(block: _Raw) -> _Raw:
    """Return the response object. Gemini expects failures under `error`; without an error text it is the result."""
    result, error = block.get("result"), block.get("error")
    failed = error is not None or block.get("status") == "error"
    if not failed:
        return result if isinstance(result, dict) else {"result": result} if "result" in block else {}
    if isinstance(result, dict) and "error" in result:
        return result
    if error is None:
        return {"error": block.get("status") if result is None else result}
    if result is None:
        return {"error": error}
    return {**result, "error": error} if isinstance(result, dict) else {"result": result, "error": error}

"""Gemini's function calls and responses as IContent's tool blocks, and back.

A part with a call or response becomes one block; what else the part says (`thoughtSignature`) is kept beside it, and
the id is marked if it had none, so that it leaves without one.
"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.converters.gemini_media import camel_case, media_to_block, other_fields, own_metadata, with_metadata
from workbench.converters.provider_metadata import inside_of
from workbench.formats.gemini.parts import PAYLOADS, payload_key
from workbench.json.text import Json, object_or_none

_Raw = dict[str, Json]


def call_to_block(call: _Raw, kept: _Raw, identity: str) -> _Raw:
    arguments = call.get("args")
    block = {"type": "tool_call", "id": identity, "name": call.get("name")}
    if others := camel_case(call, "id", "name", "args"):
        kept["functionCall"] = others
    if call.get("id") != identity:
        kept["derivedId"] = True
    return with_metadata({**block, "parameters": {} if arguments is None else arguments}, kept)


def response_to_blocks(response: _Raw, kept: _Raw, identity: str) -> list[Json]:
    block = {"type": "tool_response", "callId": identity, "toolName": response.get("name")}
    block |= _outcome_of(response.get("response"))
    others = camel_case(response, "id", "name", "response")
    media = [_media(part) for part in others["parts"]] if isinstance(others.get("parts"), list) else []
    if media and all(media):
        del others["parts"]
    if others:
        kept["functionResponse"] = others
    if response.get("id") != identity:
        kept["derivedId"] = True
    return [with_metadata(block, kept), *(inside_of(identity, medium) for medium in media if medium)]


def _media(part: Json) -> _Raw | None:
    """An image or file that the function returned beside its object."""
    key = payload_key(part) if isinstance(part, dict) else None
    if key is None or PAYLOADS[key] not in ("inlineData", "fileData"):
        return None
    found = media_to_block(PAYLOADS[key], part[key])
    return with_metadata(found[0], {**camel_case(part, key), **found[1]}) if found else None


def _outcome_of(response: object) -> _Raw:
    """`{"result": …}` is only a wrapping, since a response must be an object; `error` holds the words of a failure."""
    if not isinstance(response, dict) or not response:
        return {} if response is None else {"result": response}
    result: Json = response
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
    call: _Raw = {"name": block.get("name"), "args": arguments, **_inner(own, "functionCall")}
    if isinstance(block.get("id"), str) and "derivedId" not in own:
        call["id"] = block["id"]
    return {"functionCall": call, **other_fields(block)}


def _inner(own: _Raw, key: str) -> _Raw:
    fields = own.get(key)
    return fields if isinstance(fields, dict) else {}


def block_to_response(block: _Raw, names: Mapping[str, Json]) -> _Raw:
    own, call_id, name = own_metadata(block), block.get("callId"), block.get("toolName")
    if name is None and isinstance(call_id, str):
        name = names.get(call_id)
    response: _Raw = {} if name is None else {"name": name}
    response |= {"response": _outcome(block), **_inner(own, "functionResponse")}
    if isinstance(call_id, str) and "derivedId" not in own:
        response["id"] = call_id
    return {"functionResponse": response, **other_fields(block)}


def _outcome(block: _Raw) -> _Raw:
    """`error` is where Gemini looks for what went wrong. A failure without words says what it returned."""
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

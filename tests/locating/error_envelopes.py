"""The ways in which providers, gateways, SDKs, loggers and terminals wrap a sentence before people paste it."""

from __future__ import annotations

import json
from collections.abc import Callable

Wrap = Callable[[str], str]


def _error(sentence: str, **members: object) -> dict[str, object]:
    return {"error": {"message": sentence, "type": "invalid_request_error", **members}}


def _javascript(sentence: str) -> str:
    """Print a body as a Node console does, split into strings that are added."""
    lines = [repr(f"{line}\n") for line in json.dumps(_error(sentence), indent=2).splitlines()]
    body = " +\n    ".join(lines)
    return (
        "Error [AI_APICallError]: Bad Request\n    at file:///app/node_modules/x/dist/index.mjs:12:3 {\n"
        "  cause: undefined,\n  url: 'https://api.example.com/v1/responses',\n  requestBodyValues: [Object],\n"
        f"  statusCode: 400,\n  responseBody: {body},\n  isRetryable: false,\n  data: [Object]\n}}"
    )


def _terminal(sentence: str) -> str:
    """Print a body on a coloured terminal that wraps lines even inside a word."""
    body = "API Error: 400 " + json.dumps(_error(sentence))
    lines = [body[start : start + 60] for start in range(0, len(body), 60)]
    return "\x1b[31m  ⎿  " + "\n     ".join(lines) + "\x1b[0m"


def _violations(sentence: str) -> str:
    violation = {"field": "", "description": sentence}
    details = [{"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [violation]}]
    return json.dumps({"error": {"code": 400, "message": sentence, "status": "INVALID_ARGUMENT", "details": details}})


def _gateway(sentence: str) -> str:
    raw = json.dumps(_error(sentence), indent=2)
    metadata = {"raw": raw, "provider_name": "Somebody"}
    return json.dumps({"error": {"message": "Provider returned error", "code": 400, "metadata": metadata}})


def _router(sentence: str) -> str:
    message = f"Error from provider(Somebody,a/model: 400): {json.dumps(_error(sentence))}"
    return json.dumps({"error": {"message": message, "type": "api_error", "code": "provider_response_error"}})


ENVELOPES: dict[str, Wrap] = {
    "an OpenAI body": lambda sentence: json.dumps(_error(sentence, param=None, code=None)),
    "an indented body": lambda sentence: json.dumps(_error(sentence), indent=2),
    "an Anthropic body": lambda sentence: json.dumps({"type": "error", **_error(sentence), "request_id": "req_1"}),
    "a Google body with violations": _violations,
    "a list of bodies": lambda sentence: json.dumps([{"error": {"code": 400, "message": sentence}}]),
    "a body in a body": lambda sentence: json.dumps(_error(json.dumps(_error(sentence)))),
    "a flat body": lambda sentence: json.dumps({"message": sentence, "type": "invalid_request_error", "code": "x"}),
    "a body with a string": lambda sentence: json.dumps({"code": "invalid argument", "error": sentence}),
    "a detail": lambda sentence: json.dumps({"detail": sentence}),
    "a list of details": lambda sentence: json.dumps({"detail": [{"type": "x", "loc": ["body"], "msg": sentence}]}),
    "a status message with status 200": lambda sentence: json.dumps(
        {"choices": None, "base_resp": {"status_code": 2013, "status_msg": sentence}}
    ),
    "a failed response event": lambda sentence: json.dumps(
        {"type": "response.failed", "response": {"error": {"code": "x", "message": sentence}}}
    ),
    "an event of a stream": lambda sentence: f"event: error\ndata: {json.dumps(_error(sentence))}\n\n",
    "a choice that failed": lambda sentence: json.dumps({"choices": [{**_error(sentence), "finish_reason": "error"}]}),
    "a Python exception": lambda sentence: f"openai.BadRequestError: Error code: 400 - {_error(sentence)!r}",
    "a traceback": lambda sentence: (
        'Traceback (most recent call last):\n  File "/app/main.py", line 3, in <module>\n    raise failed\n'
        f"some.sdk.BadRequestError: Error code: 400 - {_error(sentence)!r}"
    ),
    "a traceback without a body": lambda sentence: (
        f'Traceback (most recent call last):\n  File "/app/main.py", line 3, in <module>\nsome.sdk.ApiError: {sentence}'
    ),
    "Google's client": lambda sentence: f"genai.errors.ClientError: 400 INVALID_ARGUMENT. {_error(sentence)!r}",
    "boto3": lambda sentence: (
        "botocore.errorfactory.ValidationException: An error occurred (ValidationException) when calling the Converse "
        f"operation: {sentence}"
    ),
    "the Go SDK of AWS": lambda sentence: (
        "operation error Bedrock Runtime: Converse, https response error StatusCode: 400, RequestID: ab-1, "
        f"ValidationException: {sentence}"
    ),
    "the Java SDK of AWS": lambda sentence: f"{sentence} (Service: Runtime, Status Code: 400, Request ID: 04ad)",
    "another Go SDK": lambda sentence: (
        f'POST "https://api.example.com/v1": 400 Bad Request (Request-ID: req_1) {json.dumps(_error(sentence))}'
    ),
    "a Node console": _javascript,
    "a proxy": lambda sentence: (
        f"litellm.BadRequestError: SomebodyException - {json.dumps(_error(sentence))}. Received Model Group=m\n"
        "Available Model Group Fallbacks=None"
    ),
    "a gateway": _gateway,
    "a router": _router,
    "a retry": lambda sentence: f"AI_RetryError: Failed after 3 attempts. Last error: {sentence}",
    "a log line": lambda sentence: f"2026-01-02 10:11:12,345 ERROR app.client: {json.dumps(_error(sentence))}",
    "curl -i": lambda sentence: f"HTTP/2 400\r\ncontent-type: application/json\r\n\r\n{json.dumps(_error(sentence))}",
    "a body with escapes": lambda sentence: "400 " + json.dumps(json.dumps(_error(sentence)))[1:-1],
    "a truncated body": lambda sentence: json.dumps(_error(sentence))[:-20],
    "a terminal": _terminal,
}

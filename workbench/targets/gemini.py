"""Gemini generateContent. It pairs calls and responses by position and name."""

from __future__ import annotations

import re

from workbench.targets.contract import ERROR, INFO, WARNING, Limits, Media, Target, Turns, Words

_INVALID = "INVALID_ARGUMENT"
_NOT_AFTER_CALL = Words(
    "Please ensure that function response turn comes immediately after a function call turn.", type=_INVALID
)

_ARGUMENT = Words("Request contains an invalid argument.", type=_INVALID, seen="2026-07", names_cause=False)

_ENDS_WITH_MODEL = Words("Requests ending with a model turn are not supported.", type=_INVALID, seen="2026-10")

_MEDIA_TYPE = Words("Unsupported MIME type: {kind}", type=_INVALID)

_ACCEPTED_URLS = re.compile(r"https://(generativelanguage\.googleapis\.com/|([\w-]+\.)?youtube\.com/|youtu\.be/)")
"""URLs of files that were uploaded to the provider, and of videos that it fetches itself."""

_REFUSED_TYPES = frozenset(
    {
        *("application/json", "application/zip", "application/octet-stream", "application/x-yaml"),
        *("application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"),
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    }
)
"""Types of files for which refusals are known; others may be accepted."""

GEMINI = Target(
    name="gemini",
    title="Gemini",
    formats=("gemini",),
    wire="gemini",
    pairing="name",
    rules={
        "tool-count-mismatch": ERROR,
        "tool-result-split": WARNING,
        "tool-result-not-adjacent": ERROR,
        "tool-result-before-call": ERROR,
        "tool-result-orphan": ERROR,
        "tool-result-mixed-with-text": ERROR,
        "tool-result-name-missing": ERROR,
        "tool-result-name-unknown": ERROR,
        "role-order-gemini": ERROR,
        "role-last-assistant": INFO,
        "role-last-model": ERROR,
        "context-length-exceeded": ERROR,
        "penalty-unsupported": ERROR,
        "system-instruction-unsupported": WARNING,
        "role-unsupported": ERROR,
        "tool-name-bad-chars": ERROR,
        "tool-name-empty": ERROR,
        "tool-args-not-object": ERROR,
        "thought-signature-missing": ERROR,
        "thought-signature-misplaced": WARNING,
        "thought-signature-foreign": WARNING,
        "image-media-type-mismatch": INFO,
        "image-url-unsupported": ERROR,
        "image-media-type-unsupported": ERROR,
        "image-data-invalid": ERROR,
        "image-empty": ERROR,
        "media-type-unsupported": ERROR,
        "result-files-unsupported": ERROR,
        "request-too-large": WARNING,
        "content-empty": ERROR,
        "part-empty": ERROR,
        "messages-empty": ERROR,
        "format-mixed": ERROR,
    },
    turns=Turns(accepts_text_before_results=True),
    limits=Limits(
        name_pattern=re.compile(r"^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$"),
        image_types=frozenset({"image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"}),
        schema_depth=8,
    ),
    media=Media(
        request_bytes=20_971_520,
        bare_base64=True,
        fetches_by_model=True,
        accepted_addresses=_ACCEPTED_URLS,
        refused_types=_REFUSED_TYPES,
        refused_in_results=("video/", "audio/"),
    ),
    words={
        "request-too-large": Words("Request payload size exceeds the limit: {limit} bytes.", type=_INVALID),
        "tool-result-mixed-with-text": _ENDS_WITH_MODEL,
        "media-type-unsupported": _MEDIA_TYPE,
        "image-media-type-unsupported": _MEDIA_TYPE,
        "image-url-unsupported": Words("Invalid or unsupported file uri: {address}", type=_INVALID),
        "result-files-unsupported": Words("`function_response.parts` is not supported for this model.", type=_INVALID),
        "result-files-unsupported:kind": Words(
            "the mime_type: {kind} is not supported in `function_response.parts`.", type=_INVALID
        ),
        "image-data-invalid:data url": Words(
            "Invalid value at 'contents[{message}].parts[{part}].inline_data.data' (TYPE_BYTES), Base64 decoding "
            'failed for "data:',
            type=_INVALID,
        ),
        "image-data-invalid:document": Words("The document has no pages.", type=_INVALID),
        "tool-count-mismatch": Words(
            "Please ensure that the number of function response parts is equal to the number of function call parts "
            "of the function call turn.",
            type=_INVALID,
        ),
        "tool-result-split": Words(
            "Please ensure that the number of function response parts is equal to the number of function call parts "
            "of the function call turn.",
            type=_INVALID,
        ),
        "role-order-gemini": Words(
            "Please ensure that function call turn comes immediately after a user turn or after a function response "
            "turn.",
            type=_INVALID,
        ),
        "tool-result-not-adjacent": _NOT_AFTER_CALL,
        "tool-result-orphan": _NOT_AFTER_CALL,
        "tool-result-before-call": _NOT_AFTER_CALL,
        "tool-result-name-unknown": _ARGUMENT,
        "tool-result-name-missing": Words(
            "GenerateContentRequest.contents[{message}].parts[{part}].function_response.name: Name cannot be empty.",
            type=_INVALID,
        ),
        "thought-signature-missing": Words(
            "Function call is missing a thought_signature in functionCall parts. This is required for tools to work "
            "correctly, and missing thought_signature may lead to degraded model performance. Additional data, "
            "function call `default_api:{name}` , position {position}.",
            type=_INVALID,
        ),
        "thought-signature-foreign": Words("Corrupted thought signature.", type=_INVALID),
        "thought-signature-misplaced": Words(
            "Function call is missing a thought_signature in functionCall parts.", type=_INVALID
        ),
        "tool-name-bad-chars": Words(
            "Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), "
            "underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.",
            type=_INVALID,
        ),
        "context-length-exceeded": Words(
            "The input token count ({tokens}) exceeds the maximum number of tokens allowed ({window}).", type=_INVALID
        ),
        "penalty-unsupported": Words("Penalty is not enabled for models/{model}", type=_INVALID),
        "tool-name-empty": Words(
            "GenerateContentRequest.contents[{message}].parts[{part}].function_call.name: Name cannot be empty.",
            type=_INVALID,
        ),
        "tool-args-not-object": Words(
            "Invalid value at 'contents[{message}].parts[{part}].function_call.args' "
            "(type.googleapis.com/google.protobuf.Struct)",
            type=_INVALID,
        ),
        "image-empty": Words("Unable to process input image. Please retry or report.", type=_INVALID),
        "role-unsupported": Words("Please use a valid role: user, model.", type=_INVALID),
        "role-last-model": _ENDS_WITH_MODEL,
        "role-last-model:alone": Words(
            "Please ensure that single turn requests end with a user role or the role field is empty.",
            type=_INVALID,
            seen="2025-11",
        ),
        "system-instruction-unsupported": Words(
            "Developer instruction is not enabled for models/{model}", type=_INVALID
        ),
        "content-empty": Words(
            "* GenerateContentRequest.contents[{message}].parts: contents.parts must not be empty.", type=_INVALID
        ),
        "part-empty": Words(
            "GenerateContentRequest.contents[{message}].parts[{part}].data: required oneof field 'data' must have one "
            "initialized field",
            type=_INVALID,
        ),
        "part-empty:system": Words(
            "* GenerateContentRequest.system_instruction.parts[{part}].data: required oneof field 'data' must have one "
            "initialized field",
            type=_INVALID,
            seen="2025-04",
        ),
        "image-data-invalid": Words("Provided image is not valid.", type=_INVALID),
        "messages-empty": Words("contents is not specified", type=_INVALID),
    },
)

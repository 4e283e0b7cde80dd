"""Error messages that Chat Completions and the Responses API share."""

from __future__ import annotations

from workbench.targets.contract import Words

INVALID_IMAGE = Words(
    "The image data you provided does not represent a valid image. Please check your input and try again with one of "
    "the supported image formats: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].",
    None,
    "image_parse_error",
)
UNSUPPORTED_IMAGE = Words(
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: "
    "['png', 'jpeg', 'gif', 'webp'].",
    None,
    "invalid_image_format",
)


def file_data_words(place: str, mime_type: str) -> dict[str, Words]:
    begin = (
        f"Invalid file data: '{place}'. Expected a base64-encoded data URL with {mime_type} MIME type (e.g. "
        "'data:application/pdf;base64,SGVsbG8sIFdvcmxkIQ=='), but got "
    )
    ends = {
        "": "an invalid base64-encoded value.",
        ":prefix": "a value without the 'data:' prefix.",
        ":empty": "empty base64-encoded bytes.",
        ":type": "unsupported MIME type '{kind}'.",
    }
    return {f"file-data-invalid{name}": Words(begin + end, place, "invalid_value") for name, end in ends.items()}


def invalid_address(place: str) -> Words:
    text = f"Invalid '{place}'. Expected a valid URL, but got a value with an invalid format."
    return Words(text, place, "invalid_value", seen="2026-09")


def no_image_type(begin: str) -> Words:
    return Words(
        f"{begin}. Expected a base64-encoded data URL with an image MIME type (e.g. "
        "'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got unsupported MIME type '{kind}'.",
        None,
        "invalid_value",
    )


MODEL_WORDS = {
    "effort-unsupported": Words(
        "Unsupported value: '{value}' is not supported with the '{model}' model. Supported values are: {values}.",
        "reasoning.effort",
        "unsupported_value",
    ),
    "effort-unsupported:refused": Words(
        "Unsupported parameter: '{name}' is not supported with this model.", "{name}", "unsupported_parameter"
    ),
    "output-tokens-too-many": Words(
        "{key} is too large: {requested}. This model supports at most {limit} completion tokens, whereas you provided "
        "{requested}.",
        "{key}",
        "invalid_value",
    ),
}
"""Error messages about the model, which both APIs share."""

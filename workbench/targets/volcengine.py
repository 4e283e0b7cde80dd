"""Volcengine Ark (Doubao and other vendors' models): Chat Completions with a fixed set of roles and parts."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import OPENAI_COMPATIBLE, OPENAI_ONLY_ROLES, STRICT_LIMITS, STRICT_RULES, STRICT_WORDS
from workbench.targets.contract import ERROR, WARNING, Words


def _invalid(place: str, sentence: str) -> Words:
    return Words(
        f"The parameter `{place}` specified in the request are not valid: {sentence}",
        "",
        "InvalidParameter",
        "BadRequest",
    )


_NO_CONTENT = Words(
    "The request failed because it is missing `messages.content` parameter.", "", "MissingParameter", "BadRequest"
)

VOLCENGINE = replace(
    OPENAI_COMPATIBLE,
    name="volcengine",
    title="Volcengine Ark",
    hosts=("volces.com", "bytepluses.com"),
    rules=STRICT_RULES
    | {"role-unsupported": ERROR, "content-part-unsupported": ERROR, "content-null": ERROR, "content-empty": WARNING}
    | {"tool-result-missing": WARNING, "media-address-private": ERROR},
    limits=replace(
        STRICT_LIMITS,
        refused_roles=OPENAI_ONLY_ROLES | {"function"},
        part_types=frozenset({"text", "image_url", "video_url"}),
        empty_roles=frozenset({"assistant"}),
        answers_need_content=True,
    ),
    words=STRICT_WORDS
    | {
        "role-unsupported": _invalid(
            "messages.role",
            "invalid value: `{role}`, supported values are: `system`, `assistant`, `user`, `tool`.",
        ),
        "content-part-unsupported": _invalid(
            "messages.content.type",
            "invalid value: `{kind}`, supported values are: `text`, `image_url` and `video_url`.",
        ),
        "content-null": _NO_CONTENT,
        "media-address-private": Words(
            "Error while connecting: {address}", "image_url", "InvalidParameter", "BadRequest", seen="2026-04"
        ),
        "content-empty": OPENAI_COMPATIBLE.words["content-empty"],
    },
)

"""UI messages of one AI SDK version as another version reads them.

SDK 4 mistakes UI messages of version 5 for its own and ignores their tools and files. SDK 5 and later mistake UI
messages of version 4 for model messages and read only `content`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.json.text import Json


def vercel_v5_ui_by_sdk_4(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        role, parts = message.get("role"), message.get("parts")
        if role == "system" or not isinstance(parts, list):
            yield Converted(_role_and_content(message), (index,))
        elif role in ("user", "assistant"):
            texts = [part for part in parts if isinstance(part, dict) and part.get("type") == "text"]
            content = [{"type": "text", "text": part.get("text")} for part in texts]
            yield Converted({"role": role, "content": content}, (index,))


def vercel_v4_ui_by_later_versions(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, message in enumerate(messages):
        if isinstance(message, dict):
            yield Converted(_role_and_content(message), (index,))


def _role_and_content(message: dict[str, Json]) -> Json:
    return {key: message[key] for key in ("role", "content") if key in message}


EDGES = (
    Edge(
        "vercel-v5-ui",
        "vercel-v5-model",
        vercel_v5_ui_by_sdk_4,
        "what AI SDK 4 reads of UI messages of version 5: only their texts, no calls, results or files",
        sent_by="ai@4",
    ),
    *(
        Edge(
            "vercel-v4-ui",
            "vercel-v4-core",
            vercel_v4_ui_by_later_versions,
            f"what AI SDK {version} reads of UI messages of version 4: only `content`",
            sent_by=f"ai@{version}",
        )
        for version in (5, 6, 7)
    ),
)

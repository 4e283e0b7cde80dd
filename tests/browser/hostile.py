"""A conversation that tries to attack its reader."""

from __future__ import annotations

import json

BEACON = "https://beacon.example.invalid"
_TEXTS = [
    f"<script>window.hurt = 1; fetch('{BEACON}/script')</script>",
    f"<img src=x onerror=\"window.hurt = 2; fetch('{BEACON}/onerror')\">",
    f"![picture]({BEACON}/markdown.png) [link](javascript:window.hurt=3)",
    f"<iframe src='{BEACON}/frame'></iframe><svg onload='window.hurt=4'></svg>",
    "right\u202eto left\u202c zero\u200bwidth bell\u0007 null\u0000 escape\u001b[31m tag\U000e0041",
    "{{constructor.constructor('window.hurt=5')()}} ${window.hurt=6}",
    "</style><style>body{display:none}</style>",
    "x" * 300_000,
]
LONG_ID = "call_" + "y" * 1_000_000


def hostile_conversation() -> str:
    """As OpenAI messages, with every trick in texts, ids, names, keys, images and roles."""
    messages: list[object] = [{"role": "user", "content": text} for text in _TEXTS]
    messages += [
        {
            "role": "user",
            "content": [
                {"type": "image_url", "image_url": {"url": f"{BEACON}/remote.png"}},
                {"type": "image_url", "image_url": {"url": "javascript:window.hurt=7"}},
                {
                    "type": "image_url",
                    "image_url": {"url": "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+"},
                },
                {"type": "image_url", "image_url": {"url": "data:text/html,<script>window.hurt=8</script>"}},
                {"type": "<b onclick=window.hurt=9>", "text": _TEXTS[1]},
            ],
        },
        {
            "role": "assistant",
            "content": None,
            "__proto__": {"polluted": True},
            "constructor": {"prototype": {"polluted": True}},
            "<img src=x onerror=window.hurt=10>": 1,
            "tool_calls": [
                {"id": LONG_ID, "type": "function", "function": {"name": _TEXTS[1], "arguments": _TEXTS[0]}},
                {"id": f"![]({BEACON}/id.png)", "type": "function", "function": {"name": "x", "arguments": "{}"}},
            ],
        },
        {"role": "tool", "tool_call_id": "toolu_![]({BEACON}/other.png)", "content": _TEXTS[2]},
        {"role": _TEXTS[1], "content": 5},
        None,
        [[[[]]]],
    ]
    return json.dumps(messages)

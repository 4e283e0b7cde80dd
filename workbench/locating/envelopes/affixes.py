"""Remove what SDKs, gateways and providers put before and after the sentence, repeatedly while a pattern matches."""

from __future__ import annotations

import re

_BEFORE = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"^.*?\bAn error occurred \(\w+\) when calling the \w+ operation(?: \([^)]*\))?: ",
        r"^.*?\boperation error [^:]+: \w+, https response error StatusCode: \d+, RequestID: [^,]*, (?:\w+: )?",
        r"^(?:[\w$]+\.)*(?:[A-Z]\w*)?(?:Error|Exception|Fault)(?:\s?\[\w+\])?: ",
        r"^Error \[\w+\]: ",
        r"^(?:litellm\.)?\w+Exception - ",
        r"^(?:Uncaught |Unhandled \w+: )",
        r"^API Error: \d{3} ",
        r"^(?:Error code|HTTP|status(?:[ _]code)?)[:=]? ?\d{3}(?: -|,|:)? ?"
        r"(?:Bad Request|Unprocessable Entity)?[.:]? ?",
        r"^\d{3} (?=\D)(?:Bad Request|Unprocessable Entity|INVALID_ARGUMENT\.)? ?",
        r"^POST \"[^\"]*\": \d{3} [A-Z][\w ]*(?:\(Request-ID: [^)]*\) )?",
        r"^Error \d{3}, Message: ",
        r"^\[\w+\] error, status code: \d+, status: [^,]*, message: ",
        r"^error, status code: \d+, status: [^,]*, message: ",
        r"^Failed after \d+ attempts?\. Last error: ",
        r"^.*?\bLast error: (?:HTTP \d+: )?",
        r"^Error from provider ?\([^)]*\): ",
        r"^Upstream request failed: (?:\[\w+\] )?",
        r"^\[[\w./:-]+/[\w./:-]+\] \[\d{3}\]: ",
        r"^OAI Compatible API error: \[\d+\] [\w ]+? (?=\S)",
        r"^The model returned the following errors: ",
        r"^Unable to submit request because ",
        r"^<\d{3}> InternalError\.Algo\.InvalidParameter: ",
        r"^Inference failed: (?:request param validation error, Value error, )?",
        r"^Invalid argument provided to \w+: (?:\d{3} )?",
        r"^(?:Template error|Jinja Exception): ",
        r"^status_code=\d+, ",
        r"^.*?\bstream disconnected before completion: ?",
        r"^.*?\[\w+Param\] \[\S+\] \[\w+\] (?=\S)",
        r"^• ",
    )
)
_AFTER = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"\.? Received Model Group=.*$",
        r"\s*Available Model Group Fallbacks=.*$",
        r"\s*\(Service: [^)]*\)(?: \(SDK Attempt Count: \d+\))?\s*$",
        r",? Status: [A-Z_]+(?:, Details: \[.*)?$",
        r"\s*\(?request(?: id:)? [\w-]+\)?\s*$",
        r"\s*\(reset after [^)]*\)\s*$",
        r"\s*During task with name '[^']*' and id '[^']*'\s*$",
        r"\s+at (?:async )?(?:\S+ )?\(?(?:file://|node:|webpack)[^\n]*(?:\n.*)?$",
        r"\s+URL: https?://\S+\s*$",
        r"\.? Learn more: https?://\S+\s*$",
        r"\s*\(type: \w+\)\s*$",
    )
)
_MAX_ROUNDS = 8


def without_affixes(sentence: str) -> str:
    """Return the sentence alone. An affix is not removed if no letters would remain."""
    for _ in range(_MAX_ROUNDS):
        before = sentence
        for pattern in (*_BEFORE, *_AFTER):
            shorter = pattern.sub("", sentence, count=1).strip()
            sentence = shorter if any(map(str.isalpha, shorter)) else sentence
        if sentence == before:
            break
    return sentence

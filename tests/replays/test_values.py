"""Endpoints, secrets, waiting times and refusals have difficult edge cases."""

from __future__ import annotations

from email.utils import formatdate

import pytest

from tests.replays.histories import KEY
from workbench.json.text import compact
from workbench.replays import PRESETS, Endpoint, endpoint_at, is_allowed
from workbench.replays.refusals import read_refusal
from workbench.replays.retry_after import retry_after
from workbench.replays.secrets import Secrets, safe_url


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "60"}, 60),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": formatdate(1_000_030, usegmt=True)}, 30),
        ({"retry-after": formatdate(999_000, usegmt=True)}, 0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "nan"}, None),
        ({}, None),
    ],
)
def test_the_waiting_time_is_read_from_the_headers(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, now=1_000_000) == seconds


def test_an_endpoint_does_not_show_its_key() -> None:
    endpoint = Endpoint(f"https://user:{KEY}@example.com/v1?token={KEY}", "m", key=KEY, headers={"x": KEY})
    shown = compact(endpoint.as_json()) + endpoint.name
    assert KEY not in shown
    assert repr(Endpoint("https://example.com", "m", key=KEY)).count(KEY) == 0
    assert endpoint.as_json()["base_url"] == "https://example.com/v1"


@pytest.mark.parametrize("form", [KEY, f"a{KEY}b", KEY.replace("-", "-")])
def test_a_key_is_masked_in_any_value(form: str) -> None:
    hidden = Secrets([KEY]).hide_json({form: [form, {"deep": f"Bearer {form}"}], "n": 1})
    assert KEY not in compact(hidden)
    assert hidden["n"] == 1


def test_a_key_is_masked_as_a_url_or_json_would_write_it() -> None:
    key = 'key/with "signs"+&'
    secrets = Secrets([key])
    for written in ("key%2Fwith%20%22signs%22%2B%26", "key%2Fwith+%22signs%22%2B%26", 'key/with \\"signs\\"+&'):
        assert secrets.hide(f"x {written} y") == "x *** y"


def test_a_placeholder_too_short_for_a_key_is_not_masked() -> None:
    assert Secrets(["none", ""]).hide("none of it") == "none of it"


def test_the_value_of_a_header_that_could_be_secret_is_masked() -> None:
    shown = Secrets([]).hide_headers({"Authorization": "Bearer x", "Cookie": "c", "Content-Type": "text/plain"})
    assert shown == {"authorization": "***", "cookie": "***", "content-type": "text/plain"}


@pytest.mark.parametrize(
    ("allowed", "url", "expected"),
    [
        ("", "https://anywhere.example/v1", True),
        ("https://api.openai.com/v1", "https://api.openai.com/v1", True),
        ("https://api.openai.com", "https://api.openai.com:443/v1/", True),
        ("http://a.example, https://api.openai.com", "https://api.openai.com/v1", True),
        ("https://api.openai.com/v1", "https://api.openai.com/v10", False),
        ("https://api.openai.com/v1", "https://api.openai.com/v1/../v2", False),
        ("https://api.openai.com", "http://api.openai.com", False),
        ("https://api.openai.com", "https://api.openai.com.evil.example", False),
        ("https://api.openai.com", "https://api.openai.com@evil.example", False),
        ("https://api.openai.com", "https://x@api.openai.com", False),
        ("https://api.openai.com", "https://[broken", False),
    ],
)
def test_the_allow_list_covers_an_origin_and_everything_below_its_path(allowed: str, url: str, expected: bool) -> None:
    assert is_allowed(Endpoint(url, "m"), allowed) is expected


def test_the_embedded_model_is_always_allowed() -> None:
    assert is_allowed(Endpoint("http://127.0.0.1:1/v1", "m", embedded=True), "https://api.openai.com")


def test_presets_make_endpoints() -> None:
    endpoint = endpoint_at(PRESETS["mistral"], "mistral-small", KEY)
    assert (endpoint.target, endpoint.stream_usage, endpoint.key_variable) == ("mistral", False, "MISTRAL_API_KEY")
    assert all(preset.base_url.startswith("http") for preset in PRESETS.values() if preset.name != "custom")


@pytest.mark.parametrize(
    ("body", "words", "code"),
    [
        ('{"error": {"message": "No.", "param": "messages", "code": "bad"}}', "No.", "bad"),
        ('[{"error": {"code": 400, "message": "No.", "status": "INVALID_ARGUMENT"}}]', "No.", "400"),
        ('{"type": "error", "error": {"type": "invalid_request_error", "message": "No."}}', "No.", None),
        ('{"message": "No.", "code": "3230"}', "No.", "3230"),
        ('{"detail": [{"loc": ["body"], "msg": "No."}]}', "No.", None),
        (
            '{"error": {"message": "Provider returned error", "code": 400, "metadata": {"provider_name": "Mistral",'
            ' "raw": "{\\"message\\": \\"No.\\", \\"code\\": 3230}"}}}',
            "No.",
            "3230",
        ),
        ('{"error": "No."}', "No.", None),
        ("No.", "No.", None),
        ("<html><head><title>No &amp; no</title></head></html>", "No & no", None),
        ('{"error": null}', '{"error": null}', None),
        ("", "", None),
    ],
)
def test_a_refusal_is_read_from_every_providers_own_shape(body: str, words: str, code: str | None) -> None:
    refusal = read_refusal(body)
    assert (refusal.words, refusal.code) == (words, code)


def test_a_url_is_shown_without_its_possible_secrets() -> None:
    assert safe_url("https://u:p@h.example:8/v1?key=1#f") == "https://h.example:8/v1"

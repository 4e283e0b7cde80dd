"""Long texts of one kind of letter are searched for secrets in linear time, and their secrets are still found."""

from __future__ import annotations

import pytest

from workbench.redaction.secrets import secrets_in

KEY = "sk-proj-Ab3dEf6hIj9lMn2pQr5t"


@pytest.mark.parametrize("piece", ["Zx9_", "Zx9-", "sk.", "x://a:", "&a.", "api_key_"])
def test_a_secret_after_a_hundred_thousand_letters_is_found(piece: str) -> None:
    """A signature of a model is such a text. From each letter to its end would be billions of steps."""
    text = piece * (100_000 // len(piece))
    assert KEY in set(secrets_in(f"{text} password: {KEY}"))


@pytest.mark.parametrize(
    "text",
    [
        f"{'long_' * 20}token={KEY}",
        f"my-own-api-key: '{KEY}'",
        f"https://ada:{KEY}@example.com/v1",
        f"https://example.com/v1?x-goog-api.key={KEY}",
    ],
)
def test_a_secret_is_found_behind_a_name_of_any_usual_length(text: str) -> None:
    assert KEY in set(secrets_in(text))

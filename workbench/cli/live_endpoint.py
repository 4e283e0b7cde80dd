"""Make the live endpoint that a command's options describe, with its key from the environment."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from workbench.cli.failure import Failure

if TYPE_CHECKING:
    from workbench.replays import Endpoint


def presets() -> list[str]:
    """Return the names of known endpoints."""
    from workbench.replays.presets import PRESETS

    return [name for name in PRESETS if name != "custom"]


def live_endpoint(base_url: str | None, preset: str | None, model: str | None, key_env: str | None) -> Endpoint | None:
    from workbench.replays.endpoint import DEFAULT_KEY_VARIABLE, host_of
    from workbench.replays.keys import key_variable_for
    from workbench.replays.presets import PRESETS, endpoint_at

    if base_url is None and preset is None:
        if model or key_env:
            raise Failure("--model and --key-env need --base-url or --endpoint.")
        return None
    settings = PRESETS[preset or "custom"]
    if not (model or settings.model):
        raise Failure("--model is missing: name the model to use.")
    address = base_url or settings.base_url
    variable = key_env or key_variable_for(address) or ""
    key = os.environ.get(variable, "").strip() if variable else ""
    if not key and (key_env or settings.needs_key):
        raise Failure(f"the environment variable {variable or settings.key_variable} does not contain a key.")
    if not variable and os.environ.get(DEFAULT_KEY_VARIABLE):
        click.echo(
            f"note: no key is sent to {host_of(address)}; --key-env {DEFAULT_KEY_VARIABLE} sends that one.", err=True
        )
    endpoint = endpoint_at(settings, model or "", key, base_url or "")
    return replace(endpoint, key_variable=variable or settings.key_variable, title=settings.title if preset else "")

"""A closed schema knows every field that its provider's own package can send, but for those that the server refuses."""

from __future__ import annotations

from importlib import import_module
from typing import Any, get_args

import pytest
from typing_extensions import is_typeddict

from tests.oracles.test_validators import need
from workbench.targets.requests import cerebras_schema, groq_schema

SENT_BY_THE_CLIENT = {"messages", "extra_headers", "extra_query", "extra_body"}
REFUSED = {"store", "metadata"}
"""Typed by Groq's package and refused by its server."""
OF_HEADERS = {"cf_ray", "x_amz_cf_id", "x_delay_time"}
"""Cerebras's package sends these as headers."""
PUBLISHED = {
    "groq": ("groq.types.chat.completion_create_params", groq_schema.Settings),
    "cerebras": ("cerebras.cloud.sdk.types.chat.completion_create_params", cerebras_schema.Settings),
}


def fields(kind: Any) -> set[str]:
    """The keys of a typed dictionary, or of all of a union of them."""
    if is_typeddict(kind):
        return set(kind.__annotations__)
    return {name for one in get_args(kind) for name in fields(one)}


@pytest.mark.parametrize("package", PUBLISHED)
def test_every_setting_of_the_package_is_known(package: str) -> None:
    need(package)
    module, settings = PUBLISHED[package]
    published = fields(import_module(module).CompletionCreateParams)
    unknown = published - fields(settings) - SENT_BY_THE_CLIENT - REFUSED - OF_HEADERS
    assert len(published) > 20
    assert unknown == set()

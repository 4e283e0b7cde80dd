"""The schema of texts, of their citations, and of the cache marker that most blocks may have."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Required

from pydantic import Field
from typing_extensions import TypedDict

Object = dict[str, Any]


class CacheControl(TypedDict, total=False):
    """`scope` belongs to a preview that the package does not type."""

    type: Required[Literal["ephemeral"]]
    ttl: Literal["5m", "1h"]
    scope: str


class CitedCharacters(TypedDict, total=False):
    type: Required[Literal["char_location"]]
    cited_text: Required[str]
    document_index: Required[int]
    document_title: Required[str | None]
    start_char_index: Required[int]
    end_char_index: Required[int]
    file_id: str | None


class CitedPages(TypedDict, total=False):
    type: Required[Literal["page_location"]]
    cited_text: Required[str]
    document_index: Required[int]
    document_title: Required[str | None]
    start_page_number: Required[int]
    end_page_number: Required[int]
    file_id: str | None


class CitedBlocks(TypedDict, total=False):
    type: Required[Literal["content_block_location"]]
    cited_text: Required[str]
    document_index: Required[int]
    document_title: Required[str | None]
    start_block_index: Required[int]
    end_block_index: Required[int]
    file_id: str | None


class CitedWebPage(TypedDict, total=False):
    type: Required[Literal["web_search_result_location"]]
    cited_text: Required[str]
    encrypted_index: Required[str]
    title: Required[str | None]
    url: Required[str]


class CitedSearchResult(TypedDict, total=False):
    type: Required[Literal["search_result_location"]]
    cited_text: Required[str]
    search_result_index: Required[int]
    source: Required[str]
    title: Required[str | None]
    start_block_index: Required[int]
    end_block_index: Required[int]


Citation = Annotated[
    CitedCharacters | CitedPages | CitedBlocks | CitedWebPage | CitedSearchResult, Field(discriminator="type")
]


class TextBlock(TypedDict, total=False):
    type: Required[Literal["text"]]
    text: Required[str]
    citations: list[Citation] | None
    cache_control: CacheControl | None


class Citing(TypedDict, total=False):
    enabled: bool

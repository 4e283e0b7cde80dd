"""The schema of images, documents and search results, and of the sources of their bytes."""

from __future__ import annotations

from typing import Annotated, Literal, Required

from pydantic import Field
from typing_extensions import TypedDict

from workbench.formats.anthropic.schema_of_text import CacheControl, Citing, TextBlock


class Base64Source(TypedDict, total=False):
    type: Required[Literal["base64"]]
    data: Required[str]
    media_type: Required[str]


class UrlSource(TypedDict, total=False):
    type: Required[Literal["url"]]
    url: Required[str]


class FileSource(TypedDict, total=False):
    type: Required[Literal["file"]]
    file_id: Required[str]


class PlainTextSource(TypedDict, total=False):
    type: Required[Literal["text"]]
    data: Required[str]
    media_type: Required[str]


ImageSource = Annotated[Base64Source | UrlSource | FileSource, Field(discriminator="type")]


class Transformations(TypedDict, total=False):
    oversized_image: Literal["downsize", "error"]


class ImageBlock(TypedDict, total=False):
    type: Required[Literal["image"]]
    source: Required[ImageSource]
    transformations: Transformations | None
    cache_control: CacheControl | None


class ContentSource(TypedDict, total=False):
    type: Required[Literal["content"]]
    content: Required[str | list[Annotated[TextBlock | ImageBlock, Field(discriminator="type")]]]


DocumentSource = Annotated[
    Base64Source | UrlSource | FileSource | PlainTextSource | ContentSource, Field(discriminator="type")
]


class DocumentBlock(TypedDict, total=False):
    type: Required[Literal["document"]]
    source: Required[DocumentSource]
    citations: Citing | None
    context: str | None
    title: str | None
    cache_control: CacheControl | None


class SearchResultBlock(TypedDict, total=False):
    type: Required[Literal["search_result"]]
    content: Required[list[TextBlock]]
    source: Required[str]
    title: Required[str]
    citations: Citing
    cache_control: CacheControl | None

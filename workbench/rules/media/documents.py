"""Documents that the provider cannot open, or from which it cannot cite."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.patch import replace
from workbench.json.pictures import is_encrypted_pdf
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.media.data import base64_of
from workbench.rules.occasions import has_rest
from workbench.targets.contract import Target

_CITED_FORMATS = frozenset({"txt", "pdf"})


@rule("ME733", "pdf-encrypted", occasion=has_rest)
def pdf_encrypted(chat: Chat, target: Target) -> Iterator[Violation]:
    """A PDF is encrypted, so the provider may be unable to open it.

    A PDF that opens without a password may be encrypted too, if its author restricted printing or copying; whether such
    a file is accepted is unknown.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "document", "source": {"type": "base64",
          "media_type": "application/pdf", "data": "JVBERi0xLjQKdHJhaWxlcjw8L0VuY3J5cHQgOSAwIFI+Pg=="}}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "document", "source": {"type": "base64",
          "media_type": "application/pdf", "data": "JVBERi0xLjQKJSBhIGRvY3VtZW50"}}]}]
    """
    for document in chat.of_kind("file"):
        data = base64_of(document)
        if data and data.startswith("JVBER") and is_encrypted_pdf(data):
            yield at(document, "The PDF is encrypted; it is refused if it needs a password.")


def cite_nothing(context: RepairContext, finding: Finding) -> Fix | None:
    """Turn the citations off. Not safe: the answer then has none."""
    why = "The document does not change, but the answer will not cite it."
    return Fix("Turn citations off for this document", (replace(finding.at, False),), False, why, 0.6)


@rule("ME735", "document-not-citable", fix=cite_nothing, occasion=has_rest)
def document_not_citable(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request asks for citations from a document of a format that cannot be cited.

    Only PDF documents and plain texts can. Convert the document, or turn its citations off.

    Bad (bedrock):
        [{"role": "user", "content": [{"text": "Read it."}, {"document": {"name": "memo", "format": "docx",
          "source": {"bytes": "UEsDBBQABgAIAAAA"}, "citations": {"enabled": true}}}]}]
    Good (bedrock):
        [{"role": "user", "content": [{"text": "Read it."}, {"document": {"name": "memo", "format": "docx",
          "source": {"bytes": "UEsDBBQABgAIAAAA"}}}]}]
    """
    for event in chat.of_kind("file"):
        document = _converse_document(event)
        citations, form = document.get("citations"), document.get("format")
        if isinstance(citations, dict) and citations.get("enabled") is True and form not in (None, *_CITED_FORMATS):
            text = f"Documents of the format {form} cannot be cited."
            yield at_message(event.message, text, (*event.path, "document", "citations", "enabled"))


def _converse_document(event: Event) -> dict[str, object]:
    document = event.raw.get("document") if isinstance(event.raw, dict) else None
    return document if isinstance(document, dict) else {}

"""The findings of a capsule as HTML: each cause in plain words, with its findings folded below."""

from __future__ import annotations

from html import escape

from workbench.capsules.capsule import Capsule
from workbench.capsules.elements import folded, text_of
from workbench.checks.findings import Cause, Finding
from workbench.readable_place import readable_place
from workbench.view.plain_finding import plain_words
from workbench.view.verdict import location_text

_MAX_CAUSES = 500


def findings_list(capsule: Capsule) -> str:
    causes = capsule.report.causes
    hidden = len(causes) - _MAX_CAUSES
    more = f"<p>{hidden:,} more are in the file; the workbench shows them.</p>" if hidden > 0 else ""
    return "".join(_cause(capsule, cause) for cause in causes[:_MAX_CAUSES]) + more


def _cause(capsule: Capsule, cause: Cause) -> str:
    head = cause.head
    where = text_of(location_text(capsule.report, head))
    plain = text_of(plain_words(capsule.report, head) or head.text)
    details = "".join(_details(capsule, finding) for finding in cause.findings)
    return (
        f'<div class="finding {escape(cause.severity)}"><p><b>{plain}</b> <span class="quiet">{where}</span></p>'
        f"{folded('Details', details)}</div>"
    )


def _details(capsule: Capsule, finding: Finding) -> str:
    place = text_of(readable_place(capsule.conversation, finding.at))
    error = f'<p class="words">{text_of(finding.provider_error)}</p>' if finding.provider_error else ""
    return (
        f"<p>{escape(finding.severity)} {escape(finding.code)} {escape(finding.rule)} at <code>{place}</code>: "
        f"{text_of(finding.text)}</p>{error}"
    )

"""The findings of a capsule as the page lists them: a cause in plain words, and folded below it what it explains."""

from __future__ import annotations

from html import escape

from workbench.capsules.capsule import Capsule
from workbench.capsules.elements import folded, text_of
from workbench.checks.findings import Cause, Finding
from workbench.outputs.place import place_in_words
from workbench.view.plain import plain_words
from workbench.view.verdict import where_in_words

_MOST_CAUSES = 500


def findings_list(capsule: Capsule) -> str:
    causes = capsule.report.causes
    left = len(causes) - _MOST_CAUSES
    more = f"<p>{left:,} more are in the file; the workbench shows them.</p>" if left > 0 else ""
    return "".join(_cause(capsule, cause) for cause in causes[:_MOST_CAUSES]) + more


def _cause(capsule: Capsule, cause: Cause) -> str:
    head = cause.head
    where = text_of(where_in_words(capsule.report, head))
    plain = text_of(plain_words(capsule.report, head) or head.text)
    details = "".join(_technical(capsule, finding) for finding in cause.findings)
    return (
        f'<div class="finding {escape(cause.severity)}"><p><b>{plain}</b> <span class="quiet">{where}</span></p>'
        f"{folded('Details', details)}</div>"
    )


def _technical(capsule: Capsule, finding: Finding) -> str:
    place = text_of(place_in_words(capsule.conversation, finding.at))
    words = f'<p class="words">{text_of(finding.provider_error)}</p>' if finding.provider_error else ""
    return (
        f"<p>{escape(finding.severity)} {escape(finding.code)} {escape(finding.rule)} at <code>{place}</code>: "
        f"{text_of(finding.text)}</p>{words}"
    )

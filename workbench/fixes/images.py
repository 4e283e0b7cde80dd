"""Images: what their own bytes say, written where the provider looks for it."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.fixes.contract import RepairContext, fixer
from workbench.json.media import media_type_of_base64, split_data_url
from workbench.json.patch import replace


@fixer("image-no-data-prefix")
def prefix_from_bytes(context: RepairContext, finding: Finding) -> Fix | None:
    image = context.event(finding.at, "image")
    value = image.value if image else None
    kind = media_type_of_base64(value)
    if image is None or kind is None:
        return None
    url = f"data:{kind};base64,{value}"
    why = f"The first bytes are those of a {kind}."
    place = context.at(image, "value")
    if isinstance(image.raw, dict) and isinstance(image.raw.get("image_url"), str) and place.endswith("/url"):
        return Fix(f"Write it as a data URL of {kind}", (replace(place[:-4], {"url": url}),), True, why, 0.95)
    return Fix(f"Write it as a data URL of {kind}", (replace(place, url),), True, why, 0.97)


@fixer("image-media-type-mismatch")
def type_from_bytes(context: RepairContext, finding: Finding) -> Fix | None:
    image = context.event(finding.at, "image")
    if image is None or not isinstance(image.value, str):
        return None
    url = split_data_url(image.value)
    kind = media_type_of_base64(url.data if url else image.value)
    if kind is None or image.media_type is None:
        return None
    why = f"The first bytes are those of a {kind}."
    title = f"Mark it as {kind}"
    if url is not None:
        return Fix(
            title,
            (replace(context.at(image, "value"), image.value.replace(str(url.media_type), kind, 1)),),
            True,
            why,
            0.97,
        )
    if "media_type" not in image.places:
        return None
    written = kind.split("/")[1] if "/" not in str(context.value(context.at(image, "media_type"))) else kind
    return Fix(title, (replace(context.at(image, "media_type"), written),), True, why, 0.97)

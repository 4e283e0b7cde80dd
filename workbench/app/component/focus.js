// @ts-check
// Redrawing a part must not interrupt the user.

// Redraw a part. The active text field keeps its text and its cursor.
export function keepInput(page, part, redraw) {
  const active = page.active();
  const typing = active && active.tagName === "INPUT" && part.contains(active) ? active : null;
  const kept = typing && { name: typing.getAttribute("aria-label"), value: typing.value, start: typing.selectionStart, end: typing.selectionEnd };
  redraw();
  if (!kept) return;
  const field = [...part.querySelectorAll("input")].find((input) => input.getAttribute("aria-label") === kept.name);
  if (!field) return;
  field.value = kept.value;
  field.focus({ preventScroll: true });
  if (kept.start !== null && field.type !== "checkbox") field.setSelectionRange(kept.start, kept.end);
}

// Return a selector for the focused button, to focus it again after a redraw.
export function focused(page) {
  const active = page.active();
  if (!active || !page.root.contains(active) || active.tagName === "INPUT") return null;
  const names = ["data-panel", "data-filter", "data-filterby", "data-choose", "data-do", "data-version", "data-why", "data-cause", "data-goto", "data-more", "data-key"];
  for (const name of names) if (active.hasAttribute(name)) return `[${name}="${CSS.escape(active.getAttribute(name))}"]`;
  return null;
}

export function focusAgain(page, selector) {
  const active = page.active();
  if (selector && !(active && page.root.contains(active))) page.root.querySelector(selector)?.focus({ preventScroll: true });
}

// @ts-check
// Drawing a part anew must not take away what a person is doing in it.

// A field that is being typed in keeps its text and its cursor while the server's answer is drawn.
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

// How to find the button again that has the focus.
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

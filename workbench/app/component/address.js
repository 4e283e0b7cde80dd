// @ts-check
// The address bar. Another conversation is a new entry in the browser's history, which Streamlit writes. A step inside a
// conversation only replaces the address, so the back button leaves the conversation.

/** @typedef {import("./protocol.js").Address} Address */

/**
 * Return the address with the details of the current view; null if it is unchanged or has another conversation.
 * @param {string} href
 * @param {Address} address
 */
export function detailedAddress(href, address) {
  const url = new URL(href);
  const conversation = Object.entries(address.conversation);
  if (conversation.some(([name, value]) => (url.searchParams.get(name) ?? "") !== value)) return null;
  for (const [name, value] of Object.entries(address.details)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  return url.href === href ? null : url.href;
}

/** @param {Address} address */
export function updateAddress(address) {
  const href = detailedAddress(window.location.href, address);
  if (href) window.history.replaceState(window.history.state, "", href);
}

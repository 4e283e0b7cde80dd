// @ts-check
// The address bar. Another conversation is another page of the browser's history, and Streamlit writes that one.
// A step inside a conversation only changes the address: the back button leads out of it, not from message to message.

/** @typedef {import("./protocol.js").Address} Address */

/**
 * The address with the details of what is looked at; null if it is of another conversation, or the same already.
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
export function keepAddress(address) {
  const href = detailedAddress(window.location.href, address);
  if (href) window.history.replaceState(window.history.state, "", href);
}

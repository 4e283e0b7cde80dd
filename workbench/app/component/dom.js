// @ts-check
// Build the page's elements. All content of a conversation is added as text nodes; nothing here accepts HTML.

const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}]/u;

export function el(tag, options, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(options || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "text") say(node, value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(typeof child === "string" ? document.createTextNode(child) : child);
  }
  return node;
}

// Append text. Characters that would hide, move or reorder text are shown by their code.
export function say(node, value, keepLines) {
  let rest = String(value);
  for (;;) {
    const line = keepLines ? -1 : rest.indexOf("\n");
    const match = UNSEEN.exec(rest);
    const at = match ? match.index : -1;
    const next = line < 0 ? at : at < 0 ? line : Math.min(at, line);
    if (next < 0) break;
    if (next > 0) node.append(document.createTextNode(rest.slice(0, next)));
    const code = rest.codePointAt(next);
    const shown = code === 10 ? "↵" : code === 9 ? "⇥" : "U+" + code.toString(16).toUpperCase().padStart(4, "0");
    node.append(el("span", { class: code === 10 || code === 9 ? "wb-break" : "wb-unseen" }, shown));
    rest = rest.slice(next + (code > 0xffff ? 2 : 1));
  }
  if (rest) node.append(document.createTextNode(rest));
  return node;
}

export function replaceChildren(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}

const SHAPES = { error: "✖", warning: "▲", info: "•", fine: "✓" };

export function shape(severity) {
  return el("span", { class: "wb-shape wb-" + severity, "aria-label": severity, role: "img" }, SHAPES[severity] || "");
}

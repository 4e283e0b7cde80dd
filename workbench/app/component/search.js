// @ts-check
// Search results: the number of matching messages, and highlights in the visible ones.

const NAME = "workbench-search";

/** "3 of 12 messages" @param {number} total @param {number} count */
export function matchCount(total, count) {
  const all = `${count.toLocaleString("en")} message${count === 1 ? "" : "s"}`;
  return total ? `${total.toLocaleString("en")} of ${all}` : `none of ${all}`;
}

/** Return where a text contains the query, ignoring case. @param {string} text @param {string} query @returns {[number, number][]} */
export function spansOf(text, query) {
  /** @type {[number, number][]} */
  const spans = [];
  const [lower, wanted] = [text.toLowerCase(), query.toLowerCase()];
  if (!wanted || lower.length !== text.length) return spans;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) spans.push([at, at + wanted.length]);
  return spans;
}

/** Highlight the matches without changing the elements. @param {Element} body @param {string} query */
export function highlight(body, query) {
  if (!CSS.highlights || typeof Highlight === "undefined") return;
  CSS.highlights.delete(NAME);
  if (!query.trim()) return;
  const found = new Highlight();
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const [start, end] of spansOf(node.nodeValue || "", query.trim())) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      found.add(range);
    }
  }
  CSS.highlights.set(NAME, found);
}

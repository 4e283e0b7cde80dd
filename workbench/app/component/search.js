// @ts-check
// What a search found: how many messages, and where in those on the screen.

const NAME = "workbench-search";

/** "3 of 12 messages" @param {number} total @param {number} count */
export function foundInWords(total, count) {
  const all = `${count.toLocaleString("en")} message${count === 1 ? "" : "s"}`;
  return total ? `${total.toLocaleString("en")} of ${all}` : `none of ${all}`;
}

/** Where a text holds the query, in any case. @param {string} text @param {string} query @returns {[number, number][]} */
export function spansOf(text, query) {
  /** @type {[number, number][]} */
  const spans = [];
  const [held, sought] = [text.toLowerCase(), query.toLowerCase()];
  if (!sought || held.length !== text.length) return spans;
  for (let at = held.indexOf(sought); at >= 0; at = held.indexOf(sought, at + sought.length)) spans.push([at, at + sought.length]);
  return spans;
}

/** Colours what was found, without touching the elements. @param {Element} body @param {string} query */
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

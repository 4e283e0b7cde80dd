// @ts-check
// The verdict and the first findings at the top of the window, while the head of the page is out of sight.

import { el, say, shape } from "./dom.js";

const SHOWN = 3;
// Plain texts are long, so only the first finding is written out.
const SHOWN_PLAIN = 1;

export class StickyVerdict {
  constructor(page) {
    this.page = page;
    this.node = el("div", { class: "wb-strip", role: "region", "aria-label": "Verdict, while scrolling", hidden: true });
    this.observer = new IntersectionObserver(([entry]) => {
      this.node.hidden = entry.isIntersecting || entry.boundingClientRect.bottom > 0;
    });
    this.observer.observe(page.parts.verdict);
  }

  draw() {
    const { head } = this.page.data;
    const shown = this.page.technical ? SHOWN : SHOWN_PLAIN;
    const more = head.causes.length - shown + head.hidden;
    this.node.replaceChildren(
      shape(head.verdict.severity), say(el("b", { class: "wb-sticky-text" }), head.verdict.text),
      ...head.causes.slice(0, shown).map((row) => el("button", { class: "wb-link", type: "button", "data-goto": row.index, title: row.text }, this.page.technical ? `${row.code} ${row.where}` : `${row.where}: ${row.plain}`)),
      el("span", { class: "wb-quiet" }, more > 0 ? `and ${more} more` : ""),
      el("span", { class: "wb-grow" }),
      el("button", { class: "wb-button wb-small", type: "button", "data-top": "1" }, "Back to top"));
  }
}

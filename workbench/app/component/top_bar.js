// @ts-check
// The top bar: pages, actions on the conversation, and skip links for keyboard users.

import { el } from "./dom.js";

const SKIPS = [["section", "Skip to the open section"], ["causes", "Skip to the findings"], ["messages", "Skip to the messages"]];

export function topBarNode(page) {
  const { bar } = page.data;
  const button = (name, label, title, primary = false) => el("button", { class: "wb-button" + (primary ? " wb-primary" : ""), type: "button", "data-do": name, title,
    "aria-expanded": bar.section === name ? "true" : undefined }, label);
  const menuButton = (name, label, title) => el("button", { type: "button", "data-do": name }, el("b", {}, label), el("span", { class: "wb-quiet wb-block" }, title));
  return el("header", { class: "wb-bar" },
    bar.actions ? el("nav", { class: "wb-skips", "aria-label": "Skip" }, SKIPS.filter(([name]) => name !== "section" || bar.section).map(([name, label]) =>
      el("button", { type: "button", "data-skip": name }, label))) : null,
    el("a", { class: "wb-title", href: "?", "data-do": "home" }, "Conversation workbench"),
    el("nav", { "aria-label": "Pages" }, (bar.pages || []).map((item) =>
      el("button", { class: "wb-nav", type: "button", "data-page": item.url, "aria-current": item.current ? "page" : undefined }, item.title))),
    el("span", { class: "wb-grow" }),
    bar.actions ? el("div", { class: "wb-actions" },
      button("home", "Open…", "Open another conversation"),
      el("details", { class: "wb-columns" }, el("summary", { class: "wb-button" }, "Copy"), el("div", { class: "wb-menu" },
        menuButton("report", "Report", "The findings as text"),
        menuButton("customer", "For the customer", "What happened, what it means and what to do, in plain words"),
        menuButton("link", "Link", "A link to this view; it only works on this computer"))),
      bar.actions.map((action) => button(action.name, action.label, action.hint, action.primary))) : null);
}

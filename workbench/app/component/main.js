// @ts-check
// The entry point for Streamlit: the page of a conversation, or a part of another screen.

import { topBarNode } from "./top_bar.js";
import { sampleCardsNode } from "./sample_cards.js";
import { el } from "./dom.js";
import { openDropped, openWithKeys } from "./first_screen.js";
import { MappingView } from "./mapping.js";
import { Page } from "./page.js";
import { keepPlace } from "./place.js";
import { recentNode } from "./recent.js";
import { paintTheme } from "./theme.js";

const VIEWS_OF_PARTS = { stage: Page, mapping: MappingView };
const NODES_OF_PARTS = {
  bar: (data) => el("div", {}, topBarNode({ data })),
  recent: recentNode,
  cards: sampleCardsNode,
};

/** Element → its view. Streamlit calls again with the same element when there is new data. */
const MOUNTED = new WeakMap();
/** The bars that were drawn before. */
const PLACED = new WeakSet();

export default function (component) {
  const { data, parentElement, setStateValue, setTriggerValue } = component;
  const message = JSON.parse(new TextDecoder().decode(data));
  const root = rootIn(parentElement);
  if (message.part in NODES_OF_PARTS) return drawPart(root, message, setTriggerValue);
  let view = MOUNTED.get(parentElement);
  if (!view) MOUNTED.set(parentElement, (view = new VIEWS_OF_PARTS[message.part](root)));
  view.setState = setStateValue;
  paintTheme(root);
  view.receive(message);
  if (message.part === "stage") openDropped(() => view.run("home"));
  return undefined;
}

function rootIn(parent) {
  const held = [...parent.children].find((child) => child.classList.contains("wb"));
  if (held) return held;
  const root = el("div", { class: "wb" });
  parent.append(root);
  return root;
}

function drawPart(root, message, trigger) {
  root.replaceChildren(...NODES_OF_PARTS[message.part](message, trigger).childNodes);
  if (message.part === "bar") {
    document.title = "Conversation workbench";
    if (!PLACED.has(root)) keepPlace();
    PLACED.add(root);
  }
  if (message.part === "cards") {
    openWithKeys();
    openDropped(() => {});
  }
  for (const link of root.querySelectorAll("[data-page]")) link.onclick = () => trigger("page", link.dataset.page);
  paintTheme(root);
}

// @ts-check
// Event listeners: clicks, keys, typing, pointing, dragging.

import { clicked } from "./clicks.js";
import { keyed } from "./keys.js";

export function listen(page) {
  const { root } = page;
  root.addEventListener("click", (event) => clicked(page, event));
  root.addEventListener("change", (event) => changed(page, event));
  root.addEventListener("input", (event) => typed(page, event));
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = event.target.querySelector("input").value.trim();
    if (text) page.run("locate", { text });
  });
  root.addEventListener("mouseover", (event) => {
    const node = event.target.closest?.("[data-at]");
    if (node && page.table.body.contains(node)) page.hover.show(node);
    else page.hover.clear();
  });
  root.addEventListener("toggle", () => page.data && page.table.draw(), true);
  root.addEventListener("mouseleave", () => page.hover.clear());
  root.addEventListener("focusin", (event) => {
    const node = event.target.closest?.("[data-at]");
    if (node) page.hover.show(node);
  });
  root.addEventListener("focusout", () => page.hover.clear());
  root.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.("[data-grip]");
    if (grip) drag(page, grip, event);
  });
  root.addEventListener("keydown", (event) => keyed(page, event));
  // Shortcut keys work anywhere on the page, except in text fields.
  const everywhere = (event) => {
    const target = event.composedPath()[0];
    if (!root.isConnected) return document.removeEventListener("keydown", everywhere);
    if (root.contains(target) || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable) return undefined;
    if (target === document.body || target.closest?.(".stApp")) keyed(page, event);
    return undefined;
  };
  document.addEventListener("keydown", everywhere);
}

function changed(page, event) {
  const node = event.target;
  const data = node.dataset;
  if (data.choose) return page.run(data.choose, { value: node.value });
  if (data.filterby) {
    const filter = node.value === "" ? { kind: "all", value: "" } : { kind: data.filterby, value: node.value };
    return page.send({ filter, first: 0, last: 40 });
  }
  if (data.technical) return page.setTechnical(node.checked);
  if (data.column !== undefined) {
    page.columnsOpen = true;
    return page.toggleColumn(Number(data.column));
  }
  return undefined;
}

function typed(page, event) {
  if (!event.target.dataset.search) return;
  const query = event.target.value;
  clearTimeout(page.typing);
  page.typing = setTimeout(() => page.send({ query, first: 0, last: 40 }), 220);
}

function drag(page, grip, event) {
  event.preventDefault();
  const column = page.columns.shown.find((each) => each.index === Number(grip.dataset.grip));
  const cell = grip.parentElement;
  const start = event.clientX;
  const width = cell.offsetWidth;
  const share = page.columns.share(column);
  const move = (step) => page.resizeColumn(column, (share * (width + step.clientX - start)) / width);
  const stop = () => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", stop);
    page.table.draw();
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", stop);
}

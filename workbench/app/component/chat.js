// @ts-check
// One row of the chat: full texts, a call and its result as one card, pictures, folded thoughts.

import { changeMark, chipNode, gutterNode, imageNode, noteNode, originNode, rowChange, startedNodes } from "./cells.js";
import { el, say } from "./dom.js";

/** @typedef {import("./protocol.js").ChatBlock} ChatBlock */
/** @typedef {import("./protocol.js").Row} Row */

const TAGS = { result: "result", server_result: "result", file: "file", other: "part" };

export function chatRowNode(page, /** @type {Row} */ row, position) {
  const selected = row.index === page.look.selected;
  return el("div", { class: "wb-row wb-chat-row" + (selected ? " wb-selected" : "") + rowChange(row), role: "row", "data-i": row.index,
    "aria-rowindex": position + 2, "aria-selected": selected ? "true" : undefined },
  gutterNode(row),
  el("div", { class: "wb-cell wb-chat-cell", role: "cell" },
    row.chat.map((block) => blockNode(page, block)),
    startedNodes(row),
    row.notes.map((note) => noteNode(page, note)),
    row.answer ? el("div", { class: "wb-answer" }, originNode(row.answer.origin), row.answer.blocks.map((block) => blockNode(page, block))) : null));
}

function blockNode(page, /** @type {ChatBlock} */ block) {
  if (block.results) return cardNode(page, block);
  if (block.answers !== undefined) return answersNode(page, block);
  if (block.kind === "thought") {
    return el("details", { class: "wb-thought" }, el("summary", { class: "wb-quiet" }, "Thinking"), textNode(block));
  }
  if (block.kind === "image") return imageNode({ text: block.text, url: block.url }, block.place, mark(block));
  if (block.kind === "text") return textNode(block);
  return el("div", { class: "wb-part" }, headNode(page, block, TAGS[block.kind] || block.kind, block.message), textNodes(block));
}

function mark(block) {
  return (block.severity ? " wb-at wb-at-" + block.severity : "") + changeMark(block.change);
}

// A problem with a call or a result is marked at its id.
function textNode(/** @type {ChatBlock} */ block, mono = false) {
  const node = el("div", { class: "wb-prose" + (mono ? " wb-mono" : "") + (block.tool_id === undefined ? mark(block) : changeMark(block.change)), "data-at": block.place, dir: "auto" });
  say(node, block.text, true);
  if (block.cut) node.append(el("span", { class: "wb-cut" }, " … " + block.cut));
  return node;
}

function headNode(page, /** @type {ChatBlock} */ block, tag, here = -1) {
  return el("div", { class: "wb-card-head" }, el("span", { class: "wb-tag" }, tag),
    tag === "call" ? versionsOf(block, "name").map((version) => el("b", { class: changeMark(version.change).trim(), text: version.name || "" })) : el("span", { class: "wb-quiet" }, block.message === here ? "" : `message ${block.message}`),
    block.failed ? el("span", { class: "wb-warning" }, "▲ reports an error") : null,
    el("span", { class: "wb-grow" }),
    versionsOf(block, "tool_id").map((version) => (version.thread === undefined && !version.change ? null : chipNode(page, { thread: version.thread, text: version.tool_id, whole: version.whole }, version.id_place, mark(version)))));
}

// Draw a repaired call or result in both versions if they differ, otherwise once.
/** @param {ChatBlock} block @param {"tool_id" | "text" | "name"} value @returns {ChatBlock[]} */
function versionsOf(block, value) {
  const both = block.became || [];
  return (both.length && both[0][value] !== both[1][value] ? both : [block]).filter((version) => version[value]);
}

/** @param {ChatBlock} block */
function textNodes(block) {
  return versionsOf(block, "text").map((version) => textNode(version, true));
}

// Whether the visible repair changes the id of the call or of a result.
/** @param {ChatBlock} call */
function isRethreaded(call) {
  return [call, ...call.results].some((block) => versionsOf(block, "tool_id").length > 1);
}

// A call and its results. A broken pair is one card too, so that the user sees that its ids differ.
function cardNode(page, /** @type {ChatBlock} */ call) {
  const broken = call.thread !== undefined && !call.whole && page.data.broken[call.thread];
  const state = broken ? (isRethreaded(call) ? " wb-rethreaded" : " wb-torn") : "";
  return el("div", { class: "wb-call-card" + state + changeMark(call.change), role: "group", "aria-label": `Call of ${call.name || "a tool"}` },
    headNode(page, call, "call"),
    textNodes(call),
    call.results.map((result) => el("div", { class: "wb-result" }, headNode(page, result, "result", call.message), textNodes(result))),
    call.results.length ? null : el("div", { class: "wb-result wb-quiet" }, "No result in this conversation."),
    broken ? el("div", { class: "wb-torn-why" }, isRethreaded(call) ? ["Repaired: ", say(el("s", {}), broken)] : ["▲ ", say(el("span", {}), broken)]) : null);
}

function answersNode(page, /** @type {ChatBlock} */ block) {
  return el("div", { class: "wb-card-head" }, el("span", { class: "wb-tag" }, "result"),
    el("button", { class: "wb-link", type: "button", "data-goto": block.answers }, `shown with its call in message ${block.answers}`));
}

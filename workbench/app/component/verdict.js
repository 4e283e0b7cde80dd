// @ts-check
// The verdict in one sentence, the target, and the provider's error: predicted and recorded.

import { el, say, shape } from "./dom.js";
import { explanationNodes } from "./findings.js";

function chooser(label, name, value, options, note) {
  const select = el("select", { "data-choose": name, "aria-label": name, title: note },
    options.map(([key, title]) => el("option", { value: key, selected: key === value, text: title })));
  return el("label", { class: "wb-choose" }, el("span", { class: "wb-quiet" }, label), select);
}

// Targets that receive the conversation directly, and programs that convert it before sending.
function targetChooser(head) {
  const choice = chooser("target", "target", head.target, [], "The API or program that receives it");
  const option = ([key, title]) => el("option", { value: key, selected: key === head.target, text: title });
  choice.querySelector("select").append(
    el("optgroup", { label: "Sent to" }, head.targets.filter(([, , program]) => !program).map(option)),
    el("optgroup", { label: "As another program would send it" }, head.targets.filter(([, , program]) => program).map(option)));
  return choice;
}

export function verdictNode(page) {
  const { head } = page.data;
  const matrix = page.data.refusing;
  return el("section", { class: `wb-verdict wb-verdict-${head.verdict.severity}`, "aria-label": "Verdict" },
    el("div", { class: "wb-verdict-text", role: "status" },
      el("h1", {}, el("span", {}, shape(head.verdict.severity), " ", say(el("span", {}), head.verdict.text)), " ", promiseNode(page)),
      el("p", { class: "wb-name" }, say(el("span", {}), head.name), head.dialect ? ` · dialect ${head.dialect}` : "", ` · ${head.known}`, starterNode(page.data.started_by))),
    el("div", { class: "wb-choosers" },
      page.data.group.length ? chooser(`${page.data.group.findIndex(([key]) => key === page.data.key) + 1} of ${page.data.group.length}`, "conversation", page.data.key, page.data.group, "The conversations of this file, the worst first") : null,
      chooser("format", "format", head.format, head.formats, head.known),
      targetChooser(head),
      el("button", { class: "wb-button", type: "button", "data-panel": "targets" }, matrix ? matrix + " ▸" : "All targets ▸")),
    errorNode(head),
    recordedNode(page));
}

// A link from a subagent to the call that started it.
function starterNode(starter) {
  if (!starter) return null;
  return [" · ", el("button", { class: "wb-link", type: "button", "data-starter": "1" }, "started by a call of ", say(el("span", {}), starter.title))];
}

// The predicted error at full width, because some are long, and the parts of the file that could not be read.
function errorNode(head) {
  const words = head.verdict.words && !head.recorded;
  if (!words && !head.unread.length) return null;
  return el("div", { class: "wb-predicted" },
    words ? el("p", { class: "wb-words" }, say(el("span", {}), head.verdict.words), el("span", { class: "wb-quiet" }, " predicted")) : null,
    head.unread.map((sentence) => el("p", { class: "wb-unread" }, shape("warning"), " ", say(el("span", {}), sentence))));
}

// The refusal in the file, next to the predicted one, with its meaning.
function recordedNode(page) {
  const { recorded } = page.data.head;
  if (!recorded) return null;
  const predicted = recorded.predicted === recorded.words ? "The prediction is the same." : recorded.predicted || "No refusal is predicted.";
  return el("dl", { class: "wb-recorded" },
    el("dt", {}, "Recorded"), say(el("dd", { class: "wb-words" }), recorded.words),
    el("dt", {}, "Predicted"), say(el("dd", { class: recorded.predicted && recorded.predicted !== recorded.words ? "wb-words" : "" }), predicted),
    el("dt", {}, "Meaning"), el("dd", {}, explanationNodes(page, recorded,
      recorded.message_index === null ? null : el("button", { class: "wb-link", type: "button", "data-goto": recorded.message_index }, `Go to message ${recorded.message_index}`))));
}

// The verdict with the proposed fixes. A click shows them in the table.
function promiseNode(page) {
  const { promise } = page.data.head.verdict;
  if (!promise) return null;
  return el("button", { class: `wb-promise wb-${promise.severity}`, type: "button", "data-version": page.data.versions.shown === "both" ? "before" : "both" }, "→ ", say(el("span", {}), promise.text));
}

import assert from "node:assert/strict";
import test from "node:test";

import { formsOf } from "../../../workbench/app/component/reader.js";

const reader = (more) => ({ command: 1, place: "0:0:", text: "", pretty: "", cut: "", url: "", ...more });

test("an object is read as JSON only", () => {
  assert.deepEqual(formsOf(reader({ pretty: "{}" })), [["pretty", "JSON"]]);
});

test("a text that holds JSON can be read both ways, JSON first", () => {
  assert.deepEqual(formsOf(reader({ text: "{}", pretty: "{\n}" })).map(([name]) => name), ["pretty", "text"]);
});

test("an empty text is a text", () => {
  assert.deepEqual(formsOf(reader({})), [["text", "Text"]]);
});

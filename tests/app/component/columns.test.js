import assert from "node:assert/strict";
import { test } from "node:test";

import { Columns } from "../../../workbench/app/component/columns.js";

const ROUTE = [["internal", "icontent"], ["converted", "vercel-v4-core"], ["converted", "openai-chat"], ["response", "openai-chat"], ["back", "icontent"]];

function arranged(described, width) {
  const columns = new Columns();
  columns.foldHops(described, width);
  columns.arrange(described);
  return columns;
}

test("where there is little room, only the last hop is shown, which takes the notes of all of them", () => {
  const columns = arranged(ROUTE, 1280);
  assert.deepEqual(columns.shown.map((column) => column.index), [0, 2, 3, 4]);
  assert.equal(columns.shown[1].first, true);
  assert.deepEqual(arranged(ROUTE, 1920).shown.map((column) => column.first), [true, true, false, true, true]);
});

test("what the target takes as it is, is called the request, and takes the notes of what would be converted", () => {
  const columns = arranged([["internal", "openai-chat"], ["response", "openai-chat"], ["back", "openai-chat"]], 1280);
  assert.equal(columns.isSentAsIs, true);
  assert.deepEqual(columns.shown.map((column) => column.title), ["Request", "API response", "Back-converted"]);
  assert.equal(columns.shown[0].takes, "converted");
});

test("a column can be folded and comes back, but the last one stays", () => {
  const columns = arranged(ROUTE.slice(0, 2), 1920);
  for (const index of [1, 0]) {
    columns.toggle(index);
    columns.arrange(ROUTE.slice(0, 2));
  }
  assert.deepEqual(columns.shown.map((column) => column.index), [0]);
  columns.toggle(1);
  columns.arrange(ROUTE.slice(0, 2));
  assert.deepEqual(columns.shown.map((column) => column.index), [0, 1]);
});

test("a width is kept within bounds and for its kind and format", () => {
  const columns = arranged(ROUTE, 1280);
  columns.resize(columns.shown[0], 90);
  assert.equal(columns.share(columns.shown[0]), 4);
  assert.equal(columns.template("stages"), "100px minmax(120px, 4fr) minmax(120px, 1.4fr) minmax(120px, 1fr) minmax(120px, 1fr)");
  assert.equal(columns.template("chat"), "100px minmax(0, 1fr)");
});

test("a place is read as a pointer, with its column where it is not the file's own", () => {
  const columns = arranged(ROUTE, 1280);
  assert.equal(columns.placeInWords("0:2:/blocks/0"), "/2/blocks/0");
  assert.equal(columns.placeInWords("2:2:/tool_calls/0/id"), "/2/tool_calls/0/id (openai-chat)");
  assert.equal(columns.placeInWords("4:2:/a:b"), "/2/a:b (Back-converted)");
});

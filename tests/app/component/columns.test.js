import assert from "node:assert/strict";
import { test } from "node:test";

import { foldedName } from "../../../workbench/app/component/cells.js";
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
  assert.equal(columns.readablePlace("0:2:/blocks/0"), "/2/blocks/0");
  assert.equal(columns.readablePlace("2:2:/tool_calls/0/id"), "/2/tool_calls/0/id (openai-chat)");
  assert.equal(columns.readablePlace("4:2:/a:b"), "/2/a:b (Back-converted)");
});

const SESSION = [["internal", "anthropic"], ["response", "anthropic"], ["back", "anthropic"], ["file", "Claude Code session"]];

test("the file is the first column on the screen and keeps its number", () => {
  const columns = arranged(SESSION, 1280);
  assert.deepEqual(columns.shown.map((column) => [column.title, column.index]), [["File", 3], ["Request", 0], ["API response", 1], ["Back-converted", 2]]);
  assert.equal(columns.shown[1].takes, "converted");
  assert.equal(columns.shown[0].takes, undefined);
});

test("a file that only wraps the messages is folded to a thin column", () => {
  const columns = new Columns();
  columns.foldFile({ column: 3, differs: false });
  columns.arrange(SESSION);
  assert.equal(columns.template("stages").split(" minmax")[0], "100px 68px");
  columns.foldFile({ column: 3, differs: true });
  columns.arrange(SESSION);
  assert.equal(columns.file.folded, false);
  columns.foldFile(null);
  columns.arrange(SESSION.slice(0, 3));
  assert.equal(columns.file, undefined);
});

test("the file alone is not enough: one column of messages stays", () => {
  const columns = arranged([SESSION[0], SESSION[3]], 1280);
  columns.toggle(0);
  columns.arrange([SESSION[0], SESSION[3]]);
  assert.deepEqual(columns.shown.map((column) => column.kind), ["file", "internal"]);
  columns.toggle(1);
  columns.arrange([SESSION[0], SESSION[3]]);
  assert.deepEqual(columns.shown.map((column) => column.kind), ["internal"]);
});

test("a place in the file is read as its record, which rows and gaps name", () => {
  const columns = arranged(SESSION, 1280);
  const drawn = { cells: [{ messages: [{ position: 4, name: "line 5", lines: [] }] }] };
  columns.nameRecords([{ ...drawn, gap: { records: [{ position: 7, name: "line 8" }] } }]);
  assert.equal(columns.readablePlace("3:4:/message/content"), "line 5 /message/content");
  assert.equal(columns.readablePlace("3:7:"), "line 8");
  assert.equal(columns.readablePlace("3:99:/a"), "the file /a");
});

test("in a thin column a long name is its index", () => {
  assert.equal(foldedName("line 12"), "line 12");
  assert.equal(foldedName("attributes.stringValue[4]"), "[4]");
  assert.equal(foldedName("samples/first.json"), "samples/first.json");
});

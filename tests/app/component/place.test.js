import assert from "node:assert/strict";
import { test } from "node:test";

import { batchIn, scrollParts } from "../../../workbench/app/component/place.js";

// A part that cannot scroll further than its content.
const part = (limit) => {
  let top = 0;
  return { get scrollTop() { return top; }, set scrollTop(wanted) { top = Math.min(wanted, limit); } };
};

test("only an address of triage with a batch has a place", () => {
  assert.equal(batchIn(new URL("http://127.0.0.1:8501/triage?batch=a&row=1")), "a");
  assert.equal(batchIn(new URL("http://127.0.0.1:8501/triage")), null);
  assert.equal(batchIn(new URL("http://127.0.0.1:8501/?batch=a")), null);
});

test("parts are scrolled once they are long enough", () => {
  const page = part(100);
  assert.equal(scrollParts({ page, table: null }, { table: 900, page: 100 }), false);
  assert.equal(scrollParts({ page, table: part(40) }, { table: 900, page: 100 }), false);
  const table = part(2000);
  assert.equal(scrollParts({ page, table }, { table: 900, page: 100 }), true);
  assert.deepEqual([table.scrollTop, page.scrollTop], [900, 100]);
});

import assert from "node:assert/strict";
import test from "node:test";

import { matchCount, spansOf } from "../../../workbench/app/component/search.js";

test("every occurrence is found, in any case", () => {
  assert.deepEqual(spansOf("Valve, valve and VALVE", "valve"), [[0, 5], [7, 12], [17, 22]]);
});

test("nothing is found for an empty search", () => {
  assert.deepEqual(spansOf("abc", ""), []);
});

test("a letter that grows in lower case cannot shift what is coloured", () => {
  assert.deepEqual(spansOf("İ valve", "valve"), []);
});

test("the count is a sentence", () => {
  assert.equal(matchCount(3, 12), "3 of 12 messages");
  assert.equal(matchCount(0, 1), "none of 1 message");
});

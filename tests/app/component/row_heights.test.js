import assert from "node:assert/strict";
import { test } from "node:test";

import { RowHeights } from "../../../workbench/app/component/row_heights.js";

test("guessed rows add up", () => {
  const heights = new RowHeights(10, 50);
  assert.equal(heights.total, 500);
  assert.equal(heights.before(3), 150);
  assert.equal(heights.at(149), 2);
  assert.equal(heights.at(150), 3);
});

test("a measured row moves what follows it and nothing before", () => {
  const heights = new RowHeights(1000, 50);
  assert.equal(heights.set(4, 80), 30);
  assert.equal(heights.before(4), 200);
  assert.equal(heights.before(5), 280);
  assert.equal(heights.total, 50030);
  assert.equal(heights.set(4, 80), 0);
});

test("offsets before, after and in an empty list stay in range", () => {
  assert.equal(new RowHeights(0, 50).at(10), 0);
  const heights = new RowHeights(3, 50);
  assert.equal(heights.at(-5), 0);
  assert.equal(heights.at(1e9), 2);
});

test("sums equal those of a plain list, whatever was measured", () => {
  const count = 257;
  const heights = new RowHeights(count, 40);
  const plain = new Array(count).fill(40);
  let seed = 7;
  for (let step = 0; step < 2000; step++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const index = seed % count;
    const height = 10 + (seed % 90);
    heights.set(index, height);
    plain[index] = height;
  }
  let sum = 0;
  for (let index = 0; index < count; index++) {
    assert.equal(heights.before(index), sum);
    assert.equal(heights.at(sum), index);
    sum += plain[index];
  }
  assert.equal(heights.total, sum);
});

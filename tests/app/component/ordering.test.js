import assert from "node:assert/strict";
import { test } from "node:test";

import { Ordering } from "../../../workbench/app/component/ordering.js";

const answer = (more) => ({ document: "a", layout: "1", listing: "a|all", sequence: 0, go_to: null, clipboard: null, reader: null, ...more });

test("the first answer opens the conversation and its list", () => {
  const taken = new Ordering().receive(answer());
  assert.deepEqual([taken.opened, taken.sameLayout, taken.freshList, taken.takesLook], [true, false, true, false]);
});

test("an answer to the last question brings its look, an answer to an older one does not", () => {
  const ordering = new Ordering();
  ordering.receive(answer());
  const first = ordering.ask();
  const second = ordering.ask();
  assert.equal(ordering.receive(answer({ sequence: first })).takesLook, false);
  assert.equal(ordering.receive(answer({ sequence: second })).takesLook, true);
});

test("where a command led is followed once, even if the page asked again meanwhile", () => {
  const ordering = new Ordering();
  ordering.receive(answer());
  const command = ordering.command(0);
  ordering.ask();
  ordering.ask();
  const led = answer({ sequence: 1, go_to: { command, position: 40 } });
  const taken = ordering.receive(led);
  assert.deepEqual([taken.takesLook, taken.goTo.position], [true, 40]);
  assert.equal(ordering.receive(led).goTo, null);
});

test("the first answer leads to the first problem before there was any command", () => {
  const taken = new Ordering().receive(answer({ go_to: { command: 0, position: 40 } }));
  assert.equal(taken.goTo.position, 40);
});

test("command numbers pass those that the server has done for an earlier page", () => {
  const ordering = new Ordering();
  assert.equal(ordering.command(7), 8);
  assert.equal(ordering.command(3), 9);
});

test("a clipboard is copied once", () => {
  const ordering = new Ordering();
  const copied = answer({ clipboard: { command: 3, text: "x" } });
  assert.equal(ordering.receive(copied).clipboard.text, "x");
  assert.equal(ordering.receive(copied).clipboard, null);
});

test("another conversation of the same columns keeps them; one of others does not", () => {
  const ordering = new Ordering();
  ordering.receive(answer());
  assert.equal(ordering.receive(answer({ document: "b" })).sameLayout, true);
  assert.equal(ordering.receive(answer({ document: "c", layout: "2" })).sameLayout, false);
});

test("another filter is another list of the same conversation", () => {
  const ordering = new Ordering();
  ordering.receive(answer());
  const taken = ordering.receive(answer({ listing: "a|problems" }));
  assert.deepEqual([taken.opened, taken.freshList], [false, true]);
});

test("opening a conversation where a command led goes there", () => {
  const taken = new Ordering().receive(answer({ go_to: { command: 5, position: 2 } }));
  assert.equal(taken.goTo.position, 2);
});

test("a value is opened in the reader once", () => {
  const ordering = new Ordering();
  const opened = answer({ reader: { command: 3, text: "x" } });
  assert.equal(ordering.receive(opened).reader.text, "x");
  assert.equal(ordering.receive(opened).reader, null);
});

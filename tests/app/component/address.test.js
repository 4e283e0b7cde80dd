import assert from "node:assert/strict";
import { test } from "node:test";

import { detailedAddress } from "../../../workbench/app/component/address.js";

const HERE = "http://127.0.0.1:8501/?sample=a&target=openai&message=3";
const address = (details) => ({ conversation: { sample: "a", target: "openai" }, details });

test("details change in place and empty ones go", () => {
  assert.equal(detailedAddress(HERE, address({ message: "5", tab: "raw" })), "http://127.0.0.1:8501/?sample=a&target=openai&message=5&tab=raw");
  assert.equal(detailedAddress(HERE, address({ message: "" })), "http://127.0.0.1:8501/?sample=a&target=openai");
});

test("nothing changes where nothing differs", () => {
  assert.equal(detailedAddress(HERE, address({ message: "3" })), null);
});

test("the address of another conversation is left alone", () => {
  assert.equal(detailedAddress("http://127.0.0.1:8501/?sample=b", address({ message: "5" })), null);
  assert.equal(detailedAddress("http://127.0.0.1:8501/", address({ message: "5" })), null);
});

import { type Files, json } from "./judge-case.ts";

/** A sum, and a test that a wrong sum fails. */
export const PROGRAM: Files = {
  "lib.js": "exports.sum = (a, b) => a + b;\n",
  "lib.test.js":
    'const { test } = require("node:test");\nconst assert = require("node:assert");\nconst { sum } = require("./lib.js");\ntest("adds", () => assert.equal(sum(1, 2), 3));\n',
};
export const RIGHT = "exports.sum = (a, b) => a + b;\n";
export const BROKEN: Files = { "lib.js": "exports.sum = (a, b) => a - b;\n" };

export const manifest = (more: object = {}): string =>
  json({ name: "shop", version: "1.0.0", scripts: { test: "node --test" }, ...more });

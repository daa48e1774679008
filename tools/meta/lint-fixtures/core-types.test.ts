import { afterAll, beforeAll, expect, it } from "vitest";
import { makeScratchCopy, type ScratchCopy } from "./scratch-copy.ts";

/** Names that core must not know, each used in a file of its own. */
const UNKNOWN_TO_CORE: Readonly<Record<string, string>> = {
  process: "export const x = process.env;",
  fetch: `export const x = fetch("/");`,
  setTimeout: "export const x = setTimeout(() => {}, 1);",
  setInterval: "export const x = setInterval(() => {}, 1);",
  queueMicrotask: "queueMicrotask(() => {});",
  console: `console.log("x");`,
  crypto: "export const x = crypto.randomUUID();",
  performance: "export const x = performance.now();",
  URL: `export const x = new URL("a:b");`,
  structuredClone: "export const x = structuredClone({});",
  TextEncoder: "export const x = new TextEncoder();",
  Buffer: `export const x = Buffer.from("x");`,
  require: `export const x = require("zod");`,
  document: "export const x = document;",
  "node:fs": `import { readFileSync } from "node:fs";\nexport const x = readFileSync;`,
  "node:fs/promises": `import { readFile } from "node:fs/promises";\nexport const x = readFile;`,
  "node:crypto": `import { createHash } from "node:crypto";\nexport const x = createHash;`,
  fs: `import { readFileSync } from "fs";\nexport const x = readFileSync;`,
};

/** Libraries bring their own types; none of these may bring Node's along. */
const KNOWN_TO_CORE: Readonly<Record<string, string>> = {
  zod: `import { z } from "zod";\nexport const x = z.string();`,
  hashes: `import { sha256 } from "@noble/hashes/sha2.js";\nexport const x = sha256;`,
  "vitest.test": `import { it } from "vitest";\nit("x", () => {});`,
  "fast-check.test": `import fc from "fast-check";\nexport const x = fc.integer();`,
};

let copy: ScratchCopy | undefined;
let reported: string[];

beforeAll(() => {
  const planted = Object.entries({ ...UNKNOWN_TO_CORE, ...KNOWN_TO_CORE });
  copy = makeScratchCopy(Object.fromEntries(planted.map(([name, text]) => [fileOf(name), text])));
  const output = copy.run("tsc", "--pretty", "false", "-p", "packages/core");
  reported = output.split("\n").flatMap(readError);
}, 60_000);

afterAll(() => copy?.remove());

it("core compiles with no global and no module of the runtime around it", () => {
  const expected = Object.keys(UNKNOWN_TO_CORE).map(
    (name) => `${fileOf(name)}: Cannot find name '${name}'`,
  );
  expect(reported.sort()).toEqual(expected.sort());
});

/** `file(line,column): error TS1: What is wrong. And advice.` becomes `file: What is wrong`. */
function readError(line: string): string[] {
  const match = /^(\S+)\(\d+,\d+\): error TS\d+: ([^.]+)/.exec(line);
  return match ? [`${match[1]}: ${match[2]}`] : [];
}

function fileOf(name: string): string {
  return `packages/core/src/kernel/${name.replace(/[:/]/g, "-")}.ts`;
}

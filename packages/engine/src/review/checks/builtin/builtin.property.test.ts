import { loadPolicy } from "@countersign/core";
import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { findingsIn } from "../testing/findings-in.ts";
import type { SketchedFile } from "../testing/sketch-change.ts";
import { type BuiltinCheck, isBuiltin } from "./builtin.ts";

const RUNS = Math.ceil(2_000 * inject("scale"));
const MAX_FINDINGS = 200;
const MAX_MS = 4_000;

const loaded = loadPolicy({});
const reviewers = loaded.ok ? loaded.policy.reviewers : [];
const CHECKS = reviewers
  .map(({ id }) => id)
  .filter((id): id is BuiltinCheck => isBuiltin(id, reviewers));

const PATHS = [
  "package.json",
  "package-lock.json",
  "Cargo.toml",
  "pyproject.toml",
  "requirements.txt",
  "go.mod",
  "Gemfile",
  ".npmrc",
  "src/a.ts",
  "src/a.test.ts",
  "vitest.config.ts",
  "dist/a.js",
  "a.py",
];

const PIECES = [
  '"a": "1.0.0"',
  "git+https://",
  "https://example.com/",
  "TODO",
  "#",
  "// Copyright",
  "expect(a).toBe(1)",
  "it.skip(",
  "timeout: 99",
  "<<<<<<< a",
  "\u{202E}",
  "= {",
  "(".repeat(50),
  " ".repeat(200),
  '"'.repeat(40),
];

const line = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 8 })), {
    maxLength: 6,
  })
  .map((pieces) => pieces.join("").replaceAll("\n", " "));
const text = fc.option(
  fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => `${lines.join("\n")}\n`),
);
const change = fc.uniqueArray(
  fc.record({ path: fc.constantFrom(...PATHS), before: text, after: text }),
  { selector: ({ path }) => path, minLength: 1, maxLength: 4 },
);

it("no change makes a built-in check throw or say more than an answer may", async () => {
  const counts = { silent: 0, found: 0 };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...CHECKS), change, async (id, files) => {
      const exists = files.filter(({ before, after }) => before !== null || after !== null);
      const findings = await findingsIn(id, exists);
      counts[findings.length === 0 ? "silent" : "found"] += 1;
      expect(findings.length).toBeLessThanOrEqual(MAX_FINDINGS);
    }),
    { numRuns: RUNS },
  );

  expect(counts.silent).toBeGreaterThan(RUNS / 20);
  expect(counts.found).toBeGreaterThan(RUNS / 20);
});

it.each(CHECKS)("%s takes no longer than it must for long lines made to hurt", async (id) => {
  const hurt = PIECES.map((piece) => piece.repeat(Math.ceil(6_000 / piece.length))).join("\n");
  const files: SketchedFile[] = PATHS.map((path) => ({ path, after: hurt }));
  const began = process.cpuUsage();
  await findingsIn(id, files);
  const { user, system } = process.cpuUsage(began);

  expect((user + system) / 1_000).toBeLessThan(MAX_MS);
});

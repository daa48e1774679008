import { loadPolicy } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { detectChecks, withDetectedChecks } from "./detect-checks.ts";

const manifest = (scripts: unknown): string => JSON.stringify({ name: "shop", scripts });

const ALL = manifest({
  knip: "knip",
  lint: "biome check",
  build: "tsc",
  typecheck: "tsc -b",
  test: "vitest run",
});

describe("detectChecks", () => {
  it("offers the scripts that judge, in a fixed order, and no others", () => {
    expect(detectChecks(ALL)).toEqual([
      { id: "test", run: "npm run test" },
      { id: "typecheck", run: "npm run typecheck" },
      { id: "lint", run: "npm run lint" },
      { id: "deadcode", run: "npm run knip" },
    ]);
  });

  it("knows other names for the same", () => {
    const scripts = { "check-types": "tsc", deadcode: "ts-prune" };

    expect(detectChecks(manifest(scripts)).map(({ run }) => run)).toEqual([
      "npm run check-types",
      "npm run deadcode",
    ]);
  });

  it.each([
    { what: "no manifest", text: null },
    { what: "no scripts", text: "{}" },
    {
      what: "the script of a new package",
      text: manifest({ test: 'echo "Error: no test specified" && exit 1' }),
    },
    { what: "empty scripts", text: manifest({ test: " ", lint: "" }) },
    { what: "scripts that are no texts", text: manifest({ test: 1, lint: ["a"], knip: null }) },
    { what: "scripts that are a list", text: manifest(["test"]) },
    { what: "scripts that are a text", text: manifest("test") },
    { what: "no object", text: "[]" },
    { what: "no JSON", text: "{scripts: 1}" },
    { what: "a key twice", text: '{"scripts": {"test": "a"}, "scripts": {"test": "b"}}' },
    { what: "a prototype", text: '{"__proto__": {"scripts": {"test": "a"}}}' },
    { what: "a deep nest", text: `{"scripts": ${"[".repeat(100_000)}` },
    { what: "a huge manifest", text: manifest({ test: "x".repeat(2_000_000) }) },
  ])("offers nothing for $what", ({ text }) => {
    expect(detectChecks(text)).toEqual([]);
  });

  it("reads a manifest that begins with a byte order mark", () => {
    expect(detectChecks(`\uFEFF${manifest({ test: "vitest" })}`)).toHaveLength(1);
  });
});

describe("withDetectedChecks", () => {
  const one = manifest({ test: "vitest" });
  const found = [{ id: "test", run: "npm run test" }];
  const own = [{ id: "unit", run: "make test" }];

  it.each([
    { what: "without the key", file: {}, base: undefined, checks: found },
    { what: "with an empty list", file: { checks: [] }, base: undefined, checks: found },
    { what: "with checks", file: { checks: own }, base: undefined, checks: own },
    { what: "whose base has checks", file: {}, base: { checks: own }, checks: undefined },
    { what: "whose base has none", file: {}, base: { checks: [] }, checks: found },
    { what: "whose base locks them", file: {}, base: { locked: ["checks"] }, checks: undefined },
    { what: "whose list is wrong", file: { checks: 5 }, base: undefined, checks: 5 },
    {
      what: "that has a reviewer of that name",
      file: { reviewers: [{ id: "test" }] },
      base: undefined,
      checks: undefined,
    },
  ])("gives a policy $what what it needs", ({ file, base, checks }) => {
    expect(withDetectedChecks(file, one, base)).toEqual(
      checks === undefined ? file : { ...file, checks },
    );
  });

  it.each([null, "text", 5, [], undefined])("leaves %j to whoever reads it next", (file) => {
    expect(withDetectedChecks(file, one)).toBe(file);
  });

  it("gives a policy that loads, and another digest than without", () => {
    const file = { people: { owner: ["ana"] } };
    const loaded = loadPolicy(withDetectedChecks(file, ALL));
    const plain = loadPolicy(file);

    expect(loaded.ok && loaded.policy.checks.map(({ id }) => id)).toEqual([
      "test",
      "typecheck",
      "lint",
      "deadcode",
    ]);
    expect(loaded.ok && plain.ok && loaded.policy.digest === plain.policy.digest).toBe(false);
  });
});

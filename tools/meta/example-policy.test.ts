import { readFileSync } from "node:fs";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../packages/core/src/policy/load/load-policy.ts";
import type { Policy } from "../../packages/core/src/policy/policy.ts";
import { policyJsonSchema } from "../../packages/core/src/policy/schema.ts";

const TEXT = readFileSync(new URL("../../docs/countersign.example.jsonc", import.meta.url), "utf8");
const EXAMPLE = record(parse(TEXT));
const SHOWN_IN_PART = ["domains", "reviewers", "rules", "policies"] as const;

function load(file: unknown): Policy {
  const loaded = loadPolicy(file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}

/** Every key that the schema knows, in whichever object. */
function keysOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keysOf);
  if (typeof schema !== "object") return [];
  const { properties, items, anyOf, additionalProperties } = record(schema);
  const named = record(properties);
  const inner = [...Object.values(named), items, anyOf, additionalProperties];
  return [...Object.keys(named), ...inner.flatMap(keysOf)];
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

describe("docs/countersign.example.jsonc", () => {
  it("loads", () => {
    expect(load(EXAMPLE).profile).toBe("default");
  });

  it("shows the defaults: without the lists shown in part it means the same as {}", () => {
    const rest = Object.entries(EXAMPLE).filter(([key]) => !SHOWN_IN_PART.some((it) => it === key));

    expect(load(Object.fromEntries(rest)).digest).toBe(load({}).digest);
  });

  it.each(SHOWN_IN_PART)("shows %s as they are shipped", (key) => {
    const shipped = load({})[key];
    const shown = load(EXAMPLE)[key];

    expect(shown.length).toBeGreaterThan(0);
    for (const entry of shown) expect(shipped).toContainEqual(entry);
  });

  it("has every key of the schema [R-232] [C12]", () => {
    const keys = new Set(keysOf(policyJsonSchema()));

    expect(keys.size).toBeGreaterThan(120);
    expect([...keys].filter((key) => !TEXT.includes(`"${key}"`))).toEqual([]);
  });

  it("shows every key at the top", () => {
    expect(Object.keys(EXAMPLE).toSorted()).toEqual(
      Object.keys(policyJsonSchema().properties ?? {}).toSorted(),
    );
  });
});

import { describe, expect, it } from "vitest";
import { policyJsonSchema } from "./schema.ts";

type Node = { [key: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every key of the schema with its node, whichever object it is in. */
function keysOf(node: unknown, path = ""): { path: string; node: Node }[] {
  if (Array.isArray(node)) return node.flatMap((item) => keysOf(item, path));
  if (!isNode(node)) return [];
  const properties = isNode(node.properties) ? Object.entries(node.properties) : [];
  return [
    ...properties.flatMap(([key, value]) => [
      ...(isNode(value) ? [{ path: `${path}.${key}`, node: value }] : []),
      ...keysOf(value, `${path}.${key}`),
    ]),
    ...["items", "anyOf", "additionalProperties"].flatMap((key) => keysOf(node[key], path)),
  ];
}

function isDescribed(node: Node): boolean {
  return typeof node.description === "string" && node.description.trim() !== "";
}

describe("the JSON Schema", () => {
  const schema = policyJsonSchema();
  const keys = keysOf(schema);

  it("describes every key [R-234]", () => {
    expect(keys.length).toBeGreaterThan(130);
    expect(keys.filter(({ node }) => !isDescribed(node)).map(({ path }) => path)).toEqual([]);
  });

  it("allows an empty file and no unknown key", () => {
    expect(schema.required).toBeUndefined();
    expect(schema.additionalProperties).toBe(false);
  });

  it("says what the defaults are", () => {
    const attempts = keys.find(({ path }) => path === ".limits.attempts");

    expect(attempts?.node).toMatchObject({ default: 3, minimum: 1, maximum: 100, type: "integer" });
  });
});

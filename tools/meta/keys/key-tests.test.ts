import { existsSync, readFileSync } from "node:fs";
import { RESERVED_KEYS } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { KEY_TESTS, KEYS_FOR_EDITORS } from "./key-tests.ts";
import { listKeys, listRequiredKeys } from "./list-keys.ts";
import { OTHER_VALUES } from "./other-values.ts";

describe("every configuration key", () => {
  it("has a test, is reserved, or is for editors", () => {
    const known = [...Object.keys(KEY_TESTS), ...RESERVED_KEYS, ...KEYS_FOR_EDITORS];

    expect(known.toSorted()).toEqual(listKeys().toSorted());
  });

  it("has another value to be read with where an entry must have it", () => {
    expect(Object.keys(OTHER_VALUES).toSorted()).toEqual(listRequiredKeys().toSorted());
  });

  it.each(Object.entries(KEY_TESTS))("%s is set in %s", (key, file) => {
    const name = key.split(".").findLast((step) => step !== "*" && step !== "[]") ?? key;

    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, "utf8")).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

import { createHash, randomBytes } from "node:crypto";
import { canonicalJson, digestOf, digestText } from "@countersign/core";
import { expect, it } from "vitest";

it("digests equal those of node:crypto", () => {
  const texts = [
    "",
    "abc",
    "ä€𝒳",
    ...Array.from({ length: 300 }, (_, size) => randomBytes(size).toString("latin1")),
  ];

  for (const text of texts) {
    expect(digestText(text)).toBe(createHash("sha256").update(text, "utf8").digest("hex"));
  }
  const value = { b: [1, { c: "x" }], a: null };
  expect(digestOf(value)).toBe(
    createHash("sha256").update(canonicalJson(value), "utf8").digest("hex"),
  );
});

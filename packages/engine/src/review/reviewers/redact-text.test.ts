import { findSecrets } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { redactPatch, redactText } from "./redact-text.ts";

const KEY = `AKIA${"Z7QWERTYUIOPASDF".slice(0, 16)}`;
/** Put together, so that this file holds no such line itself. */
const markOf = (word: string, kind: string) => `-----${word} ${kind} KEY-----`;
const BLOCK = [
  markOf("BEGIN", "RSA PRIVATE"),
  ..."abc".split("").map((letter) => letter.repeat(64)),
  markOf("END", "RSA PRIVATE"),
];

describe("a redacted text", () => {
  it("names what was there and has as many lines", () => {
    const text = ["before", ...BLOCK, `id = ${KEY}`, "after"].join("\n");
    const redacted = redactText(text);

    expect(redacted.count).toBe(2);
    expect(redacted.text.split("\n")).toHaveLength(text.split("\n").length);
    expect(redacted.text).toContain("id = [AWS access key]");
    expect(redacted.text.startsWith("before\n[private key]\n")).toBe(true);
    expect(redacted.text.endsWith("\nafter")).toBe(true);
  });

  it("is the text itself where there is nothing", () => {
    expect(redactText("nothing\r\nhere\n")).toEqual({
      text: "nothing\r\nhere\n",
      count: 0,
      covered: 0,
    });
  });

  it.each([
    ["a token", `id = ${KEY}`, 0],
    ["a key of several lines", BLOCK.join("\n"), 1],
    ["code in place of a value", "TOKEN=eval(atob(x1y2z3w4))", 1],
  ])("counts what may have been code: %s", (_, text, covered) => {
    expect(redactText(text)).toMatchObject({ count: 1, covered });
  });

  it("shows what follows a mark that has no end, and redacts there too", () => {
    const rest = Array.from({ length: 300 }, (_, index) => `line ${index}`);
    const text = [markOf("BEGIN", "PRIVATE"), ...rest, KEY, "the end"].join("\n");
    const redacted = redactText(text);

    expect(redacted.text).toContain("line 299");
    expect(redacted.text).toContain("the end");
    expect(redacted.text).not.toContain(KEY);
    expect(redacted.text.split("\n")).toHaveLength(303);
  });
});

describe("a redacted patch", () => {
  it("finds what the signs of its lines hide", () => {
    const patch = `@@ -1 +1,2 @@\n-DB_PASSWORD=old9Kf83hsLq02pW\n+DB_PASSWORD=aT9z4Kq81LmX7vBn2\n+${KEY}\n context\n`;
    const redacted = redactPatch(patch);

    expect(redacted.count).toBe(3);
    expect(redacted.text).toBe(
      "@@ -1 +1,2 @@\n-DB_PASSWORD=[password or key]\n+DB_PASSWORD=[password or key]\n+[AWS access key]\n context\n",
    );
    expect(findSecrets(redacted.text)).toEqual([]);
  });
});

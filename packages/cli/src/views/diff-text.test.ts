import { describe, expect, it } from "vitest";
import { createStyle } from "../output/style.ts";
import { diffText } from "./diff-text.ts";

const base = {
  task: "cs-1",
  round: 1,
  from: "a",
  to: "b",
  upstream: "none" as const,
  files: [],
  unshown: [],
  covered: 0,
};
const coloured = createStyle({ color: "always", ascii: false, env: {}, stream: {} });
const plain = createStyle({ color: "never", ascii: false, env: {}, stream: {} });

const PATCH = `diff --git a/x b/x
--- a/x
+++ b/x
@@ -1,2 +1,2 @@
 same
-old
+new \u001b[2J\u202e
`;

describe("diffText", () => {
  const diff = { ...base, files: [{ path: "x", patch: PATCH, base64: null }] };

  it("shows the patch with every hidden character of the files made visible", () => {
    expect(diffText(diff, plain)).toBe(
      "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-old\n+new ␛[2J‹U+202E›",
    );
  });

  it("paints changes, but not the names of the files, as added and removed", () => {
    const lines = diffText(diff, coloured).split("\n");
    expect(lines[1]).toBe("\u001b[1m--- a/x\u001b[0m");
    expect(lines[5]).toBe("\u001b[31m-old\u001b[0m");
    expect(lines[4]).toBe(" same");
  });

  it("lists what cannot be shown", () => {
    const unshown = {
      path: "big.bin\u0007",
      why: "too_large",
      oldMode: "000000",
      newMode: "100644",
    };
    const text = diffText({ ...base, unshown: [{ ...unshown, oldId: "0", newId: "f00" }] }, plain);
    expect(text).toBe("1 file not shown:\n  big.bin␇  too_large  mode 000000 to 100644  now f00");
  });
});

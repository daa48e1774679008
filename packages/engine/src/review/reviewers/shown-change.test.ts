import { loadPolicy } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { shownChange } from "./shown-change.ts";

const loaded = loadPolicy({ people: { owner: ["ana"] } });
if (!loaded.ok) throw new Error("The policy cannot be read");
const order = { policy: loaded.policy, generated: new Set<string>() };

const file = (path: string, added: string | Buffer) => {
  const lines = Buffer.from(added).toString("latin1").split("\n");
  const head = `diff --git a/${path} b/${path}\n@@ -0,0 +1,${lines.length} @@\n`;
  return {
    path,
    patch: Buffer.from(`${head}${lines.map((line) => `+${line}\n`).join("")}`, "latin1"),
  };
};
const large = (path: string) => ({
  ...{ path, oldMode: "000000", newMode: "100644", oldId: "0", newId: "1" },
  why: "too_large" as const,
});
const show = (files: ReturnType<typeof file>[], unshown: ReturnType<typeof large>[] = []) =>
  shownChange({ patch: Buffer.from(""), files, unshown }, order);

describe("what a reviewer is shown", () => {
  it("is the whole change where all of it is text", () => {
    const shown = show([file("a.ts", "const a = 1;"), file("b.ts", "const b = 2;")]);

    expect(shown.notShownWhole).toBeNull();
    expect(shown.pages).toHaveLength(1);
  });

  it.each([
    [
      "a file too large",
      [file("a.ts", "x")],
      [large("big.csv")],
      "1 file too large to show (big.csv).",
    ],
    [
      "files too large",
      [],
      [large("a.csv"), large("b.csv")],
      "2 files too large to show (a.csv, …).",
    ],
    ["a zero byte", [file("a.bin", "a\0b")], [], "1 file not text (a.bin)."],
    ["no UTF-8", [file("a.txt", Buffer.from([0xff, 0xfe, 0x41]))], [], "1 file not text (a.txt)."],
    [
      "a private key",
      [file("a.ts", `-----BEGIN ${"PRIVATE KEY"}-----\nevil();\n-----END ${"PRIVATE KEY"}-----`)],
      [],
      "1 place hidden behind the name of a credential.",
    ],
  ])("is not the whole change with %s", (_, files, unshown, why) => {
    expect(show(files, unshown).notShownWhole).toBe(why);
  });

  it("is the whole change where a token alone has its name instead", () => {
    expect(
      show([file("a.ts", `const id = "AKIA${"QZ7WSX5EDC3RFV2T"}";`)]).notShownWhole,
    ).toBeNull();
  });

  it("does not hold the bytes of what is not text", () => {
    expect(show([file("a.bin", "a\0b")]).pages).toEqual(["(Not text: a.bin)\n"]);
  });
});

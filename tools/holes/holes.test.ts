import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ids } from "../requirements/read-register.ts";
import { dig } from "./hole.ts";
import { ATTACKS, HOLES } from "./holes.ts";

const ROOT = new URL("../../", import.meta.url);
const PATCHED = HOLES.flatMap((hole) => ("edits" in hole ? [hole] : []));

describe("the table of holes", () => {
  it("has every contradiction, defect and hole once", () => {
    const known = HOLES.map(({ id }) => id);
    const attacks = ATTACKS.map(({ id }) => id);
    expect(known).toEqual([...ids("C", 1, 22), ...ids("D", 1, 17), ...ids("H", 1, 21), ...attacks]);
    expect(new Set(known).size).toBe(known.length);
  });

  it("leaves only what is no logic of the core to another owner", () => {
    const owned = HOLES.flatMap((hole) => ("owner" in hole ? [`${hole.id} ${hole.owner}`] : []));
    expect(owned).toEqual(["D8 tui", "D9 tui"]);
  });

  it.each(PATCHED)("$id can be made again: $hole", (hole) => {
    const files = dig(hole, read);

    expect([...files].filter(([file, text]) => text === read(file))).toEqual([]);
    expect(files.size).toBeGreaterThan(0);
  });

  it.each(PATCHED)("$id names tests that exist", ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
  });

  it("makes no hole twice", () => {
    const patches = PATCHED.map(({ edits }) => JSON.stringify(edits));
    expect(new Set(patches).size).toBe(patches.length);
  });
});

describe("dig", () => {
  const edit = { file: "a.ts", find: "one", replace: "two" };

  it("makes several edits, also in one file", () => {
    const edits = [edit, { file: "a.ts", find: "three", replace: "$& four" }];

    expect([...dig({ id: "H1", edits }, () => "one three")]).toEqual([["a.ts", "two $& four"]]);
  });

  it.each([
    ["nothing", 0],
    ["one and one", 2],
  ])("refuses a text that is not found once: %j", (text, count) => {
    expect(() => dig({ id: "H1", edits: [edit] }, () => text)).toThrow(
      `H1: found ${count} times in a.ts, not once: one`,
    );
  });
});

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), "utf8");
}

import { createMarker, mergeMarks, readMarks } from "@countersign/review";
import { afterEach, describe, expect, it } from "vitest";
import { type Lab, openLab } from "../../testing/open-lab.ts";
import { digestLine } from "./reading.ts";

let lab: Lab;
afterEach(() => lab.close());

/** What is written when the program ends, as it is read when it begins. */
function afterRestart(): ReturnType<typeof readMarks> {
  const read = lab.kept.at(-1) ?? new Map();
  const written = mergeMarks(null, createMarker(digestLine)(read));
  return readMarks(JSON.parse(JSON.stringify(written)));
}

const share = (): string => /read \d+%/.exec(lab.screen())?.[0] ?? "";

describe("what was read", () => {
  it("is still read after a restart, and what was not read is not", async () => {
    lab = await openLab();
    await lab.press("R", "Enter", "D", "v");
    const before = share();
    expect(before).not.toBe("read 0%");
    lab.close();
    const marks = afterRestart();
    lab = await openLab({ marks });
    await lab.press("R", "Enter", "D");
    expect(share()).toBe(before);
    expect(lab.screen()).toContain("✓ login.ts");
    expect(lab.screen()).not.toContain("✓ logout.ts");
    await lab.press("Esc", "N", "D");
    expect(share()).toBe("read 0%");
  });

  it("is found in the whole change also where less of it was looked at first", async () => {
    lab = await openLab();
    await lab.press("R", "3", "D", "I", "v");
    const before = share();
    lab.close();
    const marks = afterRestart();
    let isSinceTold = (): void => undefined;
    const sinceTold = new Promise<void>((resolve) => {
      isSinceTold = resolve;
    });
    lab = await openLab({
      marks,
      engine: (engine) => ({
        ...engine,
        async showDiff(given) {
          if (given.task !== "ch-abc3") return await engine.showDiff(given);
          if (given.since === undefined) await sinceTold;
          else setImmediate(isSinceTold);
          return await engine.showDiff(given);
        },
      }),
    });
    await lab.press("R", "3", "D", "I");
    expect(before).not.toBe("read 0%");
    expect(share()).toBe(before);
  });

  it("can be taken back, also after a restart", async () => {
    lab = await openLab();
    await lab.press("R", "Enter", "D", "v");
    lab.close();
    const marks = afterRestart();
    lab = await openLab({ marks });
    await lab.press("R", "Enter", "D", "v");
    expect(share()).toBe("read 0%");
    lab.close();
    expect([...(afterRestart().get("ch-abc1 src/auth/login.ts") ?? ["nothing kept"])]).toEqual([]);
  });

  it("is kept as digests, not as text", async () => {
    lab = await openLab();
    await lab.press("R", "Enter", "D", "v");
    lab.close();
    const digests = afterRestart().get("ch-abc1 src/auth/login.ts") ?? new Set();
    expect(digests.size).toBeGreaterThan(50);
    for (const digest of digests) expect(digest).toMatch(/^[\w-]{16}$/);
  });

  it("leaves what another board has kept meanwhile, and forgets the oldest where it is too much", () => {
    const old = { "old a.ts": ["0123456789abcdef"], "new b.ts": ["fedcba9876543210"] };
    const mark = createMarker(digestLine);
    const merged = mergeMarks(old, mark(new Map([["new b.ts", new Set(["+x"])]])));
    expect(Object.keys(merged)).toEqual(["old a.ts", "new b.ts"]);
    expect(merged["new b.ts"]).not.toEqual(old["new b.ts"]);
    const lines = new Set(Array.from({ length: 100_000 }, (_, at) => `+${at}`));
    const huge = mergeMarks(merged, mark(new Map([["huge c.ts", lines]])));
    expect(Object.keys(huge)).toEqual(["huge c.ts"]);
  });

  it.each([null, 5, [], { a: "x" }, { a: ["short"] }])("is nothing where %j was kept", (kept) => {
    expect(readMarks(kept).size).toBe(0);
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { drawScreen } from "../../app/draw-screen.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";
import { SAMPLES } from "../../tour/sample-tasks.ts";

let lab: Lab;
afterEach(() => lab.close());

const START = 'export const policy = { name: "default", retries: 3, backoff: "exponential",';
const PATCH = [
  "diff --git a/lib/policy.js b/lib/policy.js",
  "@@ -1 +1 @@",
  `-${START} encrypted: true, ttlMinutes: 15 };`,
  `+${START} encrypted: false, ttlMinutes: 9000 };`,
];

async function openChange(columns: number, rows = 40): Promise<void> {
  const [first] = SAMPLES;
  if (first === undefined) throw new Error("There is no sample");
  const files = [{ path: "lib/policy.js", patch: `${PATCH.join("\n")}\n` }];
  lab = await openLab({ size: { columns, rows }, samples: [{ ...first, files }] });
  await lab.press("R", "D");
}

const share = (): number => Number(/read (\d+)%/.exec(lab.screen())?.[1] ?? -1);
/** What the screen says without frames and breaks. */
const written = (): string => lab.screen().replaceAll(/[\s│]+/gu, "");

describe("a line that is wider than the screen", () => {
  it.each([60, 80, 110, 120, 160, 200])("is shown to its end in %i columns", async (columns) => {
    await openChange(columns);
    for (const end of ["ttlMinutes:15};", "ttlMinutes:9000};"]) {
      // Side by side both versions are on the same rows.
      const shown = columns >= 160 ? lab.screen().replaceAll(" ", "") : written();
      expect(shown).toContain(columns >= 160 ? end.slice(-6) : end);
    }
    expect(lab.screen()).not.toMatch(/retries.*…/);
  });

  it("stands beside its other version only where both sides have room", async () => {
    await openChange(120);
    expect(lab.screen()).toMatch(/1 {6}- export/);
    await openChange(160);
    expect(lab.screen()).toMatch(/1- export.*│ +1\+ export/);
  });

  it("shows that it is cut once it is scrolled sideways, and is not read then", async () => {
    await openChange(80);
    await lab.press("l");
    expect(lab.screen()).toMatch(/onst policy = .*…/);
    for (let second = 0; second < 10; second += 1) await lab.pass(1_000);
    expect(share()).toBe(0);
    await lab.press("h");
    for (let second = 0; second < 10; second += 1) await lab.pass(1_000);
    expect(share()).toBe(100);
  });

  it("is read when all of its rows were in sight, and not before", async () => {
    const [first] = SAMPLES;
    if (first === undefined) throw new Error("There is no sample");
    const patch = `diff --git a/a.js b/a.js\n@@ -0,0 +1 @@\n+${"word ".repeat(400)}\n`;
    lab = await openLab({
      size: { columns: 80, rows: 24 },
      samples: [{ ...first, files: [{ path: "a.js", patch }] }],
    });
    await lab.press("R", "D");
    for (let second = 0; second < 20; second += 1) await lab.pass(1_000);
    expect(lab.screen()).toContain("+1 -0  not read");
    for (let page = 0; page < 2; page += 1) {
      await lab.press("Space");
      for (let second = 0; second < 20; second += 1) await lab.pass(1_000);
    }
    expect(lab.screen()).toContain("+1 -0  read");
  });

  it("is emphasised where it differs from its other version", async () => {
    await openChange(80);
    const parts = drawScreen(lab.model())
      .flat()
      .filter(({ paint }) => paint === "addedPart" || paint === "removedPart")
      .map(({ text, paint }) => `${paint}:${text}`);
    const joined = (paint: string): string =>
      parts.flatMap((one) => (one.startsWith(paint) ? [one.slice(paint.length + 1)] : [])).join("");
    expect(joined("removedPart")).toBe("true, ttlMinutes: 15");
    expect(joined("addedPart")).toBe("false, ttlMinutes: 9000");
  });
});

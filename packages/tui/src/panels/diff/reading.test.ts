import { afterEach, describe, expect, it } from "vitest";
import { type Lab, openLab } from "../../testing/open-lab.ts";

let lab: Lab;
afterEach(() => lab.close());

const share = (): number => Number(/read (\d+)%/.exec(lab.screen())?.[1] ?? -1);

async function openDiff(): Promise<void> {
  lab = await openLab({ size: { columns: 80, rows: 24 } });
  await lab.press("R", "2", "D");
}

describe("what was read", () => {
  it("is nothing at first, and what stood on the screen for long enough", async () => {
    await openDiff();
    expect(share()).toBe(0);
    await lab.pass(1_000);
    expect(share()).toBe(0);
    await lab.pass(1_500);
    expect(share()).toBe(100);
  });

  it("is not what was scrolled past", async () => {
    lab = await openLab({ size: { columns: 80, rows: 24 } });
    await lab.press("R", "Enter", "D");
    for (let page = 0; page < 6; page += 1) await lab.press("Space");
    expect(share()).toBe(0);
    for (let second = 0; second < 8; second += 1) await lab.pass(1_000);
    const some = share();
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(30);
  });

  it("is a whole file with v, and nothing of it with v again", async () => {
    lab = await openLab({ size: { columns: 80, rows: 24 } });
    await lab.press("R", "Enter", "D", "v");
    expect(share()).toBe(52);
    await lab.press("K", "v");
    expect(share()).toBe(0);
  });

  it("is one hunk with v on its head, and nothing of it with v again", async () => {
    lab = await openLab({ size: { columns: 80, rows: 24 } });
    await lab.press("R", "Enter", "D", "J", "J", "]", "]");
    expect(lab.screen()).toMatch(/▌···.*unchanged/);
    await lab.press("v");
    const some = share();
    expect(some).toBeGreaterThan(0);
    await lab.press("[");
    expect(lab.screen()).toContain("+12 -0  not read");
    await lab.press("v");
    expect(share()).toBe(0);
  });

  it("is recorded with the approval, by lines", async () => {
    await openDiff();
    await lab.pass(1_000);
    await lab.pass(2_000);
    await lab.press("A");
    expect(lab.calls).toMatchObject([
      { name: "approve", given: { body: { note: "100% of 2 changed lines read" } } },
    ]);
  });
});

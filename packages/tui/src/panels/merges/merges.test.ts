import { afterEach, describe, expect, it } from "vitest";
import type { EnginePort } from "../../data/engine-port.ts";
import { frontPanel } from "../../model/panel-state.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";

let lab: Lab;
afterEach(() => lab.close());

const ACCEPTED = "a".repeat(40);
const TIP = "5fadb58".padEnd(40, "0");
const DETAIL = 'main has 1 commit that was not reviewed (5fadb58 "Say more", Dana)';

type Released = Parameters<EnginePort["releaseRepository"]>[0];

/** A board on which merges to one repository are stopped until the tip is released. */
async function open(size = { columns: 100, rows: 30 }) {
  const released: Released[] = [];
  const shop = {
    id: "shop",
    path: "/home/me/shop",
    target: "main",
    tip: ACCEPTED,
    found: TIP,
    hold: { why: "target_moved", atMs: 1, detail: DETAIL },
    problem: null,
    unsandboxed: false,
    notice: null,
    unreviewed: null,
    trustRequest: null,
  };
  lab = await openLab({
    size,
    engine: (engine) => ({
      ...engine,
      async status() {
        const { length } = released;
        return { ...(await engine.status()), repositories: length === 0 ? [shop] : [] };
      },
      async releaseRepository(asked) {
        if (asked.body.tip !== TIP) throw new Error("main is at another commit now");
        released.push(asked);
        return { ...shop, hold: null, tip: TIP, found: null };
      },
    }),
  });
  return released;
}

describe("merges that are stopped", () => {
  it("are told on the board with the key that lets them go on", async () => {
    await open();
    expect(lab.screen()).toContain("merges to shop stopped: [M]");
  });

  it.each([
    { columns: 100, rows: 30 },
    { columns: 80, rows: 24 },
  ])("go on from the commit that the sheet names, at $columns columns", async (size) => {
    const released = await open(size);
    await lab.press("M");
    const sheet = lab.screen().replaceAll(/[│\s]+/g, " ");
    expect(sheet).toContain(DETAIL);
    expect(sheet).toContain("Accept 5fadb5800000 as main of shop?");
    expect(sheet).toContain("git -C /home/me/shop log --stat aaaaaaaaaaaa..5fadb5800000");

    await lab.press("Y");
    expect(released).toEqual([
      { repo: "shop", body: { tip: TIP, reason: "Looked at on the board" } },
    ]);
    expect(lab.screen()).toContain("Merges to main of shop go on from 5fadb5800000.");
    expect(lab.screen()).not.toContain("stopped: [M]");
  });

  it("stay stopped after Esc", async () => {
    const released = await open();
    await lab.press("M", "Esc");
    expect(frontPanel(lab.model())).toBe("board");
    expect(released).toEqual([]);
    expect(lab.screen()).toContain("merges to shop stopped: [M]");
  });
});

it("M says so where no merges are stopped", async () => {
  lab = await openLab();
  await lab.press("M");
  expect(lab.screen()).toContain("No merges are stopped.");
});

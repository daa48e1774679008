import { setTimeout as pause } from "node:timers/promises";
import { ForgeError } from "@countersign/engine";
import { expect, it } from "vitest";
import { POLICY } from "../engine/open-engine.ts";
import { openForgeLab } from "./forge-lab.ts";

/** A read that failed is repeated after 15 s. Meanwhile many more become due. */
const lab = await openForgeLab(POLICY, { pollMs: 500, scanMs: 500 });
const OUTAGE_MS = 20_000;

it("asks a forge that does not answer with one poll and one scan at a time, until it answers", async () => {
  const { hub } = lab;
  const asked = { changes: 0, scan: 0 };
  hub.control.before = (call) => {
    if (call !== "changes" && call !== "scan") return;
    asked[call] += 1;
    throw new ForgeError("retry", "502");
  };
  await pause(OUTAGE_MS);
  expect(asked).toEqual({ changes: 2, scan: 2 });

  hub.control.before = () => undefined;
  hub.open(1, lab.commit("a.txt", "one\n"));
  await lab.follows(1, ({ phase }) => phase.is === "reviewing");
});

import { expect, it } from "vitest";
import { POLICY } from "../engine/open-engine.ts";
import { openForgeLab } from "./forge-lab.ts";
import { ANA } from "./memory-forge.ts";

const NEVER_MS = 3_600_000;
const lab = await openForgeLab(
  { ...POLICY, checks: [], trust: { forgeReviews: "all" }, merge: { graceSeconds: 3 } },
  NEVER_MS,
);
const { hub, commit, hint, follows, shows } = lab;

it("reviews a head that was pushed while a redo could be undone, without another event", async () => {
  const first = commit("a.txt", "one\n");
  hub.open(1, first);
  await hint(1);
  await shows(first, "in_progress: Waiting for ana");
  hub.review(1, { id: 1, by: ANA, state: "changes_requested", commit: first });
  await hint(1, { about: "review" });
  const { grace } = await follows(1, ({ phase }) => phase.is === "rework");
  expect(grace).not.toBeNull();

  const second = commit("a.txt", "two\n", first);
  hub.push(1, second);
  await hint(1);
  const task = await follows(1, ({ round }) => round?.content.head === second);
  expect(task.round?.number).toBe(2);
  await shows(second, "in_progress: Waiting for ana");
});

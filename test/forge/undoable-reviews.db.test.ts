import type { Task } from "@countersign/core";
import { expect, it } from "vitest";
import { POLICY } from "../engine/open-engine.ts";
import { openForgeLab } from "./forge-lab.ts";
import { ANA } from "./memory-forge.ts";

const NEVER_MS = 3_600_000;
const lab = await openForgeLab(
  {
    ...POLICY,
    checks: [],
    trust: { forgeReviews: "all" },
    merge: { graceSeconds: 3, strategy: "none" },
  },
  { pollMs: NEVER_MS },
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

it("withdraws an approval whose review is dismissed while it can be undone, and no other", async () => {
  const head = commit("b.txt", "one\n");
  const isUndoable = ({ grace }: Task) => grace?.act === "approve";
  hub.open(2, head);
  await hint(2);
  await shows(head, "in_progress: Waiting for ana");
  hub.review(2, { id: 2, by: ANA, state: "approved", commit: head });
  await hint(2, { about: "review" });
  await follows(2, isUndoable);
  hub.review(2, { id: 2, by: ANA, state: "dismissed", commit: head });
  await hint(2, { about: "review" });
  await follows(2, ({ phase }) => phase.is === "reviewing");

  await hint(null, { about: "check", pressed: { action: "approve", by: ANA, commit: head } });
  await follows(2, isUndoable);
  await hint(2, { about: "review" });
  await follows(2, ({ phase }) => phase.is === "done");
});

import type { Task } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";
import { submitFile } from "./submit-file.ts";

const lab = await openEngine({
  ...POLICY,
  checks: [...POLICY.checks, { id: "slow", run: "test ! -e slow.txt || sleep 600" }],
  modes: { default: "batch", floor: "auto", autoApprove: { maxIterations: 1 } },
});
const { engine, ana, agent, key, until, signIn } = lab;
const planner = await signIn({ actor: "plan-agent", role: "planner" });

type Work = Parameters<typeof submitFile>[2] & { by?: typeof ana; mode?: Mode };
type Mode = "per-task" | "batch" | "auto" | "skip";

/** A task with labels of a person, submitted. */
async function submitted(
  labels: string[],
  { by = ana, mode, ...work }: Work = {},
): Promise<string> {
  const { task } = await engine.createTask(by, key(), { title: "Work", repo: "shop", labels });
  const shown = { round: null, tree: null };
  if (mode !== undefined)
    await engine.command(planner, key(), task, { type: "change_mode", ...shown, mode });
  await submitFile(lab, task, work);
  return task;
}

const waitsForAna = ({ phase }: Task) => phase.is === "reviewing" && phase.person === "ana";
const isSettled = (task: Task) => waitsForAna(task) || task.phase.is === "done";
/** The mode of a task and where its checks left it. */
async function outcome(task: string): Promise<[string | undefined, string]> {
  const { round, phase } = await until(task, isSettled, 30_000);
  return [round?.plan?.mode.mode, phase.is];
}

describe("the mode of a task", () => {
  it.each([
    ["review:per-task", "per-task", "reviewing"],
    ["review:batch", "batch", "reviewing"],
    ["review:auto", "auto", "done"],
    ["review:skip", "skip", "done"],
    ["security", "per-task", "reviewing"],
    ["docs", "skip", "done"],
    ["trivial", "auto", "done"],
  ])(
    "is chosen by the label %s: %s, after green checks %s [R-003] [R-005] [R-069] [R-071] [R-141]",
    async (label, mode, state) => {
      expect(await outcome(await submitted([label]))).toEqual([mode, state]);
    },
  );

  it("is proposed by a planner down to the floor; a person's label wins [R-070]", async () => {
    expect(await outcome(await submitted([], { mode: "skip" }))).toEqual(["auto", "done"]);
    expect(await outcome(await submitted([], { mode: "per-task" }))).toEqual([
      "per-task",
      "reviewing",
    ]);
    const labelled = await submitted(["review:per-task"], { mode: "auto" });
    expect(await outcome(labelled)).toEqual(["per-task", "reviewing"]);
  });
});

describe("approval without a person", () => {
  it("says so, and believes the checks that the engine ran [R-140]", async () => {
    const done = await until(await submitted(["review:auto"]), ({ phase }) => phase.is === "done");
    expect(done.flags).toEqual(["auto_approved"]);
    const checks = done.round?.verdicts.items.filter(({ byKind }) => byKind === "check");
    expect(checks?.map(({ by, sandboxed }) => [by, sandboxed])).toContainEqual(["tests", true]);
  });

  it("is refused by the mode, a label, a check, too many attempts and an unfinished signal [R-052] [R-139]", async () => {
    expect(await outcome(await submitted(["review:batch"]))).toEqual(["batch", "reviewing"]);
    expect((await outcome(await submitted(["review:auto", "security"])))[1]).toBe("reviewing");
    const partial = await submitted(["review:auto"], { signal: "PARTIAL" });
    const isAsked = ({ round }: Task) => round?.decision?.outstanding[0] === "layer:self";
    const { round } = await until(partial, isAsked);
    expect(round).toMatchObject({ signal: "PARTIAL", summary: "done" });
    const broken = await submitted(["review:auto"], { path: "broken.txt" });
    const back = await until(broken, ({ phase }) => phase.is === "rework");
    expect(back.attempt).toBe(2);
    await submitFile(lab, broken);
    expect((await outcome(broken))[1]).toBe("reviewing");
  });
});

it("an owner decides past a gate that is not open, and everybody can see it [R-142]", async () => {
  const task = await submitted([], { path: "slow.txt" });
  const { round } = await until(task, (seen) => seen.round?.decision?.gate === "pending");
  const shown = { round: round?.number ?? 0, tree: round?.content.tree ?? "" };
  await expect(engine.command(ana, key(), task, { type: "approve", ...shown })).rejects.toThrow();
  const override = { type: "override", ...shown, reason: "The test is wrong" } as const;
  await expect(engine.command(agent, key(), task, override)).rejects.toMatchObject({
    code: "forbidden",
  });
  await engine.command(ana, key(), task, override);
  const done = await until(task, ({ phase }) => phase.is === "done");

  expect(done.flags).toContain("override");
  const { story } = await engine.why(ana, task);
  expect(story.map(({ text }) => text).join("\n")).toContain("approved by override");
  expect(done.feedback).toMatchObject([{ customFeedback: "The test is wrong" }]);
});

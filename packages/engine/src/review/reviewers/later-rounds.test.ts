import { type Finding, type Task, transition } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { answerCommand } from "../rounds/answer-command.ts";
import { askReviewer } from "./ask-reviewer.ts";
import { createChildRunner } from "./testing/child-runner.ts";
import { openLab } from "./testing/open-lab.ts";
import {
  nextRound,
  policyContext,
  policyReviewer,
  policyWith,
  taskInReview,
} from "./testing/review-task.ts";

const { repository, scratch } = await openLab();
const policy = policyWith([{ id: "reader" }], { limits: { attempts: 10 } });
const reviewer = policyReviewer(policy, "reader");
const requirement = "agent:reader";

const finding = (quote: string, message: string, file = "src/many.ts") =>
  JSON.stringify({ severity: "major", category: "correctness", file, quote, message });

/** Asks about the task's round with a reviewer that says these findings, and records what it says. */
async function review(
  task: Task,
  findings: readonly string[],
): Promise<{ task: Task; brief: string }> {
  const runner = createChildRunner(
    () => `say({ verdict: "concerns", findings: [${findings.join(",")}] });`,
  );
  const { round } = task;
  const asked = round?.plan?.requirements.find(({ id }) => id === requirement);
  if (round === null || asked === undefined) throw new Error("nobody is asked");
  const { content } = round;
  const signal = new AbortController().signal;
  const question = { policy, task, of: "round", content, signal } as const;
  const result = await askReviewer(
    { mirror: repository.mirror, runner, scratch },
    { ...question, reviewer },
  );
  const given = { ...question, requirement: asked, reviewer: "reader" };
  const { command, actor } = answerCommand(`vrd_${round.number}`, round.number, given, result);
  const next = transition(task, command, policyContext(policy, actor)).task;
  return { task: next, brief: runner.asked[0]?.brief ?? "" };
}

const lines = (...changed: string[]) =>
  [...changed, ...Array.from({ length: 20 }, (_, index) => `const line${index} = ${index};`)].join(
    "\n",
  );

const standing = (task: Task) =>
  task.findings.map(({ message, disposition }: Finding) => [message, disposition.is]);

describe("a later round", () => {
  it("shows what is new and the reviewer's own findings; what it could have said before is late", async () => {
    await repository.commit({ "src/many.ts": lines("const a = 1 / 0;") });
    const first = await review(taskInReview(policy, await repository.content()), [
      finding("1 / 0", "It divides by zero"),
    ]);
    expect(first.brief).not.toContain("## Since round");

    await repository.commit({ "src/many.ts": lines("const a = 1 / 1;", "const b = 2 / 0;") });
    const second = await review(nextRound(first.task, policy, await repository.content()), [
      finding("2 / 0", "It still divides by zero"),
      finding("const line7 = 7;", "Seven is odd"),
      finding("# Shop", "The title is short", "readme.md"),
    ]);

    expect(second.brief).toContain("## Since round 1");
    expect(second.brief).toContain("Problem: It divides by zero");
    expect(second.brief).toContain("+const b = 2 / 0;");
    expect(standing(second.task)).toEqual([
      ["It divides by zero", "stale"],
      ["It still divides by zero", "open"],
      ["Seven is odd", "late"],
      ["The title is short", "late"],
    ]);
  });

  it("may speak of what stands where lines went away", async () => {
    await repository.commit({ "src/gone.ts": lines("check();") });
    const first = await review(taskInReview(policy, await repository.content()), [
      finding("check()", "It checks nothing", "src/gone.ts"),
    ]);
    await repository.commit({ "src/gone.ts": lines() });
    const second = await review(nextRound(first.task, policy, await repository.content()), [
      finding("const line0 = 0;", "Nothing is checked any more", "src/gone.ts"),
    ]);

    expect(standing(second.task).at(-1)).toEqual(["Nothing is checked any more", "open"]);
  });

  it("is a first look for a reviewer that had no result before", async () => {
    await repository.commit({ "src/first.ts": lines("one();") });
    const task = taskInReview(policy, await repository.content());
    await repository.commit({ "src/first.ts": lines("two();") });
    const { task: after, brief } = await review(
      nextRound(task, policy, await repository.content()),
      [finding("const line3 = 3;", "Three is odd", "src/first.ts")],
    );

    expect(brief).not.toContain("## Since round");
    expect(standing(after)).toEqual([["Three is odd", "open"]]);
  });
});

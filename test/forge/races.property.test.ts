import { type Task, turnOf } from "@countersign/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf } from "../../packages/core/src/testing/facts-of.ts";
import { times } from "../../packages/core/src/testing/scale.ts";
import { submittedHead } from "../../packages/engine/src/forge/plan-change.ts";
import { createRaceModel, type RaceModel } from "./race-model.ts";

const LANES = ["reads", "writes", "merges"] as const;
const ROUNDS = 12;
const MAX_STEPS = 2_000;

const number = fc.nat({ max: 1 });
const head = fc.constantFrom("1", "2", "3", "4", "5");
const event = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant("step"), lane: fc.constantFrom(...LANES) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("push"), number, head }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("approve"), number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("redo", "close", "reopen"), number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("mergeElsewhere"), number }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom("poll", "report", "tryMerge"), number }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("wait", "wait", "followTarget") }) },
);
type RaceEvent = { do: string; number?: number; head?: string; lane?: (typeof LANES)[number] };

function play(model: RaceModel, one: RaceEvent): void {
  const at = one.number ?? 0;
  switch (one.do) {
    case "step":
      model.step(one.lane ?? "reads");
      break;
    case "push":
      model.push(at, one.head ?? "1");
      break;
    case "approve":
      model.review(at, "approved");
      break;
    case "redo":
      model.review(at, "changes_requested");
      break;
    case "close":
      model.setState(at, "closed");
      break;
    case "reopen":
      model.setState(at, "open");
      break;
    case "mergeElsewhere":
      model.mergeElsewhere(at);
      break;
    case "wait":
      model.wait(10_000);
      break;
    case "followTarget":
      model.followTarget();
      break;
    default:
      schedule(model, one.do, at);
  }
}

function schedule(model: RaceModel, what: string, at: number): void {
  if (what === "poll") model.poll(at);
  else if (what === "report") model.report(at);
  else model.tryMerge(at);
}

/** Lets polls and jobs run until nothing changes, as the engine does without any further event. */
function settle(model: RaceModel): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    model.wait(60_000);
    model.followTarget();
    model.pulls.forEach((_, at) => {
      model.poll(at);
      model.tryMerge(at);
      model.report(at);
    });
    let steps = 0;
    while (LANES.map((lane) => model.step(lane)).some(Boolean)) {
      steps += 1;
      if (steps > MAX_STEPS) throw new Error("The jobs do not come to rest");
    }
  }
}

const ENDED: readonly string[] = ["none", "done", "rejected"];

/** Returns why the task of a pull request is stuck. Null if it has ended, or if an actor can continue it. */
function whyStuck(model: RaceModel, at: number): string | null {
  const state = model.pulls[at]?.state ?? "closed";
  const phase = model.taskOf(at)?.phase.is ?? "none";
  if (state !== "open") return ENDED.includes(phase) ? null : `${state}, but ${phase}`;
  return whyOpenStuck(model, at);
}

function whyOpenStuck(model: RaceModel, at: number): string | null {
  const head = model.pulls[at]?.head ?? "0";
  const task = model.taskOf(at);
  if (task === null) return "has no task";
  if (submittedHead(task) !== contentOf(head).head && task.phase.is !== "done")
    return `shows another head, ${task.phase.is}`;
  if (!model.checks.has(head)) return "has no check";
  const waits = model.model.isHeld || hasUnapprovedTwin(model, at);
  return canContinue(task, model.checks.get(head), waits) ? null : task.phase.is;
}

/** Returns true if another pull request with the same head keeps their check from being green. */
function hasUnapprovedTwin(model: RaceModel, at: number): boolean {
  return model.pulls.some(({ state, head }, other) => {
    if (other === at || state !== "open" || head !== model.pulls[at]?.head) return false;
    return model.taskOf(other)?.phase.is !== "approved";
  });
}

/** Returns true if a person or the author can act, and the check says so. */
function canContinue(task: Task, check: string | undefined, waits: boolean): boolean {
  switch (task.phase.is) {
    case "held":
    case "rework":
      return true;
    case "done":
      return check === "action_required";
    case "approved":
      return waits;
    default:
      return task.phase.is === "reviewing" && turnOf(task).holder === "person";
  }
}

function race(heads: readonly string[], events: readonly RaceEvent[]): RaceModel {
  const model = createRaceModel(heads);
  for (const one of events) play(model, one);
  settle(model);
  expect(model.failures).toEqual([]);
  expect(model.pulls.map((_, at) => whyStuck(model, at))).toEqual(heads.map(() => null));
  const unapproved = model.target.filter((step) => !model.isApprovedByAna(step.head));
  expect(unapproved.filter(({ isOurs }) => isOurs)).toEqual([]);
  if (unapproved.length > 0) expect(model.model.isHeld).toBe(true);
  return model;
}

describe("races around approve, publish and merge", () => {
  it.each([
    ["two pull requests", ["1", "2"], 1_000],
    ["two pull requests on one head", ["1", "1"], 100],
  ])(
    "of %s: no unapproved tree, no green check without an approval, no stuck task",
    (_, heads, usual) => {
      const seen = { merged: 0, held: 0, green: 0, foreign: 0 };
      fc.assert(
        fc.property(fc.array(event, { minLength: 20, maxLength: 120 }), (events) => {
          const { model, checks, target } = race(heads, events);
          seen.merged += model.mergeRequests;
          seen.held += Number(model.isHeld);
          seen.green += Number([...checks.values()].includes("success"));
          seen.foreign += target.filter(({ isOurs }) => !isOurs).length;
        }),
        { numRuns: times(usual, 50) },
      );
      for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
    },
  );

  it("shows the worse result of two pull requests on one head", () => {
    const model = createRaceModel(["1", "1"]);
    const run = () => {
      for (const at of [0, 1, 0, 1]) {
        model.poll(at);
        while (LANES.map((lane) => model.step(lane)).some(Boolean));
        model.wait(10_000);
        model.report(at);
      }
    };
    model.review(0, "approved");
    run();
    expect(model.taskOf(0)?.phase.is).toBe("approved");
    model.report(0);
    while (LANES.map((lane) => model.step(lane)).some(Boolean));
    expect(model.checks.get("1")).toBe("action_required");
    model.review(1, "approved");
    run();
    expect(model.checks.get("1")).toBe("success");
    settle(model);
    expect(model.target[0]).toEqual({ head: "1", isOurs: true });
  });
});

import { describe, expect, it } from "vitest";
import {
  type AssignmentCandidate,
  chooseAssignment,
  type HandOutRule,
  isHandedOut,
  type Worker,
} from "./choose-assignment.ts";

const HERE = { branch: "work", worktree: "/w/one" };
const WORKER: Worker = { author: "codex", location: HERE };
const at = (location = HERE, author = "codex") => ({ location: { author, ...location } });

function task(
  name: string,
  { location = null, ...more }: Partial<AssignmentCandidate> = {},
): AssignmentCandidate {
  return {
    task: name,
    state: "open",
    agent: null,
    priority: "P1",
    updatedMs: 0,
    location,
    ...more,
  };
}

const sprint = (state: HandOutRule["state"], ...tasks: string[]): HandOutRule => ({ state, tasks });

/** `new cs-a`, or `nothing`. */
function chosen(
  candidates: AssignmentCandidate[],
  rule: HandOutRule | null = null,
  worker = WORKER,
): string {
  const found = chooseAssignment(candidates, worker, rule);
  return found === null ? "nothing" : `${found.is} ${found.task.task}`;
}

describe("a sprint hands out", () => {
  it.each([
    ["any task without a sprint", null, ["cs-in", "cs-out"]],
    ["its own tasks alone while it runs", sprint("running", "cs-in"), ["cs-in"]],
    ["none of its tasks while it is paused", sprint("paused", "cs-in"), ["cs-out"]],
    ["any task after its end", sprint("ended", "cs-in"), ["cs-in", "cs-out"]],
  ] as const)("%s [R-178]", (_, rule, expected) => {
    expect(["cs-in", "cs-out"].filter((one) => isHandedOut(one, rule))).toEqual(expected);
  });
});

describe("the next assignment", () => {
  it.each<[string, AssignmentCandidate[], string]>([
    ["is nothing where nothing waits", [], "nothing"],
    ["is a task without an agent", [task("cs-a")], "new cs-a"],
    [
      "is the task that is assigned to the agent before any other",
      [task("cs-a", { priority: "P0" }), task("cs-b", { agent: "codex" })],
      "new cs-b",
    ],
    ["is no other agent's", [task("cs-a", { agent: "claude" })], "nothing"],
    ["is the most important one", [task("cs-a"), task("cs-b", { priority: "P0" })], "new cs-b"],
    [
      "is the oldest of equals",
      [task("cs-a", { updatedMs: 2 }), task("cs-b", { updatedMs: 1 })],
      "new cs-b",
    ],
    [
      "is work that came back here before new work",
      [
        task("cs-a", { priority: "P0" }),
        task("cs-b", { state: "rework", agent: "codex", ...at() }),
      ],
      "here cs-b",
    ],
    [
      "is what was begun here before a new task",
      [task("cs-a"), task("cs-b", { state: "in_progress", agent: "codex", ...at() })],
      "here cs-b",
    ],
    [
      "is work that came back on another branch of the directory before new work",
      [
        task("cs-a"),
        task("cs-b", { state: "rework", agent: "codex", ...at({ ...HERE, branch: "other" }) }),
      ],
      "elsewhere cs-b",
    ],
    [
      "is no work of the agent in another directory",
      [task("cs-b", { state: "rework", agent: "codex", ...at({ ...HERE, worktree: "/w/two" }) })],
      "nothing",
    ],
    [
      "is no work of another agent in the same directory",
      [task("cs-b", { state: "rework", ...at({ ...HERE, branch: "other" }, "claude") })],
      "nothing",
    ],
    [
      "is no task that was opened for work on another branch",
      [task("cs-b", { agent: "codex", ...at({ ...HERE, branch: "other" }) })],
      "nothing",
    ],
    ["is nothing that is in review", [task("cs-a", { state: "reviewing" })], "nothing"],
    [
      "is work that lost its agent and has no location",
      [task("cs-a", { state: "rework" })],
      "new cs-a",
    ],
    [
      "is not what an agent on another machine began",
      [task("cs-a", { state: "rework", agent: "codex" })],
      "nothing",
    ],
  ])("%s [R-025]", (_, candidates, expected) => {
    expect(chosen(candidates)).toBe(expected);
  });

  it("is a task of the running sprint, whatever else waits [R-178]", () => {
    const waiting = [task("cs-a", { priority: "P0", agent: "codex" }), task("cs-b")];
    expect(chosen(waiting, sprint("running", "cs-b"))).toBe("new cs-b");
    expect(chosen(waiting, sprint("running", "cs-c"))).toBe("nothing");
  });

  it("is the agent's own work although the running sprint does not have it", () => {
    const back = task("cs-a", { state: "rework", agent: "codex", ...at() });
    expect(chosen([back, task("cs-b")], sprint("running", "cs-b"))).toBe("here cs-a");
  });

  it("is no task of a paused sprint that could not be claimed, and what was begun goes on", () => {
    const back = task("cs-a", { state: "rework", agent: "codex", ...at() });
    const begun = task("cs-b", { state: "in_progress", agent: "codex", ...at() });
    const rule = sprint("paused", "cs-a", "cs-b");
    expect(chosen([back], rule)).toBe("nothing");
    expect(chosen([back, begun], rule)).toBe("here cs-b");
  });

  it("is the task that release 0.1 remembered for the branch, if it has no location", () => {
    const former = { ...WORKER, former: "cs-f" };
    const back = task("cs-f", { state: "rework", agent: "codex" });
    expect(chosen([task("cs-a"), back], null, former)).toBe("here cs-f");
    const moved = { ...back, ...at({ ...HERE, worktree: "/w/two" }) };
    expect(chosen([moved], null, former)).toBe("nothing");
  });
});

describe("the next assignment of an agent on another machine", () => {
  const remote: Worker = { author: "codex", location: null };

  it.each<[string, AssignmentCandidate[], string]>([
    [
      "is its own work first",
      [task("cs-a"), task("cs-b", { state: "rework", agent: "codex" })],
      "here cs-b",
    ],
    [
      "is its own work on a branch",
      [task("cs-b", { state: "rework", agent: "codex", ...at({ branch: "b", worktree: "" }) })].map(
        (one) => ({ ...one, location: { author: "codex", branch: "b", worktree: null } }),
      ),
      "here cs-b",
    ],
    ["is a task that is assigned to it", [task("cs-a", { agent: "codex" })], "new cs-a"],
    [
      "is nothing that has a directory",
      [task("cs-a", { state: "rework", agent: "codex", ...at() })],
      "nothing",
    ],
  ])("%s", (_, candidates, expected) => {
    expect(chosen(candidates, null, remote)).toBe(expected);
  });

  it("obeys the sprint for tasks that are assigned but not begun [R-178]", () => {
    const assigned = [task("cs-a", { agent: "codex" })];
    expect(chosen(assigned, sprint("running", "cs-b"), remote)).toBe("nothing");
  });
});

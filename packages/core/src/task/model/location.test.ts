import { describe, expect, it } from "vitest";
import { refusal } from "../../testing/refusal.ts";
import { type Scenario, scenario } from "../../testing/scenario.ts";
import { createTask } from "../commands/work/create.ts";
import { createdTask } from "../fold/fold.ts";
import { locationText } from "./location.ts";

const FIX = { branch: "agent/fix", worktree: "/work/fix" };
const DOCS = { branch: "agent/docs", worktree: "/work/docs" };
const CLAUDE = { id: "agent-1", kind: "agent", planner: false } as const;
const CODEX = { ...CLAUDE, id: "agent-2" };

const claim = (location?: typeof FIX) =>
  ({ type: "claim", ...(location !== undefined && { location }) }) as const;

function endLease(the: Scenario): void {
  const { phase } = the.task;
  if ("leaseUntilMs" in phase) the.wait(phase.leaseUntilMs - the.nowMs);
  the.engine({ type: "lease_expired" });
}

describe("where a task's work is", () => {
  it("is where its author claimed it", () => {
    const the = scenario();
    expect(the.task.location).toBeUndefined();
    the.send(claim(FIX), CLAUDE);
    expect(the.task.location).toEqual({ author: "agent-1", ...FIX });
  });

  it("is where it was opened for", () => {
    const the = scenario();
    const { id, title, repo, department, priority, authorFamily } = the.task;
    const fields = { id, title, repo, department, priority, authorFamily, labels: [] };
    const nothing = { taskType: null, assignee: null, sponsor: null };
    const command = { type: "create", ...fields, ...nothing, location: FIX } as const;
    const { task, log } = createTask({ ...command, labels: [] }, the.context(CLAUDE));
    expect(task.location).toEqual({ author: "agent-1", ...FIX });
    const [entry] = log;
    if (entry?.event.type !== "created") throw new Error("The log begins with another event");
    expect(createdTask(entry.event)).toEqual(task);
  });

  it("moves with a round that is submitted elsewhere", () => {
    const the = scenario();
    the.send(claim(FIX), CLAUDE);
    the.submit("1", { location: DOCS });
    expect(the.task.location).toEqual({ author: "agent-1", ...DOCS });
  });

  it("moves with its directory, and is handed out there alone", () => {
    const the = scenario();
    the.send(claim(FIX), CLAUDE);
    the.engine({ type: "work_moved", worktree: "/moved/fix" });
    const moved = { branch: "agent/fix", worktree: "/moved/fix" };
    expect(the.task.location).toEqual({ author: "agent-1", ...moved });
    expect(the.state).toBe("in_progress");
    the.send(claim(moved), CLAUDE);
    expect(refusal(() => the.send(claim(FIX), CLAUDE))).toMatchObject({ code: "not_your_turn" });
  });

  it("stays unknown where it was, whatever was moved", () => {
    const the = scenario();
    the.engine({ type: "work_moved", worktree: "/moved/fix" });
    expect(the.task.location).toBeUndefined();
    const byAgent = () => the.send({ type: "work_moved", worktree: "/etc" }, CLAUDE);
    expect(refusal(byAgent)).toMatchObject({ code: "forbidden" });
  });

  it("stays known where the same author does not say it, and is unknown of another", () => {
    const the = scenario();
    the.submit("1", { location: FIX });
    the.submit("2");
    expect(the.task.location).toEqual({ author: "agent-1", ...FIX });
    the.redo();
    the.wait(60_000);
    endLease(the);
    the.send(claim(), CODEX);
    expect(the.task.location).toBeUndefined();
  });

  it("is forgotten with the lease of work that has no content, and kept with content", () => {
    const the = scenario();
    the.send(claim(FIX), CLAUDE);
    endLease(the);
    expect(the.task.location).toBeUndefined();
    the.send(claim(FIX), CLAUDE);
    the.submit("1", { location: FIX });
    the.redo();
    the.wait(60_000);
    the.send(claim(FIX), CLAUDE);
    endLease(the);
    expect(the.task).toMatchObject({ phase: { is: "open" }, location: FIX });
  });

  it("is forgotten when a task is opened again", () => {
    const the = scenario();
    the.submit("1", { location: FIX });
    the.reject();
    the.wait(60_000);
    the.send({ type: "reopen" }, { id: "ana", kind: "human", planner: false });
    expect(the.task.location).toBeUndefined();
  });
});

describe("a claim of work that its author has elsewhere", () => {
  it("is refused while the lease lasts, and the place is named", () => {
    const the = scenario();
    the.send(claim(FIX), CLAUDE);
    const refused = refusal(() => the.send(claim(DOCS), CLAUDE));
    expect(refused).toMatchObject({
      code: "not_your_turn",
      message: "cs-test is assigned to agent-1 in /work/fix (branch agent/fix)",
    });
    expect(the.try(claim({ ...FIX, branch: "other" }), CLAUDE)).toBe("not_your_turn");
    expect(the.try(claim(FIX), CLAUDE)).toBe("ok");
  });

  it("is refused for work that came back, until its lease ends", () => {
    const the = scenario();
    the.submit("1", { location: FIX });
    the.redo();
    the.wait(60_000);
    expect(the.try(claim(DOCS), CLAUDE)).toBe("not_your_turn");
    endLease(the);
    expect(the.try(claim(DOCS), CLAUDE)).toBe("ok");
  });
});

describe("locationText", () => {
  it.each([
    [FIX, "/work/fix (branch agent/fix)"],
    [{ branch: "HEAD", worktree: "/work/fix" }, "/work/fix (no branch)"],
    [{ branch: "agent/fix", worktree: null }, "branch agent/fix"],
  ])("%j", (location, text) => {
    expect(locationText(location)).toBe(text);
  });
});

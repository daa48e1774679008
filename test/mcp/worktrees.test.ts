import { createClient } from "@countersign/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AgentLocation } from "../../packages/mcp/src/index.ts";
import {
  type Agent,
  FINDING,
  giveReview,
  type McpLab,
  openMcpLab,
  openTask,
  REVIEWER,
} from "./mcp-lab.ts";

let lab: McpLab;
let reviewer: Agent;
beforeEach(async () => {
  lab = await openMcpLab();
  reviewer = await lab.agent(REVIEWER, "reviewer");
});
afterEach(async () => {
  await lab.close();
});

const worktree = (name: string, branch = name): Extract<AgentLocation, { is: "worktree" }> => ({
  is: "worktree",
  repo: "shop",
  worktree: `/work/${name}`,
  branch,
  formerTask: null,
});

/** A session of the same agent at some place. */
const at = (place: AgentLocation): Promise<Agent> =>
  lab.agent("claude-code", "author", { place: async () => place });

/** A reviewer has concerns about what it was asked first. */
async function sendBack(): Promise<void> {
  await giveReview(reviewer, { approved: false, findings: [FINDING] });
}

const ANSWERS = [{ finding_id: "F-1", status: "fixed" }];

describe("two sessions of one agent in two worktrees", () => {
  it("submit to a task each, and hear of their own alone", async () => {
    const [one, two] = [await at(worktree("one")), await at(worktree("two"))];
    const first = await one.call("submit_for_review", { title: "First", summary: "a" });
    const second = await two.call("submit_for_review", { title: "Second", summary: "b" });
    expect(first.data.task).not.toBe(second.data.task);

    await sendBack();
    expect((await two.call("get_my_assignment")).data.assignment).toBeNull();
    const told = await one.call("get_my_assignment");
    expect(told.data.assignment).toMatchObject({
      task: first.data.task,
      status: "rework",
      branch: "one",
      worktree: "/work/one",
    });
    expect(told.text).toContain("Work in /work/one (branch one).");
  });

  it("cannot take up what the other began", async () => {
    const [one, two] = [await at(worktree("one")), await at(worktree("two"))];
    const { data } = await one.call("submit_for_review", { title: "First" });
    await sendBack();
    const taken = await two.call("accept_assignment", { assignment_id: data.task });
    expect(taken).toMatchObject({ isError: true, data: { code: "NOT_YOUR_TURN" } });
    expect(taken.text).toContain("is assigned to claude-code in /work/one (branch one)");
    const own = await one.call("accept_assignment", { assignment_id: data.task });
    expect(own.isError).toBe(false);
  });

  it("are one author in the same worktree, and another on another branch of it", async () => {
    const first = await (await at(worktree("one"))).call("submit_for_review", { title: "First" });
    await sendBack();
    const resumed = await at(worktree("one"));
    expect((await resumed.call("get_my_assignment")).data.assignment).toMatchObject({
      task: first.data.task,
    });
    const elsewhere = await at(worktree("one", "docs"));
    expect((await elsewhere.call("get_my_assignment")).data).toMatchObject({
      assignment: { task: first.data.task, branch: "one", worktree: "/work/one" },
      next: { why: expect.stringContaining('run "git switch one" before you accept it') },
    });
    const other = await elsewhere.call("submit_for_review", { summary: "Write the docs\nall" });
    expect(other.data.task).not.toBe(first.data.task);
    expect((await lab.person.showTask({ task: String(other.data.task) })).title).toBe(
      "Write the docs",
    );
  });

  it("bring a round from another branch where they name the task", async () => {
    const first = await (await at(worktree("one"))).call("submit_for_review", { title: "First" });
    await sendBack();
    const elsewhere = await at(worktree("two"));
    const task = String(first.data.task);
    const named = { assignment_id: task, answers: ANSWERS };
    expect((await elsewhere.call("submit_for_review", named)).data).toMatchObject({
      task,
      round: 2,
    });
    expect((await lab.person.showTask({ task })).location).toEqual({
      author: "claude-code",
      branch: "two",
      worktree: "/work/two",
    });
  });
});

describe("an agent whose branch has work in review", () => {
  it("is told to begin the next task on a branch of its own", async () => {
    const next = await openTask(lab, "Sprint job");
    const author = await at(worktree("one"));
    const { data } = await author.call("submit_for_review", { title: "First" });
    const why = `${next} "Sprint job" is your next task. Commit your work and run "git switch -c ${next} main" before you accept it.`;
    expect(data.next).toEqual({ do: `accept_assignment ${next}`, why });
    expect((await author.call("get_my_assignment")).data).toMatchObject({
      assignment: { task: next, branch: next, worktree: "/work/one" },
      next: { why },
    });
  });

  it("is offered nothing new on the target branch, where it cannot commit", async () => {
    await openTask(lab, "Sprint job");
    const author = await at(worktree("one", "main"));
    const { data } = await author.call("submit_for_review", { title: "First" });
    expect(data.next).toMatchObject({ do: "stop" });
    const told = await author.call("get_my_assignment");
    expect(told.data).toMatchObject({
      assignment: null,
      next: { do: "stop", why: expect.stringContaining(`${data.task} has your work`) },
    });
  });
});

describe("a task of a release that knew no places", () => {
  it("is told and continued on the branch that it was remembered for, and nowhere else", async () => {
    const token = lab.token("claude-code", "author");
    const older = createClient({ baseUrl: lab.server.url, token });
    const { task } = await older.createTask({ body: { title: "Begun before", repo: "shop" } });
    await older.submit({ task, body: { from: { branch: "one" } } });
    await sendBack();
    const elsewhere = await at(worktree("two"));
    expect((await elsewhere.call("get_my_assignment")).data.assignment).toBeNull();
    const here = await at({ ...worktree("one"), formerTask: task });
    expect((await here.call("get_my_assignment")).data.assignment).toMatchObject({ task });
    const again = await here.call("submit_for_review", { answers: ANSWERS });
    expect(again.data).toMatchObject({ task, round: 2 });
    expect((await lab.person.showTask({ task })).location).toMatchObject({ branch: "one" });
  });
});

describe("a submission that names no task", () => {
  it("never takes one of the backlog", async () => {
    const waiting = await openTask(lab, "Sprint job");
    const author = await at(worktree("one"));
    const { data } = await author.call("submit_for_review", {});
    expect(data.task).not.toBe(waiting);
    expect((await lab.person.showTask({ task: waiting })).state).toBe("open");
  });

  it("continues what the author accepted there", async () => {
    const task = await openTask(lab, "Sprint job");
    const author = await at(worktree("one"));
    expect((await author.call("get_my_assignment")).data.assignment).toMatchObject({ task });
    await author.call("accept_assignment", { assignment_id: task });
    expect((await author.call("submit_for_review", {})).data.task).toBe(task);
  });
});

describe("an agent outside the repositories that are reviewed", () => {
  it("has no work and submits none", async () => {
    await openTask(lab);
    const author = await at({ is: "outside" });
    expect((await author.call("get_my_assignment")).data.assignment).toBeNull();
    const told = await author.call("submit_for_review", { title: "x" });
    expect(told).toMatchObject({ isError: true, data: { code: "NOT_FOUND" } });
    expect(told.text).toContain("not in a registered repository");
    expect((await lab.person.listTasks({})).items).toHaveLength(1);
  });
});

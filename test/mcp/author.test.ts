import { toShown } from "@countersign/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Agent,
  FINDING,
  giveReview,
  handIn,
  type McpLab,
  openMcpPair,
  openTask,
} from "./mcp-lab.ts";

let lab: McpLab;
let author: Agent;
let reviewer: Agent;

beforeEach(async () => {
  ({ lab, author, reviewer } = await openMcpPair());
});
afterEach(async () => {
  await lab.close();
});

const newTask = (title?: string) => openTask(lab, title);
const handedIn = () => handIn(lab, author);
const review = (given: Record<string, unknown>) => giveReview(reviewer, given);

describe("an author", () => {
  it("takes work, hands it in, hears back, answers and hands it in again [R-028] [R-044] [R-156] [R-167] [R-210]", async () => {
    const task = await newTask();
    const first = await author.call("get_my_assignment");
    expect(first.data).toMatchObject({
      assignment: { id: task, status: "pending", title: "Write a limiter", findings: [] },
      next: { do: `accept_assignment ${task}` },
    });
    expect((await author.call("accept_assignment", { assignment_id: task })).data).toMatchObject({
      status: "accepted",
    });
    const handed = {
      assignment_id: task,
      branch_name: "work",
      summary: "a limiter",
      signal: "DONE",
    };
    expect((await author.call("submit_for_review", handed)).data).toMatchObject({
      task,
      round: 1,
      max_cycles: 3,
      mode: "per-task",
      gate: { decision: "pending" },
      next: { do: "stop" },
    });
    expect((await author.call("get_my_assignment")).data).toMatchObject({ assignment: null });

    await review({ approved: false, feedback: "not yet", findings: [FINDING] });
    const back = await author.call("get_my_assignment");
    expect(back.data).toMatchObject({
      assignment: { id: task, status: "rework", round: 2, review_attempt: 2 },
    });
    expect(back.text).toContain("F-1 · major · src/app.ts:3 · limits");
    expect(back.text).toContain("Done when: two parallel calls");

    const bare = await author.call("submit_for_review", { ...handed, summary: "again" });
    expect(bare).toMatchObject({ isError: true, data: { code: "UNANSWERED_FINDINGS" } });
    expect(bare.text).toContain("F-1 (app.ts:3)");
    const answers = [{ finding_id: "F-1", status: "fixed" }];
    expect((await author.call("submit_for_review", { ...handed, answers })).data).toMatchObject({
      round: 2,
    });
  });

  it("hears a person's words first, quoted [R-165]", async () => {
    const task = await handedIn();
    await review({ approved: true });
    await lab.person.redo({
      task,
      body: {
        ...toShown(await lab.person.showTask({ task })),
        quickIssues: ["Code style issues"],
        customFeedback: "## No\nUse the config.",
      },
    });
    const { text } = await author.call("get_my_assignment");
    expect(text).toContain("## Previous Review Feedback (Iteration 1)");
    expect(text).toContain("The reviewer identified these issues:\n- Code style issues\n");
    expect(text).toContain("> ## No\n> Use the config.");
    expect(text).toContain("Please address these concerns in this iteration.");
    expect(text).not.toContain("Treat it as a description of problems");
  });

  it("may repeat what it submitted, and it is one round", async () => {
    const task = await newTask();
    const given = { assignment_id: task, branch_name: "work", summary: "the same" };
    const first = await author.call("submit_for_review", given);
    const again = await author.call("submit_for_review", given);
    expect(again.isError).toBe(false);
    expect(again.data.round).toBe(first.data.round);
    const other = await author.call("submit_for_review", { ...given, summary: "another" });
    expect(other).toMatchObject({ isError: false, data: { task, round: 1 } });
    const partial = { ...given, signal: "PARTIAL" };
    const less = await author.call("submit_for_review", partial);
    expect(less).toMatchObject({ isError: true, data: { code: "NOTHING_CHANGED" } });
    expect(less.text).toContain(
      `The content is identical to round 1 of ${task}, so there is nothing to review.`,
    );
  });

  it("submits without an assignment under a title, once", async () => {
    const given = { title: "Mend the door", branch_name: "door", summary: "x" };
    const first = await author.call("submit_for_review", given);
    expect(first.data).toMatchObject({ round: 1 });
    expect((await author.call("submit_for_review", given)).data.task).toBe(first.data.task);
    expect((await lab.person.listTasks({})).items).toHaveLength(1);
  });

  it("is told what is missing", async () => {
    const none = await author.call("report_event", { type: "milestone", summary: "x" });
    expect(none).toMatchObject({ isError: true, data: { code: "NO_ASSIGNMENT" } });
    expect(none.text).toContain("call submit_for_review with a title");
    const nowhere = await author.call("submit_for_review", { title: "x", summary: "x" });
    expect(nowhere.text).toContain("branch_name");
    const task = await newTask();
    const bare = { finding_id: "F-1", status: "wont_fix" };
    const noted = { assignment_id: task, branch_name: "w", answers: [bare] };
    expect((await author.call("submit_for_review", noted)).text).toContain("requires a note");
  });

  it("disputes a finding with a reason, and needs one", async () => {
    const task = await handedIn();
    await review({ approved: false, findings: [FINDING] });
    const word = `${task}/F-1`;
    const bare = await author.call("respond_to_finding", { finding_id: word, status: "wont_fix" });
    expect(bare).toMatchObject({ isError: true, data: { code: "INVALID_INPUT" } });
    const note = "the caller holds the lock";
    const said = { finding_id: "F-1", status: "answered", note };
    expect((await author.call("respond_to_finding", said)).data).toMatchObject({
      finding: { id: "F-1", status: "disputed" },
      remaining: 0,
      next: { do: "submit_for_review" },
    });
    const fixed = await author.call("respond_to_finding", { finding_id: "F-1", status: "fixed" });
    expect(fixed.data.next).toMatchObject({ do: expect.stringContaining('finding_id: "F-1"') });
    const view = await lab.person.showTask({ task });
    expect(view.findings[0]?.disposition).toMatchObject({ is: "disputed", note, by: "codex" });
  });

  it("is stopped when its rounds are used [R-029] [R-031]", async () => {
    const task = await handedIn();
    for (const round of [2, 3, 4]) {
      await review({ approved: false, findings: [FINDING] });
      if (round === 4) break;
      const answers = [{ finding_id: "F-1", status: "fixed" }];
      const given = { assignment_id: task, branch_name: "work", summary: `${round}`, answers };
      expect((await author.call("submit_for_review", given)).data.round).toBe(round);
    }
    const told = await author.call("submit_for_review", {
      assignment_id: task,
      branch_name: "work",
      summary: "once more",
    });
    expect(told).toMatchObject({
      isError: true,
      data: { code: "ROUNDS_USED", next: { do: "stop" } },
    });
    expect(told.text).toBe(
      `3 of 3 rounds are used; ${task} was escalated to ana. Do not submit again. Stop.`,
    );
    expect((await author.call("get_review_status", { task })).data.next).toMatchObject({
      do: "stop",
    });
  });

  it("takes no work of another agent", async () => {
    const task = await newTask();
    await author.call("accept_assignment", { assignment_id: task });
    const other = await lab.agent("gemini", "author");
    expect((await other.call("get_my_assignment")).data).toMatchObject({ assignment: null });
    const taken = await other.call("accept_assignment", { assignment_id: task });
    expect(taken).toMatchObject({ isError: true, data: { code: "NOT_YOUR_TURN" } });
    expect(taken.text).toBe(
      `${task} is assigned to codex. Nothing to do; stop or take another task.`,
    );
  });

  it("reports what happens, which may start a look at unfinished work", async () => {
    const task = await newTask();
    await author.call("accept_assignment", { assignment_id: task });
    const told = await author.call("report_event", { type: "milestone", summary: "half way" });
    expect(told.data).toMatchObject({ task, review_started: expect.any(Boolean) });
  });

  it("makes a review stricter and never looser [R-010]", async () => {
    const task = await handedIn();
    const told = await author.call("set_review_mode", { task, mode: "skip", reason: "small" });
    expect(told.data).toMatchObject({ mode: "per-task", previous: "per-task" });
    const { items } = await lab.person.readLog({ task });
    expect(items.find(({ event }) => event.type === "mode_proposed")?.event).toMatchObject({
      reason: "small",
    });
    const bare = await author.call("set_review_mode", { task, mode: "skip" });
    expect(bare).toMatchObject({ isError: true, data: { code: "INVALID_INPUT" } });
  });

  it("waits at most as long as it asked", async () => {
    const task = await handedIn();
    const began = performance.now();
    const told = await author.call("get_review_status", { task, wait_seconds: 1 });
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(told.data).toMatchObject({ state: "reviewing", next: { do: "stop" } });
  });

  it("is woken by the news that it waits for", async () => {
    const task = await handedIn();
    const waiting = author.call("get_review_status", { task, wait_seconds: 50 });
    await review({ approved: false, findings: [FINDING] });
    const told = await waiting;
    expect(told.data).toMatchObject({ state: "rework", next: { do: "get_my_assignment" } });
  });

  it("reads ids that are numbers", async () => {
    await lab.person.createTask({ body: { id: "42", title: "A number", repo: "shop" } });
    expect((await author.call("get_review_status", { task: 42 })).data).toMatchObject({
      task: "42",
      state: "open",
    });
  });

  it("is stopped by a token that no longer counts", async () => {
    const { items } = await lab.admin.listTokens();
    for (const { id, actor } of items) if (actor === "codex") await lab.admin.revokeToken({ id });
    const told = await author.call("get_my_assignment");
    expect(told).toMatchObject({ isError: true, data: { code: "AUTH", next: { do: "stop" } } });
    expect(told.text).toContain("A person must run: countersign token create --role");
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ReviewRequestView } from "../../packages/mcp/src/tool/review-request.ts";
import { type Agent, type McpLab, openMcpPair, REVIEWER } from "./mcp-lab.ts";

let lab: McpLab;
let reviewer: Agent;
let authors: readonly [Agent, Agent];
let tasks: string[];

async function submit(author: Agent, title: string): Promise<string> {
  const { task } = await lab.person.createTask({ body: { title, repo: "shop" } });
  await author.call("submit_for_review", { assignment_id: task, branch_name: "w", summary: "x" });
  return task;
}

beforeEach(async () => {
  const pair = await openMcpPair();
  ({ lab, reviewer } = pair);
  authors = [pair.author, await lab.agent("gemini", "author")];
  tasks = [await submit(authors[0], "Controller"), await submit(authors[1], "Schema")];
});
afterEach(async () => {
  await lab.close();
});

async function request() {
  const { data } = await reviewer.call("get_my_assignment");
  return ReviewRequestView.parse(data.review_request);
}

describe("a review request over several tasks", () => {
  it("names every task that waits, by its author, and pins each to its round and tree [R-091]", async () => {
    const views = await Promise.all(tasks.map((task) => lab.person.showTask({ task })));

    expect(await request()).toEqual({
      type: "review_request",
      reviewer: REVIEWER,
      targets: ["codex", "gemini"],
      context: {},
      focus_areas: ["Security vulnerabilities", "Spec compliance", "Integration correctness"],
      max_words: 200,
      items: views.map(({ id, title, authors: by, round }) => ({
        assignment_id: `${id}/agent:${REVIEWER}@1`,
        task: id,
        title,
        authors: by,
        round: 1,
        tree: round?.content.tree,
      })),
    });
  });

  it("takes one verdict per task, and each counts for its own task alone", async () => {
    const [first, second] = (await request()).items;
    await reviewer.call("get_change", { task: first?.task });
    const approve = { assignment_id: first?.assignment_id, approved: true, summary: "fine" };
    expect((await reviewer.call("submit_review_result", approve)).isError).toBe(false);

    expect((await request()).items).toEqual([second]);
    const other = await lab.person.showTask({ task: second?.task ?? "" });
    const seat = other.round?.requirements.find(({ id }) => id === `agent:${REVIEWER}`);
    expect(seat?.verdicts).toEqual([]);
  });

  it("does not let what was read of one task approve another", async () => {
    const [first, second] = (await request()).items;
    await reviewer.call("get_change", { task: first?.task });
    const told = await reviewer.call("submit_review_result", {
      assignment_id: second?.assignment_id,
      approved: true,
    });
    expect(told.text).toContain("not shown the whole change");
  });

  it("refuses a verdict on a round that is over, and takes the others", async () => {
    const [first, second] = (await request()).items;
    const object = (assignment: string | undefined) =>
      reviewer.call("submit_review_result", {
        assignment_id: assignment,
        approved: false,
        findings: [{ severity: "major", category: "x", message: "it fails" }],
      });
    await object(first?.assignment_id);
    const answers = [{ finding_id: "F-1", status: "fixed" }];
    const again = { assignment_id: tasks[0], branch_name: "w", summary: "y", answers };
    expect((await authors[0].call("submit_for_review", again)).data.round).toBe(2);

    expect(await object(first?.assignment_id)).toMatchObject({ data: { code: "STALE_ROUND" } });
    expect((await object(second?.assignment_id)).isError).toBe(false);
  });

  it("is not there when nothing waits", async () => {
    const idle = await lab.agent("somebody-else", "reviewer");
    expect((await idle.call("get_my_assignment")).data).not.toHaveProperty("review_request");
  });
});

describe("a review that an author asks for", () => {
  it("has a prompt, and is refused in words where no further agent can be asked [R-192]", async () => {
    const { prompts } = await authors[0].client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain("start-review");

    const asked = { type: "request_review", summary: "the limits", task: tasks[0] };
    const told = await authors[0].call("report_event", asked);
    expect(told).toMatchObject({ isError: true });
    expect(told.text).toContain("No further agent can be asked about");
  });

  it("starts a look at unfinished work", async () => {
    const { task } = await lab.person.createTask({ body: { title: "Later", repo: "shop" } });
    await authors[0].call("accept_assignment", { assignment_id: task });
    const told = await authors[0].call("report_event", {
      type: "request_review",
      summary: "half of it",
      task,
    });
    expect(told.data).toMatchObject({ review_started: true, task });
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FINDING, giveReview, handIn, type McpLab, openMcpPair, openTask } from "./mcp-lab.ts";

let pair: Awaited<ReturnType<typeof openMcpPair>>;
let lab: McpLab;
beforeEach(async () => {
  pair = await openMcpPair();
  lab = pair.lab;
});
afterEach(async () => {
  await lab.close();
});

describe("the work that an author is offered", () => {
  it("is none of a paused sprint, and again when the sprint goes on", async () => {
    const [first, second] = [await openTask(lab, "Job 1"), await openTask(lab, "Job 2")];
    await lab.person.startSprint({ body: { tasks: [first, second] } });
    const offered = async () => (await pair.author.call("get_my_assignment")).data.assignment;
    expect(await offered()).toMatchObject({ task: first });

    await lab.person.pauseSprint({});
    expect(await offered()).toBeNull();
    const other = await openTask(lab, "Beside the sprint");
    expect(await offered()).toMatchObject({ task: other });

    await lab.person.resumeSprint({});
    expect(await offered()).toMatchObject({ task: first });
  });
});

describe("an author that has submitted", () => {
  it("is free at once, and takes the next task while the first is reviewed [R-004] [R-025]", async () => {
    const first = await handIn(lab, pair.author);
    const next = await openTask(lab, "Job 2");
    const { data } = await pair.author.call("get_my_assignment");
    expect(data.assignment).toMatchObject({ task: next, status: "pending" });
    const taken = await pair.author.call("accept_assignment", { assignment_id: next });
    expect(taken).toMatchObject({ isError: false, data: { status: "accepted" } });

    expect(await lab.person.showTask({ task: first })).toMatchObject({ state: "reviewing" });
    expect(await lab.person.showTask({ task: next })).toMatchObject({ state: "in_progress" });
  });
});

describe("while a sprint runs", () => {
  it("only its tasks are offered, and any again after its end [R-178]", async () => {
    const [excluded, chosen] = [await openTask(lab, "Excluded"), await openTask(lab, "Chosen")];
    await lab.person.startSprint({ body: { tasks: [chosen] } });
    const offered = async () => (await pair.author.call("get_my_assignment")).data.assignment;
    expect(await offered()).toMatchObject({ task: chosen });
    await pair.author.call("accept_assignment", { assignment_id: chosen });
    await pair.author.call("submit_for_review", { assignment_id: chosen, branch_name: "work" });
    expect(await offered()).toBeNull();

    await lab.person.stopSprint({});
    expect(await offered()).toMatchObject({ task: excluded });
  });

  it("an agent that submits its last task is told to stop, although others wait [R-178]", async () => {
    const [, chosen] = [await openTask(lab, "Excluded"), await openTask(lab, "Chosen")];
    await lab.person.startSprint({ body: { tasks: [chosen] } });
    await pair.author.call("accept_assignment", { assignment_id: chosen });
    await lab.person.stopSprint({});
    const last = { assignment_id: chosen, branch_name: "work" };
    expect((await pair.author.call("submit_for_review", last)).data.next).toMatchObject({
      do: "stop",
    });
  });
});

describe("after a submission", () => {
  const submit = (task: string, branch: string) =>
    pair.author.call("submit_for_review", { assignment_id: task, branch_name: branch });

  it("the next assignment is named, and taken without naming it [R-025]", async () => {
    const [first, second] = [await openTask(lab, "Job 1"), await openTask(lab, "Job 2")];
    expect((await pair.author.call("accept_assignment")).text).toContain(`${first} is yours`);
    const { data, text } = await submit(first, "one");
    expect(data.next).toEqual({
      do: `accept_assignment ${second}`,
      why: `${second} "Job 2" is your next task.`,
    });
    expect(text).toContain(`Next: accept_assignment ${second}.`);
    expect((await pair.author.call("accept_assignment")).text).toContain(`${second} is yours`);
    expect((await submit(second, "two")).data.next).toMatchObject({ do: "stop" });
    const none = await pair.author.call("accept_assignment");
    expect(none).toMatchObject({ isError: true, data: { code: "NO_ASSIGNMENT" } });
  });

  it("work that came back is named before a new task", async () => {
    const [first, second] = [await openTask(lab, "Job 1"), await openTask(lab, "Job 2")];
    await openTask(lab, "Job 3");
    await submit(first, "one");
    await giveReview(pair.reviewer, { approved: false, findings: [FINDING] });
    expect((await submit(second, "two")).data.next).toMatchObject({
      do: `accept_assignment ${first}`,
      why: `${first} "Job 1" waits for you.`,
    });
  });
});

describe("the findings of earlier rounds", () => {
  it("reach a reviewer with their text and how they stand", async () => {
    const task = await handIn(lab, pair.author);
    await giveReview(pair.reviewer, { approved: false, findings: [FINDING] });
    const answers = [{ finding_id: "F-1", status: "fixed" }];
    await pair.author.call("submit_for_review", {
      assignment_id: task,
      branch_name: "work",
      answers,
    });

    const { data } = await pair.reviewer.call("get_change", { task });
    expect(data.prior_findings).toEqual([
      { id: "F-1", status: expect.any(String), message: FINDING.message },
    ]);
  });
});

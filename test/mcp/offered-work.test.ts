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

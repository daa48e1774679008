import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Agent,
  FINDING,
  giveReview,
  handIn,
  type McpLab,
  openMcpPair,
  openTask,
  REVIEWER,
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

async function read(uri: string): Promise<string> {
  const { contents } = await author.client.readResource({ uri });
  const [first] = contents;
  return first !== undefined && "text" in first ? first.text : "";
}

async function readJson(uri: string): Promise<ReturnType<typeof JSON.parse>> {
  return JSON.parse(await read(uri));
}

describe("an author", () => {
  it("reads its inbox, its task and its feedback as resources", async () => {
    const task = await handIn(lab, author);
    await giveReview(reviewer, { approved: false, findings: [FINDING] });
    expect(await readJson("countersign://inbox")).toMatchObject({ items: [{ task }] });
    expect(await readJson(`countersign://task/${task}`)).toMatchObject({ state: "rework" });
    expect(await read(`countersign://task/${task}/feedback`)).toContain("F-1 · major");
    await expect(read("countersign://task/cs-nope")).rejects.toThrow("There is no task cs-nope");
  });

  it("reads the change of a round, what reviewers said of it, and the policy as resources", async () => {
    const task = await handIn(lab, author);
    await giveReview(reviewer, { approved: false, feedback: "not yet", findings: [FINDING] });
    const diff = await readJson(`countersign://task/${task}/diff/1`);
    expect(diff).toMatchObject({
      task,
      round: 1,
      files: [{ path: "src/app.ts" }, { path: "latin1.txt" }],
      untrusted: true,
      isWhole: true,
    });
    expect(diff.files[0].hunks[0]).toContain("written by codex (untrusted: data");
    await expect(readJson(`countersign://task/${task}/diff/2`)).rejects.toThrow("no round 2");
    await expect(readJson(`countersign://task/${task}/diff/x`)).rejects.toThrow("a number");
    expect(await readJson(`countersign://report/${task}`)).toMatchObject({
      task,
      round: 1,
      requirements: expect.arrayContaining([
        expect.objectContaining({
          id: `agent:${REVIEWER}`,
          verdicts: [{ by: REVIEWER, opinion: "concerns", summary: "not yet" }],
        }),
      ]),
      findings: [{ id: "F-1", severity: "major" }],
    });
    expect(await readJson("countersign://policy")).toMatchObject({
      repo: "shop",
      limits: { attempts: 3 },
      modes: { default: "per-task" },
      policies: ["universal"],
    });
  });

  it("is told when a task or the inbox that it watches changes, and no more when it looks away", async () => {
    const task = await openTask(lab);
    const watcher = await lab.agent("codex", "author", { watchMs: 10 });
    const told: string[] = [];
    watcher.client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      told.push(params.uri);
    });
    const uris = [`countersign://task/${task}`, "countersign://inbox"];
    for (const uri of uris) await watcher.client.subscribeResource({ uri });
    for (const uri of ["countersign://chains", "countersign://task/no-such"])
      await expect(watcher.client.subscribeResource({ uri })).rejects.toThrow();
    await author.call("accept_assignment", { assignment_id: task });
    await vi.waitFor(() => expect(new Set(told)).toEqual(new Set(uris)), 10_000);
    for (const uri of uris) await watcher.client.unsubscribeResource({ uri });
    const before = told.length;
    await author.call("report_event", { task, type: "milestone", summary: "half" });
    await watcher.call("get_my_assignment");
    expect(told).toHaveLength(before);
    await expect(author.client.subscribeResource({ uri: uris[0] ?? "" })).rejects.toThrow();
  });
});

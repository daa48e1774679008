import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Agent, type McpLab, openMcpPair, REVIEWER } from "./mcp-lab.ts";

let lab: McpLab;
let author: Agent;
let reviewer: Agent;
let task: string;

beforeEach(async () => {
  ({ lab, author, reviewer } = await openMcpPair());
  task = (await lab.person.createTask({ body: { title: "A limiter", repo: "shop" } })).task;
  await author.call("submit_for_review", { assignment_id: task, branch_name: "w", summary: "x" });
});
afterEach(async () => {
  await lab.close();
});

const seat = () => `${task}/agent:${REVIEWER}@1`;
const finding = (more = {}) => ({ severity: "major", category: "x", message: "it fails", ...more });

describe("a reviewer", () => {
  it("gets the round that waits for it, reads the change and answers [R-112] [R-210]", async () => {
    expect((await reviewer.call("get_my_assignment")).data).toMatchObject({
      assignment: { id: seat(), task, round: 1 },
    });
    expect(
      (await reviewer.call("accept_assignment", { assignment_id: seat() })).data,
    ).toMatchObject({
      status: "accepted",
    });
    const change = await reviewer.call("get_change", { task });
    expect(change.data).toMatchObject({ untrusted: true, cursor: null, round: 1 });
    expect(JSON.stringify(change.data.files)).toContain("written by codex (untrusted");
    expect(change.text).toContain("written by codex (untrusted");
    const verdict = { assignment_id: seat(), approved: true, feedback: "good" };
    expect((await reviewer.call("submit_review_result", verdict)).data).toMatchObject({
      status: "approved",
      escalated: false,
    });
    expect((await reviewer.call("get_my_assignment")).data).toMatchObject({ assignment: null });
    const { round } = await lab.person.showTask({ task });
    const mine = round?.requirements.find(({ id }) => id === `agent:${REVIEWER}`);
    expect(mine?.verdicts).toMatchObject([{ by: REVIEWER, opinion: "approved", summary: "good" }]);
  });

  it("may repeat its verdict, and it counts once [R-153] [R-244]", async () => {
    const verdict = { assignment_id: seat(), approved: true, feedback: "good" };
    await reviewer.call("get_change", { task });
    await reviewer.call("submit_review_result", verdict);
    const before = (await lab.person.showTask({ task })).seq;
    expect((await reviewer.call("submit_review_result", verdict)).isError).toBe(false);
    expect((await lab.person.showTask({ task })).seq).toBe(before);
  });

  it("cannot approve a change of which it was not served every page", async () => {
    const verdict = { assignment_id: seat(), approved: true };
    const approve = () => reviewer.call("submit_review_result", verdict);

    expect((await approve()).text).toMatch(/not shown the whole change.*cursor=0:0/);
    await reviewer.call("get_change", { task, since: "last_review" });
    expect((await approve()).text).toMatch(/cursor=0:0/);
    await reviewer.call("get_change", { task, files: ["src/**"] });
    expect((await approve()).text).toMatch(/cursor=1:0/);
    const { round } = await lab.person.showTask({ task });
    const mine = round?.requirements.find(({ id }) => id === `agent:${REVIEWER}`);
    expect(mine?.verdicts).toEqual([]);
    await reviewer.call("get_change", { task, files: ["latin1.txt"] });
    expect((await approve()).isError).toBe(false);
  });

  it("cannot object without a word of reason, which would cost the author an attempt [R-112]", async () => {
    const silent = { assignment_id: seat(), approved: false };
    const told = await reviewer.call("submit_review_result", silent);

    expect(told).toMatchObject({ isError: true, data: { code: "INVALID_INPUT" } });
    expect(told.text).toContain("A verdict of concerns needs a reason: a summary or a finding.");
    expect(await lab.person.showTask({ task })).toMatchObject({ state: "reviewing", attempt: 1 });
  });

  it("is told how many rounds there are [R-113]", async () => {
    const assigned = await reviewer.call("get_my_assignment");
    expect(assigned.data).toMatchObject({ assignment: { max_cycles: 3 } });
    const verdict = { assignment_id: seat(), approved: false, findings: [finding()] };
    const told = await reviewer.call("submit_review_result", verdict);
    expect(told.data).toMatchObject({ status: "rework", review_attempt: 2, max_cycles: 3 });
  });

  it("may object before it has read every page", async () => {
    const verdict = { assignment_id: seat(), approved: false, findings: [finding()] };

    expect((await reviewer.call("submit_review_result", verdict)).isError).toBe(false);
  });

  it("is told which of its findings were not understood; the others are stored", async () => {
    const findings = [finding(), finding({ line: -1 }), finding({ severity: "awful" })];
    const told = await reviewer.call("submit_review_result", {
      assignment_id: seat(),
      approved: false,
      findings,
    });
    expect(told.data).toMatchObject({ status: "rework", accepted: ["F-1"] });
    expect(told.data.rejected).toMatchObject([{ index: 1 }, { index: 2 }]);
  });

  it("stores nothing when no finding was understood", async () => {
    const given = { assignment_id: seat(), approved: false, findings: [finding({ line: 0 })] };
    const told = await reviewer.call("submit_review_result", given);
    expect(told).toMatchObject({ isError: true, data: { code: "BAD_FINDING" } });
    expect(told.text).toMatch(/^findings\[0\]: line: .+ Give the line in the new file/);
    expect((await lab.person.showTask({ task })).findings).toEqual([]);
  });

  it("cannot judge a round that it has not seen", async () => {
    const given = { assignment_id: seat(), approved: false, findings: [finding()] };
    await reviewer.call("submit_review_result", given);
    const answers = [{ finding_id: "F-1", status: "fixed" }];
    const again = { assignment_id: task, branch_name: "w", summary: "y", answers };
    expect((await author.call("submit_for_review", again)).data.round).toBe(2);
    const late = await reviewer.call("submit_review_result", {
      assignment_id: seat(),
      approved: true,
    });
    expect(late).toMatchObject({ isError: true, data: { code: "STALE_ROUND" } });
    expect(late.text).toContain(
      `${task} is at round 2. This call was for round 1 and was ignored.`,
    );
    const bare = await reviewer.call("submit_review_result", {
      assignment_id: task,
      approved: true,
    });
    expect(bare.text).toContain("use the id that get_my_assignment gave");
  });

  it("is told that a new problem on unchanged lines comes late", async () => {
    const first = { assignment_id: seat(), approved: false, findings: [finding()] };
    await reviewer.call("submit_review_result", first);
    const answers = [{ finding_id: "F-1", status: "fixed" }];
    const again = { assignment_id: task, branch_name: "w", summary: "y", answers };
    await author.call("submit_for_review", again);
    const told = await reviewer.call("submit_review_result", {
      assignment_id: `${task}/agent:${REVIEWER}@2`,
      approved: false,
      findings: [finding({ file: "src/app.ts", line: 30, message: "another" })],
    });
    expect(told.data).toMatchObject({ late: ["F-2"], accepted: [] });
  });

  it("cannot answer for a person, for another reviewer, or for its own work [R-010] [R-089]", async () => {
    const call = (agent: Agent, id: string) =>
      agent.call("submit_review_result", { assignment_id: id, approved: true });
    const human = await call(reviewer, `${task}/layer:owner@1`);
    expect(human).toMatchObject({
      isError: true,
      data: { code: "HUMAN_ONLY", next: { do: "stop" } },
    });
    expect(human.text).toMatch(/^Layer owner needs a person\. You cannot approve it\. Stop;/);
    const other = await call(await lab.agent("somebody", "reviewer"), seat());
    expect(other).toMatchObject({ isError: true, data: { code: "NOT_YOUR_TURN" } });
    const own = await call(await lab.agent("codex", "reviewer"), seat());
    expect(own).toMatchObject({ isError: true, data: { code: "SELF_REVIEW" } });
    expect(own.text).toContain("Call get_my_assignment for other work.");
    const { round } = await lab.person.showTask({ task });
    const asked = round?.requirements.filter(({ id }) => id !== "layer:self") ?? [];
    const answered = asked.flatMap(({ verdicts }) => verdicts.map(({ by }) => by));
    expect(answered.toSorted()).toEqual(["integrity", "secrets"]);
  });

  it("contradicts itself in vain", async () => {
    const given = { assignment_id: seat(), approved: true, verdict: "blocker" };
    const told = await reviewer.call("submit_review_result", given);
    expect(told.text).toContain("verdict: blocker contradicts approved: true");
  });

  it("asks for a round, files and a place that exist", async () => {
    const ask = (more: object) => reviewer.call("get_change", { task, ...more });
    expect((await ask({ round: 9 })).data).toMatchObject({ code: "STALE_ROUND" });
    expect((await ask({ since: "yesterday" })).text).toContain(
      "since: base, last_review or round:N",
    );
    expect((await ask({ files: ["src/**"] })).data.files).toMatchObject([{ path: "src/app.ts" }]);
    expect((await ask({ cursor: "x" })).text).toContain("cursor");
  });
});

describe("a planner and a viewer", () => {
  it("find tasks and learn why they stand where they stand", async () => {
    const viewer = await lab.agent("watcher", "viewer");
    expect((await viewer.call("search_tasks", { query: "LIMITER" })).data).toMatchObject({
      items: [{ task, title: "A limiter", state: "reviewing" }],
      cursor: null,
    });
    expect((await viewer.call("search_tasks", { query: "nothing" })).data.items).toEqual([]);
    const why = await viewer.call("explain_decision", { task, aspect: "mode" });
    expect(why.data).toMatchObject({ mode: "per-task", mode_because: { entry: "modes.default" } });
    expect(why.data).not.toHaveProperty("reviewers");
  });

  it("propose a mode, as a planner", async () => {
    const planner = await lab.agent("planner", "planner");
    const told = await planner.call("set_review_mode", { task, mode: "batch", reason: "small" });
    expect(told).toMatchObject({ isError: false, data: { previous: "per-task" } });
  });
});

/** Every text and number in an answer. */
function leaves(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  return typeof value === "object" ? Object.values(value).flatMap(leaves) : [String(value)];
}

describe("every answer", () => {
  it("carries its content as text, for hosts that pass on nothing else", async () => {
    const answers = [
      await author.call("get_my_assignment"),
      await author.call("get_review_status", { task }),
      await author.call("explain_decision", { task }),
      await reviewer.call("get_my_assignment"),
      await reviewer.call("get_change", { task }),
    ];
    for (const { data, text } of answers) {
      expect(leaves(data).length).toBeGreaterThan(1);
      expect(leaves(data).filter((leaf) => !text.includes(leaf))).toEqual([]);
    }
  });

  it("is under 4,000 tokens by default and 20,000 in full, however much there is to say", async () => {
    const much = '"quoted" \\ text '.repeat(120).slice(0, 1_900);
    const findings = Array.from({ length: 200 }, (_, index) =>
      finding({ file: `src/a${index}.ts`, line: 3, quote: much, message: `${index} ${much}` }),
    );
    const told = await reviewer.call("submit_review_result", {
      assignment_id: seat(),
      approved: false,
      findings,
      feedback: much,
    });
    expect(told.isError).toBe(false);
    const sizes = [
      await author.call("get_my_assignment"),
      await author.call("get_review_status", { task }),
      await author.call("explain_decision", { task }),
      await reviewer.call("get_change", { task }),
    ].map(({ size }) => size / 3.5);
    expect(Math.max(...sizes)).toBeLessThan(4_000);
    const full = await author.call("get_my_assignment", { detail: "full" });
    expect(full.size / 3.5).toBeLessThan(20_000);
  });
});

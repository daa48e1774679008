import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { type McpLab, openMcpLab, REVIEWER } from "../mcp/mcp-lab.ts";
import { callThrough, listNames, type Target } from "./inspector.ts";
import { RESOURCES, ROLES } from "./role-tools.ts";

type Role = keyof typeof ROLES;
/** A tool, what it is given, and the code of the refusal where nothing waits. */
type Call = readonly [tool: string, given: object, refused?: string];

async function expectLists(target: Target, role: Role): Promise<void> {
  expect(await listNames(target, "tools")).toEqual(ROLES[role].tools);
  expect(await listNames(target, "prompts")).toEqual(ROLES[role].prompts);
  expect(await listNames(target, "resources")).toEqual(RESOURCES);
}

/** Each answer is structured and says what to do next. */
async function expectAnswers(target: Target, calls: readonly Call[]): Promise<void> {
  for (const [tool, given, refused] of calls) {
    const told = await callThrough(target, tool, given);
    expect({ tool, told }).toMatchObject({
      told: {
        content: [{ type: "text", text: expect.stringMatching(/./) }],
        structuredContent: { next: { do: expect.stringMatching(/./) } },
      },
    });
    const { isError = false, structuredContent } = told;
    const code = structuredContent?.code;
    expect({ tool, isError, code }).toEqual({
      tool,
      isError: refused !== undefined,
      code: refused,
    });
  }
}

function expectAll(role: Role, calls: readonly Call[]): void {
  expect(calls.map(([tool]) => tool).toSorted()).toEqual(ROLES[role].tools);
}

/** One after another: the others look at what the author has submitted. */
describe("the inspector, with the program on stdin and stdout and a real engine", () => {
  let bench: Bench;
  let task: string;

  beforeAll(async () => {
    bench = await openBench();
    const scripts = { test: "test ! -e broken.txt" };
    await bench.write("package.json", `${JSON.stringify({ name: "shop", scripts })}\n`);
    await commitAll("Begin");
    await said(["init", "--yes", "--agents", "none"]);
    await commitAll("Add countersign");
    await bench.confirmPolicy();
    const env = { COUNTERSIGN_TOKEN: await bench.humanToken() };
    await said(["task", "add", "Write a greeting"], { env });
    await bench.git("switch", "--quiet", "-c", "greeting");
    await bench.write("broken.txt", "x\n");
    const { structuredContent } = await callThrough(target("author"), "get_my_assignment", {});
    task = String(Object(structuredContent?.assignment).task);
  });
  afterAll(async () => {
    await bench.close();
  });

  async function commitAll(message: string): Promise<void> {
    await bench.git("add", "-A");
    await bench.git("commit", "--quiet", "--no-verify", "-m", message);
  }

  async function said(args: readonly string[], more = {}): Promise<string> {
    const { code, out, err } = await bench.run(args, more);
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}:\n${out}${err}`);
    return out;
  }

  function target(role: Role): Target {
    const program = [process.execPath, bench.program, "mcp", "--agent", `an-${role}`];
    const env = Object.entries(bench.env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    const args = [...env, "--cwd", bench.repository, "--", ...program, "--role", role];
    return { args, home: bench.directory };
  }

  async function untilRework(): Promise<void> {
    for (const end = Date.now() + 120_000; Date.now() < end; await pause(500)) {
      const { data } = JSON.parse(await said(["task", "show", task, "--json"]));
      if (data.state === "rework") return;
    }
    throw new Error(`It did not come back:\n${await said(["why", task])}`);
  }

  it("lists and calls what an author has, from the assignment to the answered finding", async () => {
    const working: readonly Call[] = [
      ["get_my_assignment", {}],
      ["set_review_mode", { task, mode: "per-task", reason: "it matters" }],
      ["accept_assignment", { assignment_id: task }],
      ["report_event", { type: "milestone", summary: "half way" }],
      ["submit_for_review", { assignment_id: task, summary: "a greeting" }],
      ["get_review_status", { task }],
      ["explain_decision", { task }],
    ];
    const note = "the file belongs there";
    const answering: readonly Call[] = [
      ["respond_to_finding", { finding_id: `${task}/F-1`, status: "answered", note }],
    ];
    expectAll("author", [...working, ...answering]);
    await expectLists(target("author"), "author");
    await expectAnswers(target("author"), working);
    await untilRework();
    await expectAnswers(target("author"), answering);
  });

  it("lists and calls what a reviewer has, also where nothing waits for it", async () => {
    const seat = `${task}/agent:an-reviewer@1`;
    const calls: readonly Call[] = [
      ["get_my_assignment", {}],
      ["accept_assignment", { assignment_id: seat }, "NOT_FOUND"],
      ["get_change", { task }],
      ["submit_review_result", { assignment_id: seat, approved: true }, "NOT_FOUND"],
      ["get_review_status", { task }],
      ["report_event", { type: "blocker", summary: "it does not build" }, "NO_ASSIGNMENT"],
      ["explain_decision", { task }],
    ];
    expectAll("reviewer", calls);
    await expectLists(target("reviewer"), "reviewer");
    await expectAnswers(target("reviewer"), calls);
  });

  it("lists and calls what a planner has", async () => {
    const calls: readonly Call[] = [
      ["search_tasks", { query: "greeting" }],
      ["get_review_status", { task }],
      ["set_review_mode", { task, mode: "batch", reason: "small" }],
      ["explain_decision", { task }],
    ];
    expectAll("planner", calls);
    await expectLists(target("planner"), "planner");
    await expectAnswers(target("planner"), calls);
  });

  it("lists and calls what a viewer has", async () => {
    const calls: readonly Call[] = [
      ["search_tasks", { query: "greeting" }],
      ["get_review_status", { task }],
      ["explain_decision", { task }],
    ];
    expectAll("viewer", calls);
    await expectLists(target("viewer"), "viewer");
    await expectAnswers(target("viewer"), calls);
  });
});

describe("the inspector, over HTTP", () => {
  let lab: McpLab;
  let home: string;

  beforeAll(async () => {
    lab = await openMcpLab();
    home = await mkdtemp(join(tmpdir(), "inspector-"));
  });
  afterAll(async () => {
    await lab.close();
    await rm(home, { recursive: true, force: true });
  });

  it("lists and calls what a reviewer has whose turn it is", async () => {
    const { task } = await lab.person.createTask({ body: { title: "A limiter", repo: "shop" } });
    const author = await lab.agent("codex", "author");
    await author.call("submit_for_review", { assignment_id: task, branch_name: "w", summary: "x" });
    const seat = `${task}/agent:${REVIEWER}@1`;
    const header = `Authorization: Bearer ${lab.token(REVIEWER, "reviewer")}`;
    const target: Target = {
      args: [`${lab.server.url}/mcp`, "--transport", "http", "--header", header],
      home,
    };
    const calls: readonly Call[] = [
      ["get_my_assignment", {}],
      ["accept_assignment", { assignment_id: seat }],
      ["get_change", { task }],
      ["report_event", { type: "milestone", summary: "half way" }],
      ["submit_review_result", { assignment_id: seat, approved: true, feedback: "good" }],
      ["get_review_status", { task }],
      ["explain_decision", { task }],
    ];
    expectAll("reviewer", calls);
    await expectLists(target, "reviewer");
    await expectAnswers(target, calls);
    expect(lab.server.failures).toEqual([]);
  });
});

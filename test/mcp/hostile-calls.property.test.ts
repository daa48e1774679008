import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../packages/api/src/index.ts";
import { createApp } from "../../packages/server/src/index.ts";
import { createMemoryEngine } from "../../packages/server/src/testing/memory-engine.ts";
import { principal, type Role } from "../../packages/server/src/testing/open-server.ts";
import { times } from "../../packages/server/src/testing/times.ts";
import { type Agent, connect, REVIEWER } from "./mcp-lab.ts";

const ROLES = ["author", "reviewer", "planner", "viewer", "human", "admin"] as const;
const WRITES: Readonly<Record<string, readonly Role[]>> = {
  claimed: ["author"],
  submitted: ["author"],
  created: ["author"],
  offered: ["author"],
  disposed: ["author"],
  clarification_answered: ["author"],
  verdict_recorded: ["reviewer"],
  evidence_recorded: ["reviewer"],
  mode_proposed: ["author", "planner"],
  event_reported: ["author", "reviewer"],
};
/** What only a person may cause. */
const PERSONS = ["released", "rejected", "feedback_given", "grace_opened", "undone", "reopened"];

const engine = createMemoryEngine({ "org-a": "ana" }, [REVIEWER]);
const failures: string[] = [];
const app = createApp({
  engine,
  hosts: ["127.0.0.1"],
  origins: [],
  version: "1.2.3",
  instance: "inst-1",
  log: ({ event, fields }) => failures.push(`${event} ${fields?.error ?? ""}`),
});
const agents = new Map<Role, { agent: Agent; name: string }>();
const NAMES: Record<Role, string> = {
  author: "codex",
  reviewer: REVIEWER,
  planner: "planner",
  viewer: "watcher",
  human: "bea",
  admin: "root",
};

/** The server without sockets: what is fuzzed is everything behind them. */
beforeAll(async () => {
  const token = (role: Role) => engine.issue("org-a", NAMES[role], role);
  const root = await principal(engine, token("admin"));
  await engine.addRepository(root, { path: "/srv/shop", id: "shop" });
  const ana = await principal(engine, engine.issue("org-a", "ana", "human"));
  for (const id of ["cs-one", "cs-two", "7"])
    await engine.createTask(ana, `create-${id}`, { id, title: `Task ${id}`, repo: "shop" });
  for (const role of ROLES) {
    const client = createClient({
      baseUrl: "http://127.0.0.1",
      token: token(role),
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set("host", "127.0.0.1");
        return await app.request(input, { ...init, headers });
      },
    });
    agents.set(role, {
      agent: await connect({ client, role, version: "1.2.3" }),
      name: NAMES[role],
    });
  }
});
afterAll(async () => {
  for (const { agent } of agents.values()) await agent.close();
});

const Word = fc.oneof(
  fc.constantFrom("cs-one", "cs-two", "7", "F-1", "F-2", "cs-one/F-1", "base", "last_review"),
  fc.constantFrom(
    `cs-one/agent:${REVIEWER}@1`,
    `cs-two/agent:${REVIEWER}@2`,
    "cs-one/layer:owner@1",
  ),
  fc.constantFrom("DONE", "fixed", "answered", "wont_fix", "approved", "blocker", "skip", "auto"),
  fc.constantFrom("milestone", "request_review", "major", "critical", "concise", "full", "round:1"),
  fc.constantFrom(
    "__proto__",
    "../../etc/passwd",
    "\u0000",
    "a\r\nb",
    "{task}",
    "'; DROP TABLE",
    "",
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
);
const Value = fc.oneof(
  { weight: 6, arbitrary: Word },
  { weight: 1, arbitrary: fc.constantFrom(7, 0, -1, 1.5, 1e300, null, true, false) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
const Task = fc.oneof(fc.constantFrom("cs-one", "cs-two", "7", 7), Value);
const Seat = [1, 2].flatMap((round) =>
  ["cs-one", "cs-two"].map((id) => `${id}/agent:${REVIEWER}@${round}`),
);
const Assignment = fc.oneof(Task, fc.constantFrom(...Seat));
const Finding = fc.record(
  {
    severity: fc.oneof(fc.constantFrom("critical", "major", "warning", "info"), Value),
    category: fc.oneof(fc.constant("x"), Value),
    file: fc.oneof(fc.constant("src/app.ts"), Value),
    line: fc.oneof(fc.constant(1), Value),
    message: fc.oneof(fc.constant("it fails"), Value),
  },
  { requiredKeys: ["severity", "message"] },
);
const Answer = fc.record({ finding_id: Word, status: Word, note: Word }, { requiredKeys: [] });
const Given = fc.record(
  {
    task: Task,
    assignment_id: Assignment,
    finding_id: Value,
    title: fc.oneof(fc.constant("Another"), fc.constantFrom(7, null, "", "x".repeat(501))),
    status: Value,
    note: Value,
    type: fc.oneof(fc.constantFrom("milestone", "blocker"), Value),
    mode: Value,
    reason: fc.oneof(fc.constant("x"), Value),
    summary: fc.oneof(fc.constant("x"), Value),
    signal: fc.oneof(fc.constant("DONE"), Value),
    branch_name: fc.oneof(fc.constant("work"), Value),
    answers: fc.oneof(fc.array(Answer, { maxLength: 3 }), Value),
    approved: fc.oneof(fc.boolean(), Value),
    verdict: Value,
    findings: fc.oneof(fc.array(Finding, { maxLength: 3 }), Value),
    since: Value,
    cursor: Value,
    detail: fc.constantFrom("concise", "full", "x"),
    aspect: Value,
    state: Value,
    limit: Value,
    round: Value,
  },
  { requiredKeys: [] },
);
const TOOLS = [
  "get_my_assignment",
  "accept_assignment",
  "submit_for_review",
  "get_review_status",
  "respond_to_finding",
  "report_event",
  "get_change",
  "submit_review_result",
  "set_review_mode",
  "explain_decision",
  "search_tasks",
  "approve",
] as const;

const LEAK = /\bat .+:\d+:\d+|node_modules|\.ts:\d|TypeError|ZodError|ECONN/;

async function callAs(role: Role, tool: string, given: Record<string, unknown>): Promise<string> {
  const { agent } = agents.get(role) ?? {};
  if (agent === undefined) throw new Error(`There is no ${role}`);
  try {
    const { isError, text, data } = await agent.call(tool, given);
    expect(data.next).toMatchObject({ do: expect.any(String) });
    if (isError) {
      expect(data.code).toMatch(/^[A-Z_]+$/);
      expect(data.code).not.toBe("INTERNAL");
      expect(text).toMatch(/[.!?\]]$/);
    }
    return text;
  } catch (error) {
    // a tool that this role does not have is unknown to it
    if (error instanceof Error && /Tool .* not found/s.test(error.message)) return error.message;
    throw error;
  }
}

/** What the log says that each of them caused; answers with the kinds of events there were. */
async function readLog(): Promise<Set<string>> {
  const ana = await principal(engine, engine.issue("org-a", "ana", "human"));
  const kinds = new Set<string>();
  for (let after: string | undefined; ; ) {
    const { items, next } = await engine.stream(ana, after === undefined ? {} : { after });
    for (const { by, event } of items) {
      kinds.add(event.type);
      requireRight(by, event);
    }
    if (items.length === 0 || next === null) return kinds;
    after = next;
  }
}

type Happened = Awaited<ReturnType<typeof engine.stream>>["items"][number]["event"];

function requireRight(by: string, event: Happened): void {
  expect(PERSONS).not.toContain(event.type);
  const role = ROLES.find((one) => NAMES[one] === by);
  const allowed = WRITES[event.type];
  if (allowed !== undefined && role !== undefined) expect(allowed).toContain(role);
  if (event.type === "verdict_recorded" && event.verdict.by === REVIEWER)
    expect(event.verdict.requirement).toBe(`agent:${REVIEWER}`);
}

describe("whatever agents call", () => {
  it("breaks nothing, tells nothing of our insides and moves no task without the right", async () => {
    const calls = fc.tuple(fc.constantFrom(...ROLES), fc.constantFrom(...TOOLS), Given);
    await fc.assert(
      fc.asyncProperty(calls, async ([role, tool, given]) => {
        const before = engine.commands;
        expect(await callAs(role, tool, given)).not.toMatch(LEAK);
        const reads = /^(?:get|explain|search)_/.test(tool);
        const mayWrite = !reads && !["viewer", "human", "admin"].includes(role);
        if (!mayWrite) expect(engine.commands).toBe(before);
      }),
      { numRuns: times(100_000) },
    );
    const kinds = await readLog();
    for (const kind of ["claimed", "submitted", "event_reported", "verdict_recorded"])
      expect([...kinds]).toContain(kind);
    expect(failures).toEqual([]);
  });
});

import { ERROR_STATUS } from "@countersign/api";
import { ROLES, type Role } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { actorForRole } from "../../packages/engine/src/access/principal.ts";
import { serveMcpOverHttp } from "../../packages/mcp/src/index.ts";
import { toolsFor } from "../../packages/mcp/src/tools-for.ts";
import { createApp } from "../../packages/server/src/app.ts";
import { pathOf, rolesOf } from "../../packages/server/src/testing/describe-route-matrix.ts";
import { SCOPES } from "../../packages/server/src/testing/describe-scope-matrix.ts";
import type { World } from "../../packages/server/src/testing/open-server.ts";
import { ROUTES, rowOf } from "../../packages/server/src/testing/route-rows.ts";
import { openLab } from "./open-lab.ts";

const lab = await openLab();
const open = async () =>
  (await lab.engine.createTask(lab.agent, lab.key(), { title: "Work", repo: "shop" })).task;
const own = await open();
const other = await open();

const KINDS = ["human", "agent", "check", "system"] as const;
const SCOPED = ["every task", "its task", "another task"] as const;
type Cell = { role: Role; kind: (typeof KINDS)[number]; scope: (typeof SCOPED)[number] };

const WORLD: World = {
  engine: lab.engine,
  tokens: { viewer: "", author: "", reviewer: "", planner: "", human: "", admin: "" },
  foreignTokens: { viewer: "", author: "", reviewer: "", planner: "", human: "", admin: "" },
  task: own,
  tree: "1".repeat(40),
  repo: "shop",
  token: "tok_of_nobody",
  secrets: [],
};

/** Tools that answer about the caller's own work, whatever task is named. */
const ABOUT_NOTHING: ReadonlySet<string> = new Set(["get_my_assignment", "search_tasks"]);
const TOOL_NAMES = [...new Set(ROLES.flatMap((role) => toolsFor(role).map(({ name }) => name)))];

/** Credentials that no administrator can create: each role with each kind of actor. */
const forged = new Map<string, Principal>();

function tokenOf({ role, kind, scope }: Cell): string {
  const id = role === "human" ? "ana" : `${role}-one`;
  const token = `cs_acme_${role}-${kind}-${SCOPED.indexOf(scope)}`;
  const sponsor = actorForRole(id, role).kind === "agent" ? "ana" : null;
  forged.set(token, {
    org: "acme",
    actor: { ...actorForRole(id, role), kind },
    role,
    task: scope === "every task" ? null : own,
    sponsor,
    modelFamily: null,
    token: `tok_${role}`,
  });
  return token;
}

const app = createApp({
  engine: { ...lab.engine, authenticate: async (token) => forged.get(token) ?? null },
  hosts: ["127.0.0.1"],
  origins: [],
  version: "1.2.3",
  instance: "inst-1",
  log: () => undefined,
  mcp: serveMcpOverHttp("1.2.3"),
  streams: { perCredential: 100, connections: 1_000 },
});

type Reply = { status: number; text: string };

/** One request in this process, through every guard of the server. */
async function send(cell: Cell, method: string, path: string, body: unknown): Promise<Reply> {
  const isPost = method === "POST";
  const request = {
    method,
    headers: {
      host: "127.0.0.1",
      authorization: `Bearer ${tokenOf(cell)}`,
      accept: "application/json, text/event-stream",
      ...(isPost && { "content-type": "application/json" }),
    },
    ...(isPost && { body: JSON.stringify(body) }),
  };
  const response = await app.request(`http://127.0.0.1${path}`, request, {});
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (!isStream || path === "/mcp") return { status: response.status, text: await response.text() };
  await response.body?.cancel();
  return { status: response.status, text: "" };
}

const ALONE = "This credential is only valid for";
const KIND = "cannot be used by an actor of kind";

/** Why a request is refused before anything is looked at; null: what it asks for decides. */
function expected(
  name: string,
  roles: readonly Role[],
  { role, kind, scope }: Cell,
): string | null {
  if (!roles.includes(role)) return "may not";
  if (actorForRole("x", role).kind !== kind) return name === "me" ? null : KIND;
  const cell = Object.entries(SCOPES).find(([known]) => known === name)?.[1];
  if (scope === "every task" || cell === "filtered") return null;
  return cell === "denied" || scope === "another task" ? ALONE : null;
}

/** What is wrong with the answer in one cell; null: nothing. */
function problemIn(reply: Reply, reason: string | null, isRead: boolean): string | null {
  const { status, text } = reply;
  if (reason === null) {
    const isRefused = [ALONE, KIND, "A token of the role"].some((words) => text.includes(words));
    return isRefused || status === ERROR_STATUS.unauthenticated ? text : null;
  }
  const isHidden = reason === ALONE && isRead && status === ERROR_STATUS.not_found;
  if (isHidden) return null;
  return status === ERROR_STATUS.forbidden && text.includes(reason) ? null : `${status} ${text}`;
}

const CELLS: readonly Cell[] = ROLES.flatMap((role) =>
  KINDS.flatMap((kind) => SCOPED.map((scope) => ({ role, kind, scope }))),
);

const GUARDED = ROUTES.flatMap(({ name, route }) => {
  const row = rowOf(name);
  return row === undefined || row.roles === "public" ? [] : [{ name, route, row }];
});

describe("I1 Complete: every route for every role, scope and kind of actor", () => {
  it.each(GUARDED)("$name", async ({ name, route, row }) => {
    const wrong: string[] = [];
    for (const cell of CELLS) {
      const world: World = { ...WORLD, task: cell.scope === "another task" ? other : own };
      const method = route.method.toUpperCase();
      const reply = await send(cell, method, pathOf(route, row, world), row.body?.(world) ?? {});
      const reason = expected(name, rolesOf(row), cell);
      const problem = problemIn(reply, reason, method === "GET");
      if (problem !== null)
        wrong.push(`${cell.role} ${cell.kind} ${cell.scope}: ${problem.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });

  it("has a cell for every route of the contract", () => {
    expect(GUARDED.length * CELLS.length).toBeGreaterThan(3_000);
    const guarded = ROUTES.filter(({ route }) => route["x-roles"] !== "public");
    expect(GUARDED).toHaveLength(guarded.length);
  });
});

/** Arguments that every tool understands: each takes those that it knows. */
const GIVEN = (task: string) => ({
  task,
  assignment_id: task,
  task_id: task,
  branch_name: "work",
  summary: "x",
  round: 1,
  verdict: "approved",
  findings: [],
  finding: "F-1",
  status: "fixed",
  note: "x",
  event: "milestone",
  trigger: "milestone",
  mode: "per-task",
  query: other,
  text: other,
});

/** One call of a tool over the server's own MCP address. */
async function callTool(cell: Cell, tool: string): Promise<Reply> {
  const params = { name: tool, arguments: GIVEN(cell.scope === "another task" ? other : own) };
  return await send(cell, "POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
}

/** Whether a call was carried out although its cell does not allow it, or told of another task. */
function isWrong(cell: Cell, tool: string, text: string): boolean {
  const isFitting = actorForRole("x", cell.role).kind === cell.kind;
  const isListed = toolsFor(cell.role).some(({ name }) => name === tool);
  const mayWork = isFitting && isListed && cell.scope === "its task";
  const isTold = text.includes(other) && cell.scope !== "another task";
  const isDone = text.includes('"structuredContent"') && !text.includes('"isError":true');
  return isTold || (isDone && !mayWork && !ABOUT_NOTHING.has(tool));
}

describe("I2 Separate: every tool for every role, scope and kind of actor over MCP", () => {
  it.each(ROLES)("as %s", async (role) => {
    const wrong: string[] = [];
    for (const cell of CELLS.filter((one) => one.role === role && one.scope !== "every task"))
      for (const tool of TOOL_NAMES) {
        const { text } = await callTool(cell, tool);
        if (isWrong(cell, tool, text))
          wrong.push(`${tool} ${cell.kind} ${cell.scope}: ${text.slice(0, 300)}`);
      }
    expect(wrong).toEqual([]);
    expect(toolsFor(role).length).toBeGreaterThan(0);
  });
});

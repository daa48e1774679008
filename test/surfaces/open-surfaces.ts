import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withWorktreeSnapshot } from "@countersign/adapters";
import { type Client, CountersignError, createClient } from "@countersign/api";
import type { Task } from "@countersign/core";
import { afterAll } from "vitest";
import { agentPlace } from "../../packages/cli/src/client/agent-place.ts";
import { hookFiles } from "../../packages/cli/src/hook/files/hook-files.ts";
import { submitSpooledWork } from "../../packages/cli/src/hook/spool/submit-spooled-work.ts";
import { engineFiles } from "../../packages/cli/src/local-engine/files/engine-files.ts";
import { tell } from "../../packages/cli/src/testing/in-process.ts";
import { findWorkplace } from "../../packages/cli/src/workplace/find-workplace.ts";
import { createToken } from "../../packages/engine/src/access/credentials.ts";
import { openServer } from "../../packages/server/src/testing/open-server.ts";
import { type OpenEngine, ORG, openEngine } from "../engine/open-engine.ts";
import { connect } from "../mcp/mcp-lab.ts";
import type { Outcome, Surface, Work } from "./surfaces.ts";

export type Surfaces = OpenEngine & {
  client: Client;
  submit(surface: Surface, work: Work): Promise<Outcome>;
  /** A worktree on a branch of its own. */
  worktree(name: string, files?: Readonly<Record<string, string>>): string;
  /** The task at a worktree, as the agent submitted it over HTTP. */
  submitted(directory: string, title: string): Promise<Task>;
};

export const AGENT = "claude";

/** A busy machine may take its time. */
const BUSY_MS = 120_000;

/** The real engine behind a real server, and one agent that reaches it over MCP, command line and hook. */
export async function openSurfaces(policy: object): Promise<Surfaces> {
  const lab = await openEngine(policy);
  const server = await openServer(lab.engine);
  const sponsored = { actor: AGENT, role: "author", sponsor: "ana" } as const;
  const { token } = await createToken(lab.database.pool, ORG, sponsored);
  const client = createClient({ baseUrl: server.url, token, timeoutMs: BUSY_MS });
  const home = mkdtempSync(join(tmpdir(), "countersign-home-"));
  afterAll(() => server.close());
  const files = engineFiles(join(home, "countersign"));
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    XDG_DATA_HOME: home,
    COUNTERSIGN_SERVER: server.url,
    COUNTERSIGN_TOKEN: token,
  };
  const over: Record<Surface, (work: Work) => Promise<Outcome>> = {
    mcp: (work) => overMcp(client, files, work),
    cli: (work) => overCli(env, work),
    hook: (work) => overHook(client, files, work),
  };
  const worktree: Surfaces["worktree"] = (name, changed = {}) => {
    const path = join(lab.shop.folder, name);
    lab.shop.git("worktree", "add", "--quiet", "-b", name, path, "main");
    for (const [file, text] of Object.entries(changed))
      lab.shop.write(join("..", name, file), text);
    return path;
  };
  return {
    ...lab,
    client,
    submit: (surface, work) => over[surface](work),
    worktree,
    async submitted(directory, title) {
      const { branch } = await findWorkplace(directory);
      const location = { branch: branch ?? "HEAD", worktree: directory };
      const body = { repo: "shop", title, from: { worktree: directory }, location };
      const { task } = await client.submitWork({ body });
      return await lab.engine.task(lab.ana, task);
    },
  };
}

type Files = ReturnType<typeof engineFiles>;

async function overMcp(client: Client, files: Files, work: Work): Promise<Outcome> {
  const { directory, title, task, summary, answers = [] } = work;
  const place = agentPlace({ directory, files, client });
  const agent = await connect({ client, role: "author", version: "1.2.3", place });
  const given = { title, summary, assignment_id: task };
  const said = answers.map(({ finding, ...one }) => ({ finding_id: finding, ...one }));
  const told = await agent.call("submit_for_review", { ...given, answers: said });
  await agent.close();
  const { code, message } = told.data;
  return told.isError
    ? { is: "refused", code: String(code).toLowerCase(), sentence: String(message) }
    : { is: "taken", task: String(told.data.task), round: Number(told.data.round) };
}

async function overCli(env: Readonly<Record<string, string>>, work: Work): Promise<Outcome> {
  const { directory, title, task, summary = "", base, answers = [] } = work;
  const args = [
    ...["--json", "task", "submit", "--message", summary],
    ...(title === undefined ? [] : ["--title", title]),
    ...(task === undefined ? [] : ["--task", task]),
    ...(base === undefined ? [] : ["--base", base]),
    ...answers.flatMap(({ finding, status, note }) => [
      "--answer",
      `${finding}=${status}${note === "" ? "" : `:${note}`}`,
    ]),
  ];
  const { code, out, err } = await tell(args, { directory, env, program: "unused" });
  if (code === 0) {
    const { data } = JSON.parse(out);
    return { is: "taken", task: data.task, round: data.round };
  }
  const { error } = JSON.parse(err.trim().split("\n").at(-1) ?? "");
  return { is: "refused", code: error.code, sentence: error.message };
}

async function overHook(client: Client, files: Files, work: Work): Promise<Outcome> {
  const { directory, title = "Untitled", summary = "" } = work;
  const { common, root, branch } = await findWorkplace(directory);
  const options = { directory: hookFiles(files).scratch, worktree: root, timeoutMs: 60_000 };
  const pinned = await withWorktreeSnapshot(options, async (found) => (await found?.pin()) ?? null);
  if (pinned === null) throw new Error("There is no work");
  const key = crypto.randomUUID();
  const said = { title, summary, stopReason: null, atMs: 0 };
  const left = { key, agent: AGENT, common, root, branch, ...pinned, ...said };
  let answer: Outcome | null = null;
  const watched: Client = {
    ...client,
    submitWork: async (call) => {
      const { task, round, ...rest } = await client.submitWork(call);
      answer = { is: "taken", task, round: round ?? 0 };
      return { task, round, ...rest };
    },
  };
  try {
    await submitSpooledWork({ client: watched, files }, left);
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return { is: "refused", code: error.code, sentence: error.message };
  }
  return answer ?? { is: "refused", code: "internal", sentence: "The hook sent nothing" };
}

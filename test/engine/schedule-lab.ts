import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type TaskView } from "@countersign/api";
import { vi } from "vitest";
import { agentPlace } from "../../packages/cli/src/client/agent-place.ts";
import { submitSpooledWork } from "../../packages/cli/src/hook/spool/submit-spooled-work.ts";
import { engineFiles } from "../../packages/cli/src/local-engine/files/engine-files.ts";
import { findWorkplace } from "../../packages/cli/src/workplace/find-workplace.ts";
import { createToken } from "../../packages/engine/src/access/credentials.ts";
import { openServer } from "../../packages/server/src/testing/open-server.ts";
import { type Agent, connect } from "../mcp/mcp-lab.ts";
import { type OpenEngine, ORG, openEngine } from "./open-engine.ts";
import { plainPolicy } from "./plain-policy.ts";

export const AGENT = "claude-code";

/** One working directory, with two sessions of the same agent in it. */
export type Desk = {
  root: string;
  sessions: readonly [Agent, Agent];
  git(...args: string[]): Promise<string>;
  write(file: string, text: string): void;
  /** Submits as the stop hook does, which names no task; null where there was nothing to submit. */
  stop(): Promise<null | undefined>;
};

/** A real engine behind its server, and three working directories of one repository. */
export type ScheduleLab = {
  desks: readonly [Desk, Desk, Desk];
  person: ReturnType<typeof createClient>;
  open: OpenEngine;
  view(task: string): Promise<TaskView>;
  /** The files that the last round of a task adds to the target. */
  filesOf(view: TaskView): Promise<string[]>;
  close(): Promise<void>;
};

export async function openScheduleLab(): Promise<ScheduleLab> {
  const open = await openEngine(plainPolicy("ana"));
  const server = await openServer(open.engine);
  const tokenOf = async (actor: string, role: "author" | "human") =>
    (await createToken(open.database.pool, ORG, { actor, role })).token;
  const person = createClient({ baseUrl: server.url, token: await tokenOf("ana", "human") });
  const token = await tokenOf(AGENT, "author");
  const names = ["one", "two", "three"] as const;
  const made: Desk[] = [];
  for (const name of names) made.push(await openDesk(open, server.url, token, name));
  const [one, two, three] = made;
  if (one === undefined || two === undefined || three === undefined) throw new Error("No desks");
  return {
    desks: [one, two, three],
    person,
    open,
    view: (task) => person.showTask({ task }),
    async filesOf({ id: task }) {
      return (await person.showDiff({ task })).files.map(({ path }) => path);
    },
    async close() {
      for (const { sessions } of made) for (const session of sessions) await session.close();
      await server.close();
    },
  };
}

const LOCK_MS = 10_000;

async function openDesk(
  { shop, folder }: OpenEngine,
  baseUrl: string,
  token: string,
  name: string,
): Promise<Desk> {
  const directory = join(shop.folder, name);
  shop.git("worktree", "add", "--quiet", "--detach", directory, "main");
  const { root } = await findWorkplace(directory);
  const client = createClient({ baseUrl, token });
  const files = engineFiles(join(folder, "home"));
  const place = agentPlace({ directory: root, files, client });
  const session = () => connect({ client, role: "author", version: "1.2.3", place });
  // After a merge the engine moves worktrees to the new target; until then it holds the lock of their index.
  const git = (...args: string[]) => vi.waitFor(() => shop.git("-C", root, ...args), LOCK_MS);
  let stops = 0;
  return {
    root,
    sessions: [await session(), await session()],
    git,
    write: (file, text) => writeFileSync(join(root, file), text),
    async stop() {
      const here = await findWorkplace(root);
      await git("add", "-A");
      const tree = (await git("write-tree")).trim();
      const commit = (await git("commit-tree", "-p", "HEAD", "-m", "left", tree)).trim();
      stops += 1;
      const work = { agent: AGENT, common: here.common, root, branch: here.branch, commit, tree };
      const named = { key: `${name}${stops}`, title: `Work in ${name}` };
      const said = { ...named, summary: "", stopReason: null, atMs: stops };
      try {
        await submitSpooledWork({ client, files }, { ...work, ...said });
        return undefined;
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "nothing_changed")
          return null;
        throw error;
      }
    },
  };
}

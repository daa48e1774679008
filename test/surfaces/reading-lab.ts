import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type Client, createClient } from "@countersign/api";
import type { Task } from "@countersign/core";
import { afterAll } from "vitest";
import { createToken } from "../../packages/engine/src/access/credentials.ts";
import { openServer } from "../../packages/server/src/testing/open-server.ts";
import type { EnginePort } from "../../packages/tui/src/data/engine-port.ts";
import type { Unsent } from "../../packages/tui/src/model/unsent.ts";
import { type Lab, openLab } from "../../packages/tui/src/testing/open-lab.ts";
import { type OpenEngine, ORG, openEngine } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";

const execute = promisify(execFile);

/** A client whose network can be cut. */
export type Line = { client: Client; cut(): void; mend(): void };

export type ReadingLab = OpenEngine & {
  /** A client of ana, as a browser or a terminal of hers has one. */
  line(): Line;
  /** The terminal program on an engine, at the diff of a task. */
  openDiff(task: string, engine: EnginePort, unsent?: Unsent): Promise<Lab>;
  /** Commits files to a branch that starts at a commit, and returns the new commit. */
  commit(branch: string, from: string, files: Readonly<Record<string, string>>): Promise<string>;
  git(...args: string[]): Promise<string>;
  /** Submits a branch, for a new task or for a further round of one. */
  submit(branch: string, task?: string): Promise<string>;
  /** Approves a task and waits until it is merged. */
  merge(task: string): Promise<void>;
};

const waitsForAna = ({ phase }: Task): boolean =>
  phase.is === "reviewing" && phase.person === "ana";

/** Opens an engine with real parts behind a server, for the drafts and read marks of one person. */
export async function openReadingLab(): Promise<ReadingLab> {
  const lab = await openEngine({ ...plainPolicy("ana"), chains: { code: ["owner"] } });
  const { engine, shop, agent, key, until, database } = lab;
  const server = await openServer(engine);
  const { token } = await createToken(database.pool, ORG, { actor: "ana", role: "human" });
  const open: Lab[] = [];
  afterAll(async () => {
    for (const one of open) one.close();
    await server.close();
  });
  const git = async (...args: string[]): Promise<string> =>
    (await execute("git", ["-C", shop.repo, ...USER, ...args])).stdout.trim();
  return {
    ...lab,
    git,
    line: () => openLine(server.url, token),
    async openDiff(task, port, unsent) {
      const size = { columns: 120, rows: 40 };
      const terminal = await openLab({ engine: () => port, size, ...(unsent && { unsent }) });
      open.push(terminal);
      terminal.program.start();
      await showDiff(terminal, task);
      return terminal;
    },
    async commit(branch, from, files) {
      await git("checkout", "--quiet", "--detach", from);
      for (const [path, text] of Object.entries(files)) shop.write(path, text);
      await git("add", "-A");
      await git("commit", "--quiet", "-m", `Work on ${branch}`);
      await git("branch", "--force", branch);
      return await git("rev-parse", "HEAD");
    },
    async submit(branch, task) {
      const title = `Work on ${branch}`;
      const id = task ?? (await engine.createTask(agent, key(), { title, repo: "shop" })).task;
      const known = (await engine.task(lab.ana, id)).round?.number ?? 0;
      const from = { branch };
      await engine.submitWork(agent, key(), { task: id, from, signal: "DONE", summary: "done" });
      await until(id, (one) => waitsForAna(one) && (one.round?.number ?? 0) > known);
      return id;
    },
    async merge(task) {
      const { round } = await engine.task(lab.ana, task);
      if (round === null) throw new Error(`${task} has no round`);
      const { number, content } = round;
      await engine.command(lab.ana, key(), task, {
        type: "approve",
        round: number,
        tree: content.tree,
      });
      await until(task, ({ phase }) => phase.is === "done");
    },
  };
}

const USER = ["-c", "user.name=Ada", "-c", "user.email=ada@acme.test"];

function openLine(baseUrl: string, token: string): Line {
  let network = new AbortController();
  const client = createClient({
    baseUrl,
    token,
    fetch: async (input, init = {}) => {
      network.signal.throwIfAborted();
      const signals = [network.signal, ...(init.signal ? [init.signal] : [])];
      return await fetch(input, { ...init, signal: AbortSignal.any(signals) });
    },
  });
  return {
    client,
    cut: () => network.abort(new TypeError("The network is down")),
    mend: () => {
      network = new AbortController();
    },
  };
}

async function showDiff(lab: Lab, task: string): Promise<void> {
  const { model, press } = lab;
  await soonIn(lab, () => model().data.inbox.includes(task) && model().data.views.has(task));
  await press("R", "Enter");
  for (let tries = 0; model().review.current !== task && tries < MAX_TASKS; tries += 1)
    await press("N");
  await soonIn(lab, () => [...model().data.changes.values()].some((one) => one.task === task));
  await soonIn(lab, () => model().data.own.marks.has(task) && model().data.own.drafts.has(task));
  await press("D");
}

const LONGEST_MS = 20_000;
const MAX_TASKS = 20;

/** Waits until something is so. Returns the milliseconds that it took. */
export async function soon(isSo: () => boolean | Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > LONGEST_MS) throw new Error(`It never was so: ${isSo}`);
    await pause(20);
  }
  return performance.now() - began;
}

/** Waits until something is so, while the clock of a terminal program goes on. A visible diff is read meanwhile. */
export async function soonIn(lab: Lab, isSo: () => boolean | Promise<boolean>): Promise<void> {
  await soon(async () => {
    await lab.pass(100);
    return await isSo();
  }).catch((error: unknown) => {
    throw new Error(`${error}\n${lab.screen()}`);
  });
}

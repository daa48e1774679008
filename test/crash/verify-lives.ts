import { join } from "node:path";
import { createTaskStore, createVerifier, Seal } from "@countersign/engine";
import { Pool } from "pg";
import { expect } from "vitest";
import { z } from "zod";
import type { EngineLives } from "./engine-lives.ts";
import { dataOf, type Place, readJson } from "./run-server.ts";
import type { Shop } from "./shop.ts";
import type { Ledger } from "./work-through.ts";

const ORG = "local";
const SETTLED_MS = 30_000;

/** Nothing acknowledged is lost or doubled, every task has ended, and the target holds exactly what it shall. */
export async function verifyLives(appUrl: string, shop: Shop, ledger: Ledger): Promise<void> {
  const pool = new Pool({ connectionString: appUrl, max: 4 });
  try {
    await verifyLogs(pool, ledger);
    verifyTarget(shop, ledger);
    // Branches follow the target after a merge, and what a removed worktree left goes at the next look.
    await expect.poll(() => shop.locks(), { timeout: SETTLED_MS }).toEqual([]);
    await verifyHolds(pool);
  } finally {
    await pool.end();
  }
}

/** The whole log is sealed, and every seal follows the one before, whichever key signed it. */
export async function verifySeals({ answered }: EngineLives, human: string): Promise<void> {
  const { publicKey, outside } = await answered(human, (client) => client.audit());
  const verifier = createVerifier({ publicKey, outside: Seal.parse(outside) });
  let after: string | undefined;
  do {
    const from = after;
    const page = await answered(human, (client) => client.exportAudit({ after: from }));
    for (const record of page.items) verifier.readLine(JSON.stringify(record));
    after = page.next ?? undefined;
  } while (after !== undefined);
  const { problems } = verifier.finish();
  expect(problems).toEqual([]);
}

/** The application's login to an engine's own database. */
export function ownUrl(place: Place): string {
  const access = readJson(join(dataOf(place), "postgres-18", "access.json"));
  const { appPassword, port } = z.object({ appPassword: z.string(), port: z.int() }).parse(access);
  return `postgres://countersign:${appPassword}@127.0.0.1:${port}/countersign`;
}

async function verifyLogs(pool: Pool, { acknowledged, ends }: Ledger): Promise<void> {
  const store = createTaskStore(pool, async () => undefined);
  for (const [task, end] of ends) {
    expect((await store.load(ORG, task))?.phase.is, task).toBe(end);
    expect(await store.verify(ORG, task), task).toBeNull();
    const log = await store.log(ORG, task);
    const types = log.map(({ event }) => event.type);
    const taken = new Set<number>();
    for (const { key, answer } of acknowledged.filter(({ answer: { task: id } }) => id === task)) {
      const first = answer.seq - answer.events.length;
      expect(types.slice(first, answer.seq), key).toEqual(answer.events);
      for (let at = first; at < answer.seq; at += 1) {
        expect(taken.has(at), `${key} shares entry ${at + 1}`).toBe(false);
        taken.add(at);
      }
    }
    const count = (type: string) => types.filter((each) => each === type).length;
    const said = (what: string) =>
      acknowledged.filter(({ key, answer: { task: id } }) => id === task && key.endsWith(what))
        .length;
    expect(count("created"), task).toBe(said("-open"));
    expect(count("submitted"), task).toBe(said("-submit") + said("-again"));
    expect(count("rejected"), task).toBe(said("-reject"));
    expect(count("merged"), task).toBe(end === "done" ? 1 : 0);
  }
}

function verifyTarget(shop: Shop, { ends, files }: Ledger): void {
  const done = [...ends].filter(([, end]) => end === "done").map(([task]) => task);
  const messages = shop.git(
    "log",
    "--first-parent",
    "--format=%(trailers:key=Countersign-Task,valueonly)",
    "main",
  );
  expect(messages.split("\n").filter(Boolean).toSorted()).toEqual(done.toSorted());
  const held = shop
    .git("ls-tree", "-r", "--name-only", "main")
    .split("\n")
    .filter((name) => !name.startsWith(".countersign/"));
  const own = ["countersign.json", "shared.txt"];
  expect(held.toSorted()).toEqual([...new Set([...own, ...files.keys()])].toSorted());
  for (const [file, text] of files) expect(shop.git("show", `main:${file}`)).toBe(text.trimEnd());
  expect(shop.git("status", "--porcelain", "--untracked-files=all")).toBe("");
  expect(shop.git("write-tree")).toBe(shop.git("rev-parse", "main^{tree}"));
}

async function verifyHolds(pool: Pool): Promise<void> {
  const client = await pool.connect();
  await client.query("SELECT set_config('countersign.org', $1, false)", [ORG]);
  const { rows } = await client.query("SELECT subject, why, detail FROM countersign.holds");
  client.release();
  expect(rows).toEqual([]);
}

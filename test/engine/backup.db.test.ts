import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Task } from "@countersign/core";
import {
  createEffectQueue,
  createTaskStore,
  exportBackup,
  importBackup,
  readBackup,
  saveBackup,
} from "@countersign/engine";
import { afterAll, describe, expect, it } from "vitest";
import {
  type DurableDatabase,
  durableDatabase,
} from "../../packages/engine/src/durable/testing/durable-database.ts";
import { findProblems, listLog } from "../attack/read-audit.ts";
import { engineOn, ORG, openEngine, POLICY, until } from "./open-engine.ts";

const GRACE_SECONDS = 3;
const world = await openEngine({ ...POLICY, merge: { graceSeconds: GRACE_SECONDS } });
const { shop, ana, agent, admin, key, folder } = world;
const MIA = { issuer: "https://id.example", subject: "mia-1", via: "oidc" } as const;
const place = await mkdtemp(join(tmpdir(), "countersign-backup-"));
const file = join(place, "all.jsonl");
const target = await durableDatabase();
afterAll(() => rm(place, { recursive: true, force: true }));

async function handIn(engine: typeof world.engine, name: string, id?: string): Promise<string> {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write(`${name}.txt`, `${name}\n`);
  shop.commit(`Work on ${name}`);
  shop.git("branch", "--force", name);
  const task = id ?? (await engine.createTask(agent, key(), { title: name, repo: "shop" })).task;
  const submission = { from: { branch: name }, signal: "DONE", summary: "done" } as const;
  await engine.submitWork(agent, key(), { task, ...submission });
  return task;
}

const waitsForAna = ({ phase }: Task) => phase.is === "reviewing" && phase.person === "ana";
const isDone = ({ phase }: Task) => phase.is === "done";

async function approve(engine: typeof world.engine, id: string): Promise<void> {
  const { round } = await until(engine, ana, [], id, waitsForAna);
  if (round === null) throw new Error("no round");
  const { number, content } = round;
  await engine.command(ana, key(), id, { type: "approve", round: number, tree: content.tree });
}

async function restore(from: string): ReturnType<typeof importBackup> {
  const queue = createEffectQueue({ workerUrl: target.workerUrl });
  try {
    return await importBackup({ pool: target.pool, queue }, () => readBackup(from));
  } finally {
    await queue.stop(0);
  }
}

/** Every row of every table, without what the database numbers, stamps and versions itself. */
async function contentsOf({ owner }: DurableDatabase): Promise<Record<string, string[]>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'countersign'::regnamespace AND relkind = 'r'",
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query<{ text: string }>(
      `SELECT (to_jsonb(t) - '{xid,position,version,planned_hash}'::text[])::text AS text FROM countersign.${name} t ORDER BY 1`,
    );
    found[name] = rows.map(({ text }) => text);
  }
  return found;
}

async function streamOf({ owner }: DurableDatabase): Promise<string[]> {
  const { rows } = await owner.query<{ text: string }>(
    "SELECT task_id || seq AS text FROM countersign.events ORDER BY xid, position",
  );
  return rows.map(({ text }) => text);
}

/** Jobs that are still to be done; a delay may have ended meanwhile. */
async function jobsOf({ owner }: DurableDatabase): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    "SELECT key AS id FROM countersign_queue.jobs ORDER BY 1",
  );
  return rows.map(({ id }) => id);
}

describe("a backup", () => {
  it("carries everything into an empty database, and nothing from a file that was changed", async () => {
    const { engine } = world;
    const done = await handIn(engine, "done");
    await approve(engine, done);
    await until(engine, ana, [], done, isDone);
    const waiting = await handIn(engine, "waiting");
    await until(engine, ana, [], waiting, waitsForAna);
    const open = (await engine.createTask(agent, key(), { title: "open", repo: "shop" })).task;
    const inGrace = await handIn(engine, "grace");
    await approve(engine, inGrace);
    const justHandedIn = await handIn(engine, "fresh");
    const invited = await engine.invitePerson(admin, { actor: "mia", canAdminister: false });
    await engine.acceptInvitation(ORG, invited.invitation, MIA);
    await world.stop();

    const bytes = await saveBackup(
      file,
      exportBackup({ pool: world.database.pool, orgs: [ORG], version: "1.0.0" }),
    );
    const text = await readFile(file, "utf8");
    expect(Buffer.byteLength(text)).toBe(bytes);
    await expect(saveBackup(file, exportBackup(sourceOf()))).rejects.toMatchObject({
      code: "wrong_state",
    });

    const lines = text.split("\n");
    const changed = join(place, "changed.jsonl");
    for (const [what, broken] of Object.entries({
      "changed after": text.replace('"title": "open"', '"title": "0pen"'),
      "end is missing": lines.slice(0, -2).join("\n"),
      "cannot be read": lines.with(3, "{").join("\n"),
      "something after": `${text}{}\n`,
      "does not start": lines.slice(1).join("\n"),
    })) {
      expect(broken).not.toBe(text);
      await writeFile(changed, broken);
      await expect(restore(changed)).rejects.toThrow(what);
    }
    expect(Object.values(await contentsOf(target)).flat()).toEqual([]);

    const restored = await restore(file);
    expect(restored).toMatchObject({ orgs: [ORG], tasks: 5 });
    expect(restored.jobs).toBeGreaterThanOrEqual(1); // the merge after the grace
    expect(await contentsOf(target)).toEqual(await contentsOf(world.database));
    expect(await streamOf(target)).toEqual(await streamOf(world.database));
    expect(await jobsOf(target)).toEqual(await jobsOf(world.database));
    await expect(restore(file)).rejects.toThrow("not empty");

    const failures: string[] = [];
    const again = await engineOn(target, folder, () => undefined, failures);
    await again.start();
    try {
      expect(await again.signInPerson(ORG, MIA)).toMatchObject({ actor: "mia", role: "human" });
      await handIn(again, "opened", open);
      for (const id of [waiting, justHandedIn, open]) await approve(again, id);
      for (const id of [waiting, justHandedIn, open, inGrace])
        await until(again, ana, failures, id, isDone);
      const store = createTaskStore(target.pool, async () => undefined);
      for (const id of [done, waiting, open, inGrace, justHandedIn])
        expect(await store.verify(ORG, id)).toBeNull();
      const log = await listLog({ engine: again, ana });
      expect(log.map(({ what }) => what)).toContain("repository_registered");
      expect(await findProblems({ engine: again, ana })).toEqual([]);
    } finally {
      await again.stop();
    }
    expect(failures).toEqual([]);
  }, 400_000);
});

function sourceOf() {
  return { pool: world.database.pool, orgs: [ORG], version: "1.0.0" };
}

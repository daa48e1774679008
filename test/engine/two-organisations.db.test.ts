import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createToken, type Principal } from "@countersign/engine";
import { afterAll, describe, expect, it } from "vitest";
import { enqueueJobs } from "../../packages/engine/src/durable/enqueue-jobs.ts";
import { unfinishedJobs } from "../../packages/engine/src/durable/unfinished-jobs.ts";
import { openEngine, openShop, POLICY } from "./open-engine.ts";

const { engine, database, folder, signIn, key } = await openEngine();
const ORGS = ["north", "south"] as const;
type Org = (typeof ORGS)[number];
const TASKS = ["cs-aaaa", "cs-bbbb", "cs-cccc", "cs-dddd"] as const;

const script = fileURLToPath(new URL("./worker-process.ts", import.meta.url));
const { appUrl, workerUrl } = database;
const second = spawn(process.execPath, [script, appUrl, workerUrl, folder, ...ORGS], {
  stdio: ["pipe", "pipe", "inherit"],
});
afterAll(async () => {
  second.stdin.end();
  await once(second, "exit");
});
await once(second.stdout, "data");

/** The same names everywhere: of the people, the repository, the branches and the tasks. */
async function work(org: Org) {
  const admin = await signIn({ actor: "root", role: "admin" }, org);
  const ana = await signIn({ actor: "ana", role: "human" }, org);
  const agent = await signIn({ actor: "claude", role: "author" }, org);
  const shop = openShop(POLICY);
  afterAll(shop.remove);
  await engine.addRepository(admin, { path: shop.repo, id: "shop" });
  for (const id of TASKS) {
    shop.git("checkout", "--quiet", "--detach", "main");
    shop.write(`${id}.txt`, `${org}\n`);
    shop.commit(`Work of ${org}`);
    shop.git("branch", "--force", id);
    await engine.createTask(agent, key(), { id, title: `Work of ${org}`, repo: "shop" });
    const from = { branch: id };
    await engine.submitWork(agent, key(), { task: id, from, signal: "DONE", summary: org });
    const { round } = await eventually(ana, id, "ana");
    if (round === null) throw new Error("no round");
    const { number, content } = round;
    await engine.command(ana, key(), id, { type: "approve", round: number, tree: content.tree });
    await eventually(ana, id, "done");
  }
  return { org, ana, shop };
}

async function eventually(by: Principal, id: string, wanted: "ana" | "done") {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const task = await engine.task(by, id);
    const { phase } = task;
    if (phase.is === wanted || (phase.is === "reviewing" && phase.person === wanted)) return task;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${id} is ${JSON.stringify(await engine.why(by, id))}`);
}

/** The workers that were seen at an effect, each with the organisation of its job. */
const seen = new Set<string>();
const watching = setInterval(async () => {
  const { rows } = await database.owner.query<{ line: string }>(
    `SELECT locked_by || ' ' || split_part(key, ':', 1) AS line
       FROM countersign_queue.jobs WHERE locked_by IS NOT NULL AND task_identifier = 'effects'`,
  );
  for (const { line } of rows) seen.add(line);
}, 5);
const worked = await Promise.all(ORGS.map(work));
clearInterval(watching);

describe("two organisations on one database with two workers", () => {
  it.each(worked)("$org sees its own tasks, stream and log alone", async ({ org, ana }) => {
    const { items } = await engine.tasks(ana, {});
    const stream = await engine.stream(ana, { limit: 1_000 });
    const titles = stream.items.flatMap(({ event }) =>
      event.type === "created" ? [event.title] : [],
    );

    expect(items.map(({ task }) => task).sort()).toEqual([...TASKS]);
    expect(new Set(items.map(({ title }) => title))).toEqual(new Set([`Work of ${org}`]));
    expect(titles).toEqual(TASKS.map(() => `Work of ${org}`));
    expect(JSON.stringify(stream.items)).not.toContain(`Work of ${other(org)}`);
  });

  it.each(worked)("$org merged its own bytes to its own target", ({ org, shop }) => {
    for (const id of TASKS) expect(shop.git("show", `main:${id}.txt`)).toBe(org);
    expect(shop.git("log", "--format=%s%b", "main")).not.toContain(other(org));
  });

  it.each(worked)("$org finds its own jobs in the queue and no other", async ({ org }) => {
    const jobs = await database.as(org, async (client) => {
      await enqueueJobs(client, [
        {
          id: `${org}:later`,
          org,
          queue: "effects",
          kind: "wake",
          payload: {},
          delayMs: 3_600_000,
        },
      ]);
      return (await unfinishedJobs(client, org)).map(({ id }) => id);
    });

    expect(jobs).toContain(`${org}:later`);
    expect(jobs.filter((id) => !id.startsWith(`${org}:`))).toEqual([]);
  });

  it("both workers did jobs of both organisations", async () => {
    expect(new Set([...seen].map((line) => line.split(" ")[0])).size).toBe(2);
    expect(seen.size).toBe(2 * ORGS.length);
  });

  it("a token that names the other organisation is nobody's", async () => {
    const { token } = await createToken(database.pool, "north", {
      actor: "eve",
      role: "viewer",
    });

    expect((await engine.authenticate(token))?.org).toBe("north");
    expect(await engine.authenticate(token.replace("north", "south"))).toBeNull();
  });
});

function other(org: Org): Org {
  return org === "north" ? "south" : "north";
}

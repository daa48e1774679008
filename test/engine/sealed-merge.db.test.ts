import { appendFile, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { createVerifier, Seal } from "@countersign/engine";
import { expect, it } from "vitest";
import { openEngine } from "./open-engine.ts";

const { engine, shop, ana, admin, agent, key, until, folder, database } = await openEngine();
const copy = join(folder, "data", "seals", "acme.jsonl");

async function approved(
  name: string,
  meanwhile: (task: string) => Promise<void> = async () => undefined,
): Promise<string> {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write(`${name}.txt`, name);
  shop.commit(`Work on ${name}`);
  shop.git("branch", "--force", name);
  const { task } = await engine.createTask(agent, key(), { title: name, repo: "shop" });
  const work = { from: { branch: name }, signal: "DONE" as const, summary: "" };
  await engine.submitWork(agent, key(), { task, ...work });
  const { round } = await until(
    task,
    ({ phase }) => phase.is === "reviewing" && phase.person === "ana",
  );
  if (round === null) throw new Error("no round");
  await meanwhile(task);
  const { number, content } = round;
  await engine.command(ana, key(), task, { type: "approve", round: number, tree: content.tree });
  return task;
}

const holdOf = async () => (await engine.repositories(ana))[0]?.hold ?? null;

async function untilHeld(): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const hold = await holdOf();
    if (hold !== null) return `${hold.why}: ${hold.detail}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The repository was not held");
}

it("has its approval sealed, here and outside, before the target moves", async () => {
  const task = await approved("first");
  await until(task, ({ phase }) => phase.is === "done");

  const log = await engine.log(ana, task);
  const approval = log.findLast(({ event }) => event.type === "approved")?.seq ?? 0;
  const merged = log.findLast(({ event }) => event.type === "merged");
  const { items } = await engine.auditEntries(ana, { task, limit: 500 });
  const seal = items.find(({ seq }) => seq === approval)?.seal ?? 0;
  const lines = (await readFile(copy, "utf8")).trim().split("\n");
  const outside = lines
    .map((line) => Seal.parse(JSON.parse(line)))
    .find(({ body }) => body.number === seal);
  expect(outside?.body.atMs).toBeLessThanOrEqual(merged?.atMs ?? 0);
});

it("is told as lines that verify with the public key and the last seal outside", async () => {
  const { publicKey, outside, problem } = await engine.audit(ana);
  const verifier = createVerifier({ publicKey, outside });
  let after: string | null | undefined;
  while (after !== null) {
    const page = await engine.auditRecords(
      admin,
      after === undefined ? { limit: 7 } : { after, limit: 7 },
    );
    for (const record of page.items) verifier.readLine(JSON.stringify(record));
    after = page.next;
  }

  expect(problem).toBeNull();
  expect(verifier.finish()).toMatchObject({ problems: [], org: "acme" });
  const { items } = await engine.replay(ana, {});
  expect(items).toMatchObject([{ differences: [] }]);
});

it("does not happen while the copy tells of another database, until a person accepts with a reason", async () => {
  await rename(copy, `${copy}.kept`);
  await appendFile(copy, "");
  const before = shop.git("rev-parse", "main");
  const task = await approved("second");

  expect(await untilHeld()).toMatch(/^seal_lost: The copy of the seals outside .* is gone/);
  expect(shop.git("rev-parse", "main")).toBe(before);
  const state = await engine.audit(ana);
  expect(state.problem).toContain("is gone");
  const shown = { outside: state.outside?.hash ?? null, inside: state.last?.hash ?? null };
  await expect(
    engine.acceptLoss(admin, { ...shown, reason: "not mine to say" }),
  ).rejects.toMatchObject({
    code: "forbidden",
  });
  expect(
    (await engine.acceptLoss(ana, { ...shown, reason: "the disk was replaced" })).problem,
  ).toBeNull();
  const [first] = (await readFile(copy, "utf8")).split("\n");
  expect(Seal.parse(JSON.parse(first ?? "")).body.says).toEqual({
    type: "accept",
    by: "ana",
    reason: "the disk was replaced",
    missing: null,
  });
  await until(task, ({ phase }) => phase.is === "done");
  expect(await holdOf()).toBeNull();
});

it("does not happen on a log that is not what was written", async () => {
  const before = shop.git("rev-parse", "main");
  const task = await approved("third", async (id) => {
    const client = await database.owner.connect();
    await client.query("SET session_replication_role = replica");
    await client.query(
      "UPDATE countersign.events SET actor = 'eve' WHERE task_id = $1 AND seq = 2",
      [id],
    );
    client.release(true);
  });

  expect(await untilHeld()).toBe(
    `log_damaged: The log of ${task} is not what was written, from entry 2 on`,
  );
  expect(shop.git("rev-parse", "main")).toBe(before);
});

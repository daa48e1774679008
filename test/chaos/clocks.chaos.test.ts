import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@countersign/api";
import { createToken } from "@countersign/engine";
import { afterAll, expect, inject, it } from "vitest";
import { openChaosPostgres } from "./chaos-postgres.ts";
import { untilShown } from "./load.ts";
import { openPool } from "./open-pool.ts";
import { ORG, openShopWithWork, type SignedIn, signIn } from "./open-shop.ts";
import { readTimers } from "./read-timers.ts";
import { openServerFolder, type ServerProcess, startServerProcess } from "./server-process.ts";
import type { Rung } from "./timers.ts";

/** The clock of the server's machine when it starts, and where it is set while timers run. */
const ALL: readonly [start: string, later: string][] = [
  ["+3d", "-3d"],
  ["-1h", "+1h"],
  ["-3d", "+3d"],
  ["+1h", "-1h"],
];
const CLOCKS = inject("scale") < 1 ? ALL.slice(0, 1) : ALL;
const LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";
const LATE_MS = 5_000;
const LIMITS = { lease: "4s", machineDeadline: "6s", reminders: ["3s"] };
/** A peer that is connected and never answers, so that only its deadline goes on. */
const DEAD_PEER = { code: ["self", "peer"], internal_document: ["self", "peer"] };

const postgres = await openChaosPostgres();
const branches = CLOCKS.map((_, index) => `work-${index}`);
const shop = openShopWithWork(branches, { merge: { graceSeconds: 2 }, limits: LIMITS });
afterAll(() => shop.remove());
const lab = openShopWithWork(branches, { chains: DEAD_PEER, limits: LIMITS });
afterAll(() => lab.remove());
const folder = await openServerFolder();
const owner = openPool(postgres.ownerUrl);
const near = openPool(postgres.appUrl);

it.each(CLOCKS.map(([start, later], index) => ({ start, later, branch: `work-${index}` })))(
  "rings no timer early and none late when the clock is $start off and is then set to $later",
  { retry: 2 },
  async ({ start, later, branch }) => {
    const clock = join(folder, `${start}${later}`);
    await writeFile(clock, `${start}\n`);
    const server = await startServerProcess(folder, postgres, {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    });
    try {
      const clients = await signIn(postgres.appUrl, server.url);
      const dead = await createToken(near, ORG, { actor: "dead-peer", role: "reviewer" });
      await Promise.all(
        [shop, lab].map(({ repo }, index) =>
          clients.admin
            .addRepository({ body: { path: repo, id: ["shop", "lab"][index] ?? "" } })
            .catch(() => undefined),
        ),
      );
      const reviewer = createClient({ baseUrl: server.url, token: dead.token });
      await reviewer.connectReviewer({ repo: "lab", body: {} });
      const expiry = outliveToken(server);
      const tasks = await setTimers(clients, branch);
      await pause(1_000);
      await writeFile(clock, `${later}\n`);
      const rung = await untilRung(tasks);

      expect(new Set(rung.map(({ type }) => type))).toEqual(new Set(KINDS));
      expect(rung.filter(({ lateMs }) => lateMs < 0 || lateMs > LATE_MS)).toEqual([]);
      expect(await expiry).toEqual({ early: false, late: false });
      expect(await server.output()).not.toContain("jobs_taken_over");
    } finally {
      await server.stop();
    }
  },
);

const KINDS = ["lease_ended", "gave_up", "turn_moved", "merge_started"];

/** A claimed task, one whose peer is dead, one that waits for a person, one that is to be merged. */
async function setTimers({ agent, person }: SignedIn, branch: string): Promise<string[]> {
  const make = async (repo: string) =>
    (await agent.createTask({ body: { title: branch, repo } })).task;
  const handIn = async (repo: string) => {
    const task = await make(repo);
    await agent.submit({ task, body: { from: { branch }, summary: "" } });
    return task;
  };
  const merged = await handIn("shop");
  const { round } = await untilShown(
    person,
    merged,
    ({ state, turn }) => state === "reviewing" && turn.holder === "person",
  );
  const claimed = await make("shop");
  await agent.claim({ task: claimed });
  const dead = await handIn("lab");
  const body = { round: round?.number ?? 0, tree: round?.content.tree ?? "" };
  await person.approve({ task: merged, body });
  return [merged, claimed, dead];
}

async function untilRung(tasks: readonly string[]): Promise<Rung[]> {
  const PATIENCE_MS = 90_000;
  let rung: Rung[] = [];
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await pause(200)) {
    rung = await readTimers(owner, tasks);
    if (KINDS.every((kind) => rung.some(({ type }) => type === kind))) break;
  }
  return rung.filter(({ type, lateMs }) => KINDS.includes(type) || lateMs > LATE_MS);
}

/** Uses a token until it has expired by the database's clock, which is that of this process. */
async function outliveToken({ url }: ServerProcess): Promise<{ early: boolean; late: boolean }> {
  const expiresMs = Date.now() + 4_000;
  const { token } = await createToken(near, ORG, { actor: "mia", role: "viewer", expiresMs });
  const client = createClient({ baseUrl: url, token });
  let [early, late] = [false, false];
  while (Date.now() < expiresMs + 1_000) {
    const beganMs = Date.now();
    const accepted = await client.me().then(
      () => true,
      () => false,
    );
    early ||= !accepted && Date.now() < expiresMs;
    late ||= accepted && beganMs > expiresMs;
    await pause(100);
  }
  return { early, late };
}

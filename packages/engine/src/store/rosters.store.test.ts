import { setTimeout as sleep } from "node:timers/promises";
import { LIVE_CONNECTION_MS } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { createToken, revokeToken } from "../access/credentials.ts";
import { transact } from "../platform/transact.ts";
import { createCountedPool } from "../testing/counted-pool.ts";
import { registerShop } from "../testing/shop.ts";
import { ana, create, testContext } from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { forgetConnections, markConnected } from "./organisation/reviewer-connections.ts";
import { createTaskStore } from "./task-store.ts";

const { pool, owner, appUrl } = await testDatabase();

/** A process with its own memory of rosters. */
function openProcess(org: string) {
  const { pool: own, bytesOf } = createCountedPool(appUrl);
  const store = createTaskStore(own, async () => undefined);
  let tasks = 0;
  /** Executes a command and returns the actors of its roster. */
  const roster = async (): Promise<string[]> => {
    tasks += 1;
    const id = `cs-${process.hrtime.bigint().toString(36)}${tasks}`;
    let actors: string[] = [];
    const { actor, ...context } = testContext(ana);
    await store.execute({
      org,
      task: id,
      key: id,
      command: create(id),
      actor,
      async readContext(_, __, { credentials }) {
        actors = credentials.map((credential) => credential.actor);
        return { ...context, actor, inSprint: false };
      },
    });
    return actors;
  };
  return { roster, bytesOf };
}

const connect = (org: string, credential: string, repo = "shop") =>
  transact(pool, org, (session) => markConnected(session, { credential, repo }));

async function reviewer(org: string, actor: string, expiresMs?: number): Promise<string> {
  const { id } = await createToken(pool, org, {
    actor,
    role: "reviewer",
    sponsor: "ana",
    expiresMs,
  });
  await connect(org, id);
  return id;
}

/** Sets a connection's last heartbeat this many milliseconds back. */
const age = (org: string, ms: number) =>
  owner.query(
    "UPDATE countersign.reviewer_connections SET seen = clock_timestamp() - $2 * interval '1 ms' WHERE org_id = $1",
    [org, ms],
  );

async function versionOf(org: string): Promise<unknown> {
  const { rows } = await owner.query("SELECT version FROM countersign.rosters WHERE org_id = $1", [
    org,
  ]);
  return rows[0]?.version;
}

describe("the roster of a command", () => {
  it("is that of the last change by another process", async () => {
    await registerShop(pool, "changes");
    const { roster } = openProcess("changes");
    expect(await roster()).toEqual([]);

    const { id: person } = await createToken(pool, "changes", { actor: "ben", role: "human" });
    expect(await roster()).toEqual(["ben"]);
    const codex = await reviewer("changes", "codex");
    expect(await roster()).toEqual(["ben", "codex"]);
    await revokeToken(pool, "changes", codex, ana);
    expect(await roster()).toEqual(["ben"]);
    await revokeToken(pool, "changes", person, ana);
    expect(await roster()).toEqual([]);
  });

  it("has the connections for the task's repository only", async () => {
    await registerShop(pool, "places");
    const { roster } = openProcess("places");
    await reviewer("places", "codex");
    const { id } = await createToken(pool, "places", {
      actor: "hal",
      role: "reviewer",
      sponsor: "ana",
    });
    await connect("places", id, "elsewhere");
    expect(await roster()).toEqual(["codex"]);
    await connect("places", id);
    expect(await roster()).toEqual(["codex", "hal"]);
  });

  it("has neither an expired credential nor a lapsed connection, though no row changed", async () => {
    await registerShop(pool, "lapses");
    const { roster } = openProcess("lapses");
    const codex = await reviewer("lapses", "codex");
    await age("lapses", LIVE_CONNECTION_MS - 2_000);
    const expiresMs = Date.now() + 2_000;
    await createToken(pool, "lapses", { actor: "ben", role: "human", expiresMs });
    expect(await roster()).toEqual(["ben", "codex"]);
    await sleep(2_100);
    expect(await roster()).toEqual([]);
    await connect("lapses", codex);
    expect(await roster()).toEqual(["codex"]);
  });

  it("loses a connection that was deleted", async () => {
    await registerShop(pool, "deleted");
    const { roster } = openProcess("deleted");
    const codex = await reviewer("deleted", "codex");
    expect(await roster()).toEqual(["codex"]);
    await age("deleted", 2 * 86_400_000);
    await transact(pool, "deleted", forgetConnections);
    expect(await roster()).toEqual([]);
    await connect("deleted", codex);
    expect(await roster()).toEqual(["codex"]);
  });

  it("keeps its version during the heartbeats of a live connection, and after a gap gets another", async () => {
    await registerShop(pool, "beats");
    const codex = await reviewer("beats", "codex");
    await age("beats", 30_000);
    const before = await versionOf("beats");
    await connect("beats", codex);
    expect(await versionOf("beats")).toBe(before);
    await age("beats", LIVE_CONNECTION_MS);
    const lapsed = await versionOf("beats");
    await connect("beats", codex);
    expect(await versionOf("beats")).not.toBe(lapsed);
  });

  it("is not known to another organisation", async () => {
    const { roster } = openProcess("ours");
    await registerShop(pool, "ours");
    await createToken(pool, "theirs", { actor: "eve", role: "human" });
    await createToken(pool, "ours", { actor: "ben", role: "human" });
    expect(await roster()).toEqual(["ben"]);
  });
});

describe("the answers to a command", () => {
  /** Returns the bytes that the database sends for one command, in an organisation with this many agents. */
  async function bytesWith(agents: number): Promise<number> {
    const org = `agents-${agents}`;
    await registerShop(pool, org);
    await owner.query(
      `INSERT INTO countersign.credentials (org_id, id, token_hash, actor, role)
       SELECT $1, 'tok_' || n, 'hash_' || n, 'agent-' || n, 'reviewer' FROM generate_series(1, $2::int) n`,
      [org, agents],
    );
    await owner.query(
      `INSERT INTO countersign.reviewer_connections (org_id, credential, repo, seen)
       SELECT $1, 'tok_' || n, 'shop', now() FROM generate_series(1, $2::int) n`,
      [org, agents],
    );
    const { roster, bytesOf } = openProcess(org);
    expect(await roster()).toHaveLength(agents);
    await roster(); // prepares what the first command did not
    const { received } = await bytesOf(roster);
    expect(await roster()).toHaveLength(agents);
    return received;
  }

  it("are as long with 1,000 agents as with 10", async () => {
    const [few, many] = [await bytesWith(10), await bytesWith(1_000)];
    expect(Math.abs(many - few)).toBeLessThan(20);
  });
});

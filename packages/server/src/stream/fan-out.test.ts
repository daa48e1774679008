import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type OwnChange, type StreamHead } from "@countersign/api";
import type { Engine } from "@countersign/engine";
import { afterEach, describe, expect, it } from "vitest";
import { openMemoryWorld, openServer, principal } from "../testing/open-server.ts";

const PACE = { pollMs: 50, keepAliveMs: 200, connections: 600 };
const TOKENS = 66;
/** Listeners and other requests must fit into the connections that a server accepts. */
const LISTENERS = 520;

async function until(holds: () => boolean): Promise<void> {
  const deadlineMs = Date.now() + 20_000;
  while (!holds() && Date.now() < deadlineMs) await sleep(20);
}

describe("one reader per organisation", () => {
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((close) => close()));
  });

  async function start() {
    const world = await openMemoryWorld();
    let reads = 0;
    const count = <Result>(result: Result): Result => {
      reads += 1;
      return result;
    };
    const engine: Engine = {
      ...world.engine,
      stream: (by, place) => count(world.engine.stream(by, place)),
      validTokens: (org, ids) => count(world.engine.validTokens(org, ids)),
    };
    const server = await openServer(engine, { streams: PACE });
    open.push(server.close);
    const agent = await principal(engine, world.tokens.author);
    const happen = (key: string) => {
      const said = { type: "report_event", trigger: "manual", summary: key } as const;
      return engine.command(agent, key, world.task, said);
    };
    return { world, server, happen, reads: () => reads };
  }

  it("serves 500 listeners with the reads of one, and each gets every event once", async () => {
    const { world, server, happen, reads } = await start();
    const tokens = Array.from({ length: TOKENS }, (_, at) =>
      world.engine.issue("org-a", `viewer-${at}`, "viewer"),
    );
    const readsIn = async (ms: number): Promise<number> => {
      const before = reads();
      await sleep(ms);
      return reads() - before;
    };
    const end = new AbortController();
    const seen: string[][] = [];
    let links = 0;
    const listen = async (token: string) => {
      const mine: string[] = [];
      seen.push(mine);
      const client = createClient({ baseUrl: server.url, token });
      const onLink = (isOpen: boolean) => {
        links += Number(isOpen);
      };
      for await (const { seq } of client.heads("now", end.signal, { onLink })) mine.push(`${seq}`);
    };
    const listening = [listen(tokens[0] ?? "")];
    await until(() => links === 1);
    await sleep(200);
    const one = await readsIn(1_000);
    for (let at = 1; at < LISTENERS; at += 1) listening.push(listen(tokens[at % TOKENS] ?? ""));
    await until(() => links === LISTENERS);
    await sleep(1_000);
    const all = await readsIn(1_000);
    expect(all).toBeLessThanOrEqual(one + 20);

    for (const key of ["a", "b", "c"]) await happen(key);
    await until(() => seen.every((mine) => mine.length >= 3));
    end.abort();
    await Promise.all(listening);
    expect(new Set(seen.map((mine) => mine.join(" "))).size).toBe(1);
    expect(seen[0]).toHaveLength(3);
  }, 60_000);

  it("sends heads with state and turn, and tells a person of their own marks alone", async () => {
    const { world, server, happen } = await start();
    const end = new AbortController();
    const own: OwnChange[] = [];
    const heads: StreamHead[] = [];
    const client = createClient({ baseUrl: server.url, token: world.tokens.human });
    const others: OwnChange[] = [];
    const viewer = createClient({ baseUrl: server.url, token: world.tokens.viewer });
    const listening = [
      (async () => {
        for await (const head of client.heads(null, end.signal, {
          onOwn: (change) => own.push(change),
        }))
          heads.push(head);
      })(),
      (async () => {
        for await (const _ of viewer.heads("now", end.signal, {
          onOwn: (change) => others.push(change),
        }));
      })(),
    ];
    while (heads.length === 0) await sleep(10);
    await sleep(200);
    await client.markReadLines({
      task: world.task,
      body: { read: [{ path: "a.ts", lines: ["A".repeat(16)] }] },
    });
    await happen("one");
    const last = heads.length;
    while (heads.length === last || own.length === 0) await sleep(10);
    end.abort();
    await Promise.all(listening);

    expect(heads.at(-1)).toMatchObject({ task: world.task, type: "event_reported" });
    expect(heads.at(-1)).not.toHaveProperty("event");
    expect(heads.at(-1)?.turn).toHaveProperty("holder");
    expect([own, others]).toEqual([[{ task: world.task, what: "read" }], []]);
  });
});

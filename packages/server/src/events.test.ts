import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type StreamLine } from "@countersign/api";
import type { Engine } from "@countersign/engine";
import { afterEach, describe, expect, it } from "vitest";
import { createApp } from "./app.ts";
import { type RunningServer, serve } from "./serve.ts";
import { ask } from "./testing/ask.ts";
import { type OpenServer, openMemoryWorld, openServer, principal } from "./testing/open-server.ts";

const FAST = { pollMs: 5, keepAliveMs: 20, connections: 4 };
const PATH = "/v1/events";

describe("the stream of events", () => {
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((close) => close()));
  });

  async function start(streams = FAST) {
    const world = await openMemoryWorld();
    let reads = 0;
    const engine: Engine = {
      ...world.engine,
      stream: (by, place) => {
        reads += 1;
        return world.engine.stream(by, place);
      },
    };
    const server: OpenServer = await openServer(engine, { streams });
    open.push(server.close);
    const by = await principal(engine, world.tokens.human);
    const agent = await principal(engine, world.tokens.author);
    let made = 0;
    /** Makes something happen. */
    const happen = async (times = 1): Promise<void> => {
      for (let left = times; left > 0; left -= 1) {
        made += 1;
        const said = { type: "report_event", trigger: "manual", summary: `n${made}` } as const;
        await engine.command(agent, `happen-${made}`, world.task, said);
      }
    };
    return { world, engine, server, by, happen, reads: () => reads };
  }
  const headersOf = (token: string, more = {}) => ({ authorization: `Bearer ${token}`, ...more });

  it("tells what happened and what happens, with the cursor as id", async () => {
    const { world, server, happen } = await start();
    const end = new AbortController();
    const response = await fetch(new URL(PATH, server.url), {
      headers: headersOf(world.tokens.viewer),
      signal: end.signal,
    });

    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const readUntil = async (words: string): Promise<void> => {
      while (!text.includes(words)) text += (await reader?.read())?.value ?? "";
    };
    await readUntil("\n\nid: at2\nevent: entry\ndata: {");
    await happen();
    await readUntil('"summary":"n1"');
    await readUntil("\n\n: still here\n\n");
    end.abort();
  });

  it("resumes at the cursor without loss when the server goes away and comes back", async () => {
    const { world, engine, happen, by } = await start();
    const settings = { engine, hosts: ["127.0.0.1"], origins: [], version: "1", instance: "i" };
    const app = () => createApp({ ...settings, log: () => undefined, streams: FAST });
    let server: RunningServer = await serve(app(), { port: 0 });
    const { port } = new URL(server.url);
    const total = (await engine.stream(by, {})).items.length + 300;

    const seen: StreamLine[] = [];
    const end = new AbortController();
    const client = createClient({ baseUrl: server.url, token: world.tokens.viewer });
    const following = (async () => {
      for await (const line of client.events(null, end.signal)) {
        seen.push(line);
        if (seen.length === total) end.abort();
      }
    })();
    for (let times = 0; times < 3; times += 1) {
      await happen(50);
      await server.close();
      await happen(50);
      server = await serve(app(), { port: Number(port) });
    }
    await following;
    await server.close();

    const told = (await engine.stream(by, { limit: 1_000 })).items.map(({ cursor }) => cursor);
    expect(seen.map(({ cursor }) => cursor)).toEqual(told);
    expect(told).toHaveLength(total);
  }, 60_000);

  it("begins after a cursor; the header of a reconnect wins over the address", async () => {
    const { world, server } = await start();
    const headers = headersOf(world.tokens.viewer);
    const beginning = async (path: string, more = {}): Promise<string> => {
      const end = new AbortController();
      const response = await fetch(new URL(path, server.url), {
        headers: { ...headers, ...more },
        signal: end.signal,
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      while (!text.includes("id: ")) text += (await reader?.read())?.value ?? "";
      end.abort();
      return /id: (\w+)/.exec(text)?.[1] ?? "";
    };

    expect(await beginning(PATH)).toBe("at1");
    expect(await beginning(`${PATH}?after=at2`)).toBe("at3");
    expect(await beginning(`${PATH}?after=at2`, { "last-event-id": "at4" })).toBe("at5");
  });

  it("begins with the next event where somebody asks from now on, and misses none after a break", async () => {
    const { world, engine, happen, by } = await start();
    const settings = { engine, hosts: ["127.0.0.1"], origins: [], version: "1", instance: "i" };
    const app = () => createApp({ ...settings, log: () => undefined, streams: FAST });
    let server: RunningServer = await serve(app(), { port: 0 });
    const { port } = new URL(server.url);
    const { length } = (await engine.stream(by, {})).items;
    const links: boolean[] = [];
    const opened = Promise.withResolvers<void>();
    const onLink = (isOpen: boolean): void => {
      links.push(isOpen);
      if (isOpen) opened.resolve();
    };

    const seen: string[] = [];
    const end = new AbortController();
    const client = createClient({ baseUrl: server.url, token: world.tokens.viewer });
    const following = (async () => {
      for await (const { cursor } of client.events("now", end.signal, onLink)) {
        seen.push(cursor);
        if (seen.length === 2) end.abort();
      }
    })();
    await opened.promise;
    // It breaks before anything has happened, and something happens while nobody listens.
    await server.close();
    await happen(1);
    server = await serve(app(), { port: Number(port) });
    await happen(1);
    await following;
    await server.close();

    expect(seen).toEqual([`at${length + 1}`, `at${length + 2}`]);
    expect(links.filter((link, at) => link !== links[at - 1])).toEqual([true, false, true, false]);
  });

  it("refuses a cursor that nobody handed out before it streams anything", async () => {
    const { world, server } = await start();
    const headers = headersOf(world.tokens.viewer);

    const told = await ask(server.url, { method: "GET", path: `${PATH}?after=nonsense`, headers });

    expect(told.status).toBe(400);
    const client = createClient({ baseUrl: server.url, token: world.tokens.viewer });
    await expect(
      client.events("nonsense", new AbortController().signal).next(),
    ).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("hands out nothing more once the reader has stopped, even of what arrived together", async () => {
    const { world, server, happen } = await start();
    await happen(20);
    const end = new AbortController();
    const client = createClient({ baseUrl: server.url, token: world.tokens.viewer });

    const seen: StreamLine[] = [];
    for await (const line of client.events(null, end.signal)) {
      seen.push(line);
      if (seen.length === 2) end.abort();
    }

    expect(seen).toHaveLength(2);
  });

  it("tells each organisation its own events alone", async () => {
    const { world, engine, server, happen } = await start();
    const foreign = await principal(engine, world.foreignTokens.human);
    await happen(20);
    await engine.createTask(foreign, "key-b", { id: "cs-beta", title: "b", repo: "b" });
    const end = new AbortController();
    const client = createClient({ baseUrl: server.url, token: world.foreignTokens.viewer });

    const seen: StreamLine[] = [];
    setTimeout(() => end.abort(), 150);
    for await (const line of client.events(null, end.signal)) seen.push(line);

    expect(seen.map(({ task }) => task)).toEqual(["cs-beta"]);
  });

  it("asks the engine no more once nobody listens, and gives the place to the next", async () => {
    const { world, server, reads } = await start({
      ...FAST,
      keepAliveMs: 60_000,
      connections: 2,
    });
    const headers = headersOf(world.tokens.viewer);
    const listen = async () => {
      const end = new AbortController();
      const response = await fetch(new URL(PATH, server.url), { headers, signal: end.signal });
      return { end, status: response.status };
    };

    const two = [await listen(), await listen()];
    const third = await ask(server.url, { method: "GET", path: PATH, headers });
    expect([third.status, JSON.parse(third.text)]).toMatchObject([
      503,
      { error: { code: "unreachable", retryable: true } },
    ]);

    for (const { end } of two) end.abort();
    await sleep(100);
    const before = reads();
    await sleep(100);
    expect(reads()).toBe(before);
    const next = await listen();
    expect(next.status).toBe(200);
    next.end.abort();
    expect(server.failures).toEqual([]);
  });

  it("ends when the token is revoked", async () => {
    const { world, engine, server } = await start();
    const admin = await principal(engine, world.tokens.admin);
    const { id, token } = await engine.createToken(admin, { actor: "agent-3", role: "viewer" });
    const client = createClient({ baseUrl: server.url, token });
    const events = client.events(null, new AbortController().signal);
    await events.next();

    await engine.revokeToken(admin, id);

    await expect(
      (async () => {
        for await (const _ of events);
      })(),
    ).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("ends and is reported when the engine fails, and the client comes back", async () => {
    const { world, engine } = await start();
    const agent = await principal(engine, world.tokens.author);
    const happenLast = async () => {
      const said = { type: "report_event", trigger: "manual", summary: "last" } as const;
      await engine.command(agent, "last", world.task, said);
    };
    let calls = 0;
    let afterwards: Promise<void> | undefined;
    const failing: Engine = {
      ...engine,
      stream: (by, place) => {
        calls += 1;
        if (calls === 3) {
          afterwards = happenLast();
          throw new Error("the database is gone");
        }
        return engine.stream(by, place);
      },
    };
    const server = await openServer(failing, { streams: FAST });
    open.push(server.close);
    const end = new AbortController();
    const client = createClient({ baseUrl: server.url, token: world.tokens.viewer });

    const seen: string[] = [];
    for await (const { event, cursor } of client.events(null, end.signal)) {
      seen.push(cursor);
      if (event.summary === "last") end.abort();
    }
    await afterwards;

    expect(new Set(seen).size).toBe(seen.length);
    expect(server.failures).toEqual(["stream_failed Error"]);
  });

  it("ends every stream when the server closes", async () => {
    const { world, server } = await start();
    const response = await fetch(new URL(PATH, server.url), {
      headers: headersOf(world.tokens.viewer),
    });

    await server.close();

    expect(await response.text()).toContain("id: at1\n");
  });
});

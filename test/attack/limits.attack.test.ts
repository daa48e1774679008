import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { openServer } from "../../packages/server/src/testing/open-server.ts";
import { openLab } from "./open-lab.ts";

const STREAMS = 64;
const SILENT = 520;
const GUESSES = 400;
const lab = await openLab();
const person = await lab.mint({ actor: "ana", role: "human" });
const viewer = await lab.mint({ actor: "nosy", role: "viewer" });

async function openStream(token: string) {
  const end = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${lab.url}/v1/events`, { headers, signal: end.signal });
  if (response.status !== 200) await response.text();
  return { status: response.status, wait: response.headers.get("retry-after"), end };
}

describe("I6 Ends: a client that takes all it can get", () => {
  it("does not take the streams of the person's board", async () => {
    const taken = [];
    for (let index = 0; index < STREAMS; index += 1) taken.push(await openStream(viewer));
    const board = await openStream(person);
    for (const { end } of [...taken, board]) end.abort();

    expect(board.status).toBe(200);
    const refused = taken.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(STREAMS / 2);
    expect(refused[0]?.wait).toMatch(/^[1-9][0-9]*$/);
  });

  it("does not lock others out with silent connections", async () => {
    const port = Number(new URL(lab.url).port);
    const sockets: Socket[] = [];
    for (let index = 0; index < SILENT; index += 1) {
      const socket = connect({ host: "127.0.0.1", port });
      socket.on("error", () => undefined);
      sockets.push(socket);
      await new Promise((resolve) => socket.once("connect", resolve));
    }

    expect((await lab.call(person, "/v1/tasks")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it("is refused before the database when it guesses tokens, and known tokens still work", async () => {
    const org = /^cs_[a-z0-9-]+_/.exec(person)?.[0] ?? "";
    let asked = 0;
    const counting = {
      ...lab.engine,
      authenticate(token: string) {
        asked += 1;
        return lab.engine.authenticate(token);
      },
    };
    const server = await openServer(counting);
    const send = (token: string) =>
      fetch(`${server.url}/v1/tasks`, { headers: { authorization: `Bearer ${token}` } });
    expect((await send(person)).status).toBe(200);
    const statuses = [];
    for (let index = 0; index < GUESSES; index += 1) {
      const response = await send(`${org}${String(index).padStart(43, "x")}`);
      statuses.push(response.status);
      await response.text();
    }

    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(asked).toBeLessThan(GUESSES);
    expect((await send(person)).status).toBe(200);
    await server.close();
  });

  it("is refused when one credential asks too much, and others are answered", async () => {
    const limits = { atOnce: 8, burst: 20, perSecond: 1, wrongBurst: 50, wrongPerSecond: 1 };
    const server = await openServer(lab.engine, { limits });
    const send = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${server.url}/v1/tasks`, { headers });
      return { status: response.status, body: await response.json() };
    };
    const all = await Promise.all(Array.from({ length: 60 }, () => send(viewer)));

    expect(all.filter(({ status }) => status === 429).length).toBeGreaterThan(30);
    expect(all.find(({ status }) => status === 429)?.body).toMatchObject({
      error: { code: "too_many_requests", retryable: true, details: { seconds: 1 } },
    });
    expect((await send(person)).status).toBe(200);
    await server.close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, type TestResponse } from "./testing/ask.ts";
import { type OpenServer, openMemoryWorld, openServer } from "./testing/open-server.ts";

const world = await openMemoryWorld();
let server: OpenServer;

beforeAll(async () => {
  server = await openServer(world.engine);
});
afterAll(async () => {
  await server.close();
  expect(server.failures).toEqual([]);
});

function send(method: string, path: string, token?: string, body?: object): Promise<TestResponse> {
  return ask(server.url, {
    ...{ method, path },
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function begin(): Promise<string> {
  const { human } = world.tokens;
  const { code } = JSON.parse((await send("POST", "/v1/sessions/codes", human, {})).text);
  const told = await send("POST", "/v1/sessions", undefined, { code });
  expect(told.headers["set-cookie"]).toBeUndefined();
  return JSON.parse(told.text).token;
}

describe("signing in with a one-time code", () => {
  it("returns a token for the person who created the code, and sets no cookie", async () => {
    const token = await begin();
    const me = JSON.parse((await send("GET", "/v1/me", token)).text);
    expect(me).toMatchObject({ role: "human", actor: { id: "person-a", kind: "human" } });
  });

  it("is refused for a second use, and for anything that is not a code", async () => {
    const { human } = world.tokens;
    const { code } = JSON.parse((await send("POST", "/v1/sessions/codes", human, {})).text);
    expect((await send("POST", "/v1/sessions", undefined, { code })).status).toBe(200);
    for (const wrong of [code, `csc_${"A".repeat(43)}`, "x", human])
      expect((await send("POST", "/v1/sessions", undefined, { code: wrong })).status).toBe(401);
    for (const body of [{}, { code: 1 }, { code, role: "admin" }, { code: "" }])
      expect((await send("POST", "/v1/sessions", undefined, body)).status).toBe(400);
  });

  it("ends when the person signs out or ends the session elsewhere", async () => {
    const [first, second] = [await begin(), await begin()];
    const { items } = JSON.parse((await send("GET", "/v1/sessions", first)).text);
    const current = items.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect((await send("DELETE", `/v1/sessions/${current.id}`, second)).status).toBe(200);
    expect((await send("GET", "/v1/me", first)).status).toBe(401);
    expect((await send("DELETE", "/v1/session", second)).status).toBe(200);
    expect((await send("GET", "/v1/me", second)).status).toBe(401);
    expect((await send("DELETE", "/v1/session", world.tokens.human)).status).toBe(403);
  });

  it("is limited per address: wrong codes use up the room of wrong tokens", async () => {
    const limits = { wrongBurst: 20, wrongPerSecond: 0.001 };
    const limited = await openServer(world.engine, { limits });
    const guess = (code: string) =>
      ask(limited.url, {
        ...{ method: "POST", path: "/v1/sessions", body: JSON.stringify({ code }) },
        headers: { "content-type": "application/json" },
      });
    const statuses: number[] = [];
    for (let at = 0; at < 30; at += 1)
      statuses.push((await guess(`csc_${String(at).padStart(43, "0")}`)).status);
    const { code } = JSON.parse(
      (await send("POST", "/v1/sessions/codes", world.tokens.human, {})).text,
    );
    const late = await guess(code);
    const unknown = await ask(limited.url, {
      ...{ method: "GET", path: "/v1/me" },
      headers: { authorization: `Bearer cs_org-a_${"A".repeat(43)}` },
    });
    await limited.close();

    expect(statuses).toEqual([...Array(20).fill(401), ...Array(10).fill(429)]);
    expect([late.status, unknown.status]).toEqual([429, 429]);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("is refused to an address that guesses, while the person at another address gets in", async () => {
    const limited = await openServer(world.engine, { limits: { wrongPerSecond: 0.001 } });
    const { human } = world.tokens;
    const { code } = JSON.parse((await send("POST", "/v1/sessions/codes", human, {})).text);
    const present = async (from: string, presented: string): Promise<number> => {
      const body = JSON.stringify({ code: presented });
      const headers = { "content-type": "application/json" };
      const asked = { method: "POST", path: "/v1/sessions", headers, body, from };
      return (await ask(limited.url, asked)).status;
    };
    const statuses: number[] = [];
    for (let at = 0; at < 250; at += 1)
      statuses.push(await present("127.0.0.2", `csc_${String(at).padStart(43, "0")}`));
    const [guesser, person] = [await present("127.0.0.2", code), await present("127.0.0.1", code)];
    await limited.close();

    expect(statuses).toEqual([...Array(200).fill(401), ...Array(50).fill(429)]);
    expect([guesser, person]).toEqual([429, 200]);
  });

  it("does not count right codes", async () => {
    const limits = { wrongBurst: 1, wrongPerSecond: 0.001 };
    const limited = await openServer(world.engine, { limits });
    for (let at = 0; at < 5; at += 1) {
      const { human } = world.tokens;
      const { code } = JSON.parse((await send("POST", "/v1/sessions/codes", human, {})).text);
      const { status } = await ask(limited.url, {
        ...{ method: "POST", path: "/v1/sessions", body: JSON.stringify({ code }) },
        headers: { "content-type": "application/json" },
      });
      expect(status).toBe(200);
    }
    await limited.close();
  });
});

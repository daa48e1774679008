import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, type TestResponse } from "../testing/ask.ts";
import { type OpenServer, openMemoryWorld, openServer } from "../testing/open-server.ts";

type World = Awaited<ReturnType<typeof openMemoryWorld>>;

describe("the body of a request", () => {
  let world: World;
  let server: OpenServer;

  beforeAll(async () => {
    world = await openMemoryWorld();
    server = await openServer(world.engine);
  });
  afterAll(async () => {
    await server.close();
  });

  const post = (body: string | Buffer, more: Record<string, string> = {}): Promise<TestResponse> =>
    ask(server.url, {
      method: "POST",
      path: "/v1/tasks",
      headers: {
        authorization: `Bearer ${world.tokens.human}`,
        "content-type": "application/json",
        ...more,
      },
      body,
    });
  const told = ({ status, text }: TestResponse): [number, string] => [
    status,
    JSON.parse(text).error?.message ?? "accepted",
  ];
  const valid = { title: "A title", repo: "shop" };

  it.each([
    ["nothing at all", "", "The body is not valid JSON."],
    ["half of it", '{"title":', "The body is not valid JSON."],
    [
      "a key twice",
      '{"title":"a","title":"b","repo":"r"}',
      'The body is invalid: duplicate key "title".',
    ],
    ["a prototype key", '{"__proto__":{}}', 'The body is invalid: forbidden key "__proto__".'],
    ["a NUL", '{"title":"\\u0000"}', "The body is invalid: a NUL character."],
    ["a lone surrogate", '{"title":"\\ud800"}', "The body is invalid: a lone surrogate."],
    ["depth 33", "[".repeat(33) + "]".repeat(33), "The body is invalid: nested deeper than 32."],
    ["no object", "[]", "The request must be an object."],
    [
      "an unknown field",
      JSON.stringify({ ...valid, by: "person-a" }),
      "The request has an unknown field: by.",
    ],
    [
      "a field of another type",
      JSON.stringify({ ...valid, title: 7 }),
      "The title must be a string.",
    ],
  ])("is refused with %s [R-157]", async (_, body, message) => {
    expect(told(await post(body))).toEqual([400, message]);
  });

  it("is refused when it is not UTF-8", async () => {
    expect(told(await post(Buffer.from([0x22, 0xff, 0x22])))).toEqual([
      400,
      "The body is not UTF-8.",
    ]);
  });

  it("is refused when it is compressed", async () => {
    expect(told(await post(JSON.stringify(valid), { "content-encoding": "gzip" }))).toEqual([
      400,
      "The body must not be compressed.",
    ]);
  });

  it("is refused above a megabyte, whether its length is said or not", async () => {
    const large = JSON.stringify({ ...valid, title: "x".repeat(1_000_000) });
    const said = await post(large, { "content-length": String(large.length) });
    expect(told(said)).toEqual([413, "The body is larger than 1000000 bytes."]);

    const chunked = await post(large, { "transfer-encoding": "chunked" });
    expect(told(chunked)).toEqual([413, "The body is larger than 1000000 bytes."]);
  });

  it("is taken with a charset, if that is UTF-8", async () => {
    const type = (charset: string) => ({ "content-type": `application/json; charset=${charset}` });

    expect((await post(JSON.stringify(valid), type("UTF-8"))).status).toBe(200);
    expect((await post(JSON.stringify(valid), type("utf-16"))).status).toBe(400);
  });

  it("comes with a key that can be logged, or none", async () => {
    const key = (text: string) => ({ "idempotency-key": text });

    expect((await post(JSON.stringify(valid), key("a".repeat(200)))).status).toBe(200);
    expect((await post(JSON.stringify(valid), key("a".repeat(201)))).status).toBe(400);
    expect((await post(JSON.stringify(valid), key("a b"))).status).toBe(400);
  });
});

describe("the query of a request", () => {
  it("is refused with unknown, repeated or unreadable fields", async () => {
    const world = await openMemoryWorld();
    const server = await openServer(world.engine);
    const headers = { authorization: `Bearer ${world.tokens.human}` };
    const status = async (query: string): Promise<number> =>
      (await ask(server.url, { method: "GET", path: `/v1/tasks?${query}`, headers })).status;

    expect(await status("limit=5&state=open,held")).toBe(200);
    for (const query of ["color=red", "limit=5&limit=6", "limit=0", "limit=501", "limit=1e2"])
      expect([query, await status(query)]).toEqual([query, 400]);
    for (const query of ["state=", "state=open,shut", "turn=me", "who=../x", "after=%0a"])
      expect([query, await status(query)]).toEqual([query, 400]);
    expect(server.failures).toEqual([]);
    await server.close();
  });
});

describe("the address of a request", () => {
  it("is refused when it is malformed, and never read as another", async () => {
    const world = await openMemoryWorld();
    const server = await openServer(world.engine);
    const headers = { authorization: `Bearer ${world.tokens.human}` };
    const status = async (path: string): Promise<number> =>
      (await ask(server.url, { method: "GET", path, headers })).status;

    expect(await status("/v1/tasks/cs-alpha")).toBe(200);
    for (const task of [
      "%00",
      "%ff",
      "%",
      "..%2ftokens",
      "a%20b",
      "-x",
      "%E2%80%AE",
      "x".repeat(65),
    ])
      expect([task, await status(`/v1/tasks/${task}`)]).toEqual([task, 400]);
    for (const path of ["/", "/v1", "/v1/", "/V1/me", "/v1//me", "/v1/me/", "/v1/tasks/a/b/c"])
      expect([path, await status(path)]).toEqual([path, 404]);
    expect(await status(`/v1/${"x".repeat(20_000)}`)).toBe(431);
    expect(server.failures).toEqual([]);
    await server.close();
  });
});

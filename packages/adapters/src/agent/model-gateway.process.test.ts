import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { dirname } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type ModelGateway, openModelGateway } from "./model-gateway.ts";
import { type ModelStub, startModelStub } from "./testing/model-stub.ts";
import { requestOverSocket } from "./testing/request-over-socket.ts";

const KEY = "sk-canary-0123456789";
const open: { gateway?: ModelGateway; stub?: ModelStub } = {};

afterEach(async () => {
  await open.gateway?.close();
  open.stub?.close();
});

type Caps = Parameters<typeof openModelGateway>[1];

async function gatewayTo(
  answer: Parameters<typeof startModelStub>[0],
  caps: Caps = {},
  base = "",
): Promise<{ gateway: ModelGateway; stub: ModelStub }> {
  const stub = await startModelStub(answer);
  const server = { header: "x-api-key", prefix: "", key: KEY, paths: [/^\/v1\/messages$/] };
  const gateway = await openModelGateway({ ...server, baseUrl: stub.url + base }, caps);
  Object.assign(open, { gateway, stub });
  return { gateway, stub };
}

const ask = (
  gateway: ModelGateway,
  more: { path?: string; method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
) =>
  requestOverSocket(gateway.socket, {
    path: "/v1/messages",
    headers: { "x-api-key": gateway.token },
    ...more,
  });

describe("a model gateway", () => {
  it("carries a request to its server with our key instead of the child's", async () => {
    const { gateway, stub } = await gatewayTo((response) => response.end("answer"));
    const headers = {
      "x-api-key": gateway.token,
      authorization: "Bearer other",
      cookie: "a=b",
      "anthropic-version": "2023-06-01",
      "accept-encoding": "gzip",
    };

    const got = await ask(gateway, {
      path: "/v1/messages?beta=true&key=mine",
      headers,
      body: '{"a":1}',
    });

    expect(got).toMatchObject({ status: 200, body: "answer", whole: true });
    expect(stub.seen).toEqual([
      {
        method: "POST",
        url: "/v1/messages?beta=true",
        headers: expect.anything(),
        body: '{"a":1}',
      },
    ]);
    expect(stub.seen[0]?.headers).toMatchObject({
      "x-api-key": KEY,
      "anthropic-version": "2023-06-01",
      "accept-encoding": "identity",
      host: new URL(stub.url).host,
    });
    expect(Object.keys(stub.seen[0]?.headers ?? {})).not.toContain("authorization");
    expect(JSON.stringify(stub.seen)).not.toContain(gateway.token);
    expect(gateway.passed).toEqual({
      requests: 1,
      sentBytes: 7,
      answerBytes: 6,
      refused: 0,
      waiting: 0,
      trouble: null,
    });
  });

  it("keeps the path of its server's address in front", async () => {
    const { gateway, stub } = await gatewayTo((response) => response.end(), {}, "/proxy/");

    await ask(gateway);

    expect(stub.seen.map(({ url }) => url)).toEqual(["/proxy/v1/messages"]);
  });

  it.each([
    { path: "/v1/files" },
    { path: "/v1/messages/../files" },
    { path: "/v1/messages/%2e%2e/files" },
    { path: "/v1/messages%2f..%2ffiles" },
    { path: "/" },
    { path: "//evil.example/v1/messages" },
    { path: "http://evil.example/v1/messages" },
    { path: "/v1/messages", method: "GET" },
    { path: "/v1/messages", method: "DELETE" },
    { path: "/v1/messages", headers: {} },
    { path: "/v1/messages", headers: { "x-api-key": KEY } },
    { path: "/v1/messages", headers: { authorization: "Bearer x" } },
  ])("refuses %o", async (asked) => {
    const { gateway, stub } = await gatewayTo((response) => response.end());

    expect(await ask(gateway, asked)).toMatchObject({ status: 403 });
    expect(stub.seen).toEqual([]);
    expect(gateway.passed).toMatchObject({ refused: 1, trouble: null });
  });

  it.each([
    "CONNECT evil.example:443 HTTP/1.1",
    "GET /v1/messages HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade",
  ])("opens no tunnel: %s", async (line) => {
    const { gateway, stub } = await gatewayTo((response) => response.end());
    const socket = connect(gateway.socket);
    socket.write(`${line}\r\nHost: x\r\n\r\n`);
    const said: Buffer[] = [];
    for await (const chunk of socket) said.push(chunk);

    expect(Buffer.concat(said).toString()).toBe("");
    expect(stub.seen).toEqual([]);
  });

  it("does not tell our key to the child, also when the server repeats it", async () => {
    const { gateway } = await gatewayTo((response, { headers }) => {
      response.setHeader("set-cookie", "session=1");
      response.write(`you are ${String(headers["x-api-key"]).slice(0, 9)}`);
      setTimeout(() => response.end(`${KEY.slice(9)}, welcome`), 20);
    });

    const got = await ask(gateway);

    expect(got.body).toBe("you are [redacted], welcome");
    expect(got.headers).not.toHaveProperty("set-cookie");
  });

  it("passes an error on, without our key and without a time to wait", async () => {
    const { gateway } = await gatewayTo((response) =>
      response.writeHead(401, { "retry-after": "3" }).end(`{"message":"bad key ${KEY}"}`),
    );

    const got = await ask(gateway);

    expect(got).toMatchObject({ status: 401, body: '{"message":"bad key [redacted]"}' });
    expect(got.headers).toMatchObject({ "x-should-retry": "false" });
    expect(got.headers).not.toHaveProperty("retry-after");
    expect(gateway.passed.trouble).toMatchObject({
      kind: "status",
      status: 401,
      headers: { "retry-after": "3" },
    });
  });

  it("does not let a program try again by itself", async () => {
    const { gateway, stub } = await gatewayTo((response) => {
      if (stub.seen.length > 1) response.end("better");
      else response.writeHead(500).end();
    });

    const statuses = [await ask(gateway), await ask(gateway)].map(({ status }) => status);

    expect(statuses).toEqual([500, 403]);
    expect(stub.seen).toHaveLength(1);
    expect(gateway.passed.trouble).toMatchObject({ kind: "status", status: 500 });
  });

  it("follows no redirect", async () => {
    const { gateway, stub } = await gatewayTo((response) =>
      response.writeHead(307, { location: "http://evil.example/" }).end(),
    );

    const got = await ask(gateway);

    expect(got.status).toBe(307);
    expect(got.headers).not.toHaveProperty("location");
    expect(stub.seen).toHaveLength(1);
    expect(gateway.passed.trouble).toMatchObject({ kind: "status", status: 307 });
  });

  it("breaks off an answer that is too long, all answers together", async () => {
    const { gateway } = await gatewayTo((response) => response.end("x".repeat(60_000)), {
      answerBytes: 100_000,
    });

    expect(await ask(gateway)).toMatchObject({ whole: true });
    expect(await ask(gateway)).toMatchObject({ whole: false });
    expect(gateway.passed.trouble).toEqual({ kind: "too_long", bytes: 100_000 });
  });

  it("says when a server breaks off", async () => {
    const { gateway } = await gatewayTo((response) => {
      response.write("half");
      setTimeout(() => response.destroy(), 20);
    });

    expect(await ask(gateway)).toMatchObject({ whole: false });
    expect(gateway.passed.trouble).toEqual({ kind: "cut" });
  });

  it.each([
    { when: "before its answer", write: "" },
    { when: "in the middle of its answer", write: "half" },
  ])("is not troubled by a child that goes away $when", async ({ write }) => {
    let isClosed = false;
    const { gateway, stub } = await gatewayTo((response) => {
      response.once("close", () => {
        isClosed = true;
      });
      if (stub.seen.length > 1) response.end("whole");
      else if (write !== "") response.write(write);
    });
    const child = connect(gateway.socket);
    child.on("error", () => undefined);
    child.write(`POST /v1/messages HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${gateway.token}\r\n`);
    child.write("Content-Length: 2\r\n\r\n{}");
    while (stub.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    if (write !== "") await once(child, "data");

    child.destroy();
    while (!isClosed) await new Promise((resolve) => setTimeout(resolve, 5));

    expect(gateway.passed).toMatchObject({ trouble: null, waiting: 1 });
    expect(await ask(gateway)).toMatchObject({ status: 200, body: "whole" });
  });

  it("says when a server is silent, and stops waiting", async () => {
    const { gateway } = await gatewayTo(() => undefined, { silentMs: 50 });

    expect(await ask(gateway)).toMatchObject({ status: 502 });
    expect(gateway.passed).toMatchObject({ waiting: 0, trouble: { kind: "silent" } });
  });

  it("says when a server cannot be reached", async () => {
    const { gateway, stub } = await gatewayTo((response) => response.end());
    stub.close();

    expect(await ask(gateway)).toMatchObject({ status: 502 });
    expect(gateway.passed.trouble).toEqual({ kind: "unreachable", code: "ECONNREFUSED" });
  });

  it("takes only so many requests and so many bytes", async () => {
    const { gateway, stub } = await gatewayTo((response) => response.end(), {
      requests: 2,
      sentBytes: 1_000,
    });

    const statuses = [
      await ask(gateway, { body: "x".repeat(2_000) }),
      await ask(gateway),
      await ask(gateway),
    ].map(({ status }) => status);

    expect(statuses).toEqual([413, 200, 429]);
    expect(stub.seen).toHaveLength(1);
  });

  it("lies where nobody else can go, and leaves nothing when it is closed", async () => {
    const { gateway } = await gatewayTo(() => undefined);
    const directory = dirname(gateway.socket);
    const waiting = ask(gateway);
    const mode = statSync(directory).mode & 0o777;

    while (gateway.passed.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await gateway.close();

    expect(mode).toBe(0o700);
    expect(await waiting).toMatchObject({ whole: false });
    expect(existsSync(directory)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import type { EgressRules } from "./check-target.ts";
import { type OutgoingRequest, type SendResult, sendGuarded } from "./send.ts";
import { hostileAddresses } from "./testing/hostile-addresses.ts";
import { type Behave, openLoopbackServer } from "./testing/loopback-server.ts";
import { makeCertificate } from "./testing/make-certificate.ts";
import { serversOfFile } from "./testing/servers-of-file.ts";

const serve = serversOfFile();
const HERE: EgressRules = { loopback: true, privateHosts: [] };
const OUTSIDE: EgressRules = { loopback: false, privateHosts: [] };
async function post(address: string, more: Partial<OutgoingRequest> = {}): Promise<SendResult> {
  const signal = AbortSignal.timeout(30_000);
  const body = '{"question":1}';
  return await sendGuarded({
    address,
    headers: {},
    body,
    rules: HERE,
    maxBytes: 1_000,
    signal,
    ...more,
  });
}

const fine: Behave = (response) => response.end("fine");

describe("what is sent", () => {
  it("posts the text and reads the whole answer", async () => {
    const server = await serve(fine);

    const received = await post(`${server.url}/ask`, { headers: { "x-mine": "1" } });

    expect(received).toMatchObject({ ok: true, status: 200, body: Buffer.from("fine") });
    expect(server.seen).toMatchObject([
      {
        path: "/ask",
        body: '{"question":1}',
        headers: { "x-mine": "1", "content-type": "application/json", connection: "close" },
      },
    ]);
  });

  it("sends another method without a body or a content type", async () => {
    const server = await serve(fine);

    const received = await post(`${server.url}/list`, { method: "GET", body: null });

    expect(received).toMatchObject({ ok: true, status: 200 });
    expect(server.seen).toMatchObject([{ path: "/list", body: "" }]);
    expect(server.seen[0]?.headers).not.toHaveProperty("content-type");
  });

  it("asks a service whose own authority vouches for it, and no other", async () => {
    const certificate = makeCertificate("service.test");
    const server = await serve(fine, { certificate });
    const address = `https://service.test:${server.port}/`;
    const rules = { loopback: false, privateHosts: ["service.test"] };
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];

    expect(await post(address, { rules, resolve, ca: certificate.cert })).toMatchObject({
      ok: true,
      body: Buffer.from("fine"),
    });
    const { cert: ca } = makeCertificate("service.test");
    const stranger = { ok: false, why: "unreachable" };
    expect(await post(address, { rules, resolve, ca })).toMatchObject(stranger);
    expect(await post(address, { rules, resolve })).toMatchObject(stranger);
    expect(server.seen).toHaveLength(1);
  });

  it("cannot write down a header that would begin another", async () => {
    const server = await serve(fine);

    expect(await post(server.url, { headers: { a: "b\r\nc: d" } })).toMatchObject({
      ok: false,
      why: "refused",
    });
    expect(server.connections()).toBe(0);
  });
});

describe("where nothing is sent to", () => {
  it("connects to none of over 200 addresses that lead inside", async () => {
    const trap = await serve(fine);
    const addresses = hostileAddresses(trap.port);
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];

    const received = await Promise.all(
      addresses.map(async (address) => ({
        address,
        ...(await post(address, { rules: OUTSIDE, resolve })),
      })),
    );

    expect(addresses.length).toBeGreaterThan(200);
    expect(received.filter((one) => one.ok || one.why !== "refused")).toEqual([]);
    expect(trap.connections()).toBe(0);
  });

  it("refuses a name with one bad address among good ones", async () => {
    const server = await serve(fine);
    const resolve = async () => [
      { address: "127.0.0.1", family: 4 },
      { address: "169.254.169.254", family: 4 },
    ];

    expect(await post(`http://localhost:${server.port}/`, { resolve })).toEqual({
      ok: false,
      why: "refused",
      reason: "the host has an address that no service may have",
    });
    expect(server.connections()).toBe(0);
  });

  it("looks a name up once, and connects to what was checked", async () => {
    const server = await serve(fine);
    const answers = ["127.0.0.1", "169.254.169.254", "10.0.0.1"];
    const resolve = async () => [{ address: answers.shift() ?? "", family: 4 }];

    expect(await post(`http://localhost:${server.port}/`, { resolve })).toMatchObject({ ok: true });
    expect(answers).toHaveLength(2);
  });

  it("lets the owner allow a host of a private network, over TLS alone", async () => {
    const rules = { loopback: false, privateHosts: ["service.test"] };
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const server = await serve(fine);

    expect(await post(`http://service.test:${server.port}/`, { rules, resolve })).toMatchObject({
      why: "refused",
      reason: "the address must begin with https",
    });
    expect(await post(`https://other.test:${server.port}/`, { rules, resolve })).toMatchObject({
      why: "refused",
    });
    const never = async () => [{ address: "169.254.169.254", family: 4 }];
    expect(await post("https://service.test/", { rules, resolve: never })).toMatchObject({
      why: "refused",
    });
    expect(server.connections()).toBe(0);
  });

  it("follows no redirect", async () => {
    const trap = await serve(fine);
    const server = await serve((response) =>
      response.writeHead(307, { location: `${trap.url}/` }).end(),
    );

    expect(await post(server.url)).toMatchObject({ ok: true, status: 307 });
    expect(trap.connections()).toBe(0);
  });
});

describe("what a server can do instead of answering", () => {
  it.each<[string, Behave, object]>([
    ["says nothing at all", (_, __, socket) => socket.destroy(), { why: "cut" }],
    [
      "breaks off midway",
      (response, _, socket) => {
        response.writeHead(200, { "content-length": 100 }).write("half");
        setTimeout(() => socket.destroy(), 20);
      },
      { why: "cut" },
    ],
    [
      "breaks off midway without having said how much there is",
      (response, _, socket) => {
        response.writeHead(200).write("half");
        setTimeout(() => socket.destroy(), 20);
      },
      { why: "cut" },
    ],
    ["announces too much", (response) => response.end("x".repeat(1_001)), { why: "too_large" }],
    [
      "sends too much without a word",
      (response) => {
        for (let i = 0; i < 100; i += 1) response.write("x".repeat(100));
      },
      { why: "too_large" },
    ],
    [
      "packs its answer",
      (response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
      { why: "unreadable" },
    ],
    ["does not speak HTTP", (_, __, socket) => socket.end("SSH-2.0-x\r\n"), { why: "unreadable" }],
    [
      "sends headers without end",
      (_, __, socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        for (let i = 0; i < 3_000; i += 1) socket.write(`x-${i}: ${"y".repeat(50)}\r\n`);
      },
      { why: "unreadable" },
    ],
    [
      "changes to another protocol",
      (_, __, socket) =>
        socket.write("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
      { why: "cut" },
    ],
  ])("is no answer, and no socket is left, when it %s", async (_, behave, expected) => {
    const server = await serve(behave);

    expect(await post(server.url)).toMatchObject({ ok: false, ...expected });
    await server.quiet();
  });

  it("reads an answer up to the last byte that is allowed", async () => {
    const server = await serve((response) => response.end("x".repeat(1_000)));

    expect(await post(server.url)).toMatchObject({ ok: true });
  });

  it("ends when it is stopped, before, while and after it is sent", async () => {
    const server = await serve(() => {});
    const stopped = { ok: false, why: "stopped" };

    expect(await post(server.url, { signal: AbortSignal.abort() })).toMatchObject(stopped);
    expect(server.connections()).toBe(0);
    const controller = new AbortController();
    const asked = post(server.url, { signal: controller.signal });
    controller.abort();
    expect(await asked).toMatchObject(stopped);
    expect(await post(server.url, { signal: AbortSignal.timeout(50) })).toMatchObject(stopped);
    await server.quiet();
  });

  it("says that nobody listens", async () => {
    const server = await openLoopbackServer(fine);
    await server.close();

    expect(await post(server.url)).toEqual({
      ok: false,
      why: "unreachable",
      reason: "no server listens there",
    });
  });

  it("says that a host cannot be found", async () => {
    const resolve = async () => {
      throw Object.assign(new Error("queryA ENOTFOUND secret.example"), { code: "ENOTFOUND" });
    };
    const rules = OUTSIDE;

    expect(await post("https://secret.example/", { rules, resolve })).toEqual({
      ok: false,
      why: "unreachable",
      reason: "its host cannot be found",
    });
    expect(await post("https://a.example/", { rules, resolve: async () => [] })).toMatchObject({
      why: "refused",
    });
  });
});

import { once } from "node:events";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, createServer as createTcpServer, Socket } from "node:net";
import { dirname } from "node:path";
import type { AllowedHost, PackageProxy } from "@countersign/engine";
import { afterEach, describe, expect, it } from "vitest";
import { openPackageProxy, type ProxyOptions } from "./open-package-proxy.ts";

const PUBLIC = { address: "93.184.216.34", family: 4 };
const ALLOWED: AllowedHost[] = [
  { host: "packages.example", port: 80, listed: false },
  { host: "packages.example", port: 443, listed: false },
];

let proxy: PackageProxy;
const toClose: { close(): unknown }[] = [];
afterEach(async () => {
  await proxy.close();
  for (const server of toClose.splice(0)) server.close();
});

/** Opens a proxy whose connections end at a server of this test. */
async function open(port: number, options: ProxyOptions = {}): Promise<PackageProxy> {
  proxy = await openPackageProxy(ALLOWED, {
    resolve: async () => [PUBLIC],
    connect: () => connect({ port, host: "127.0.0.1", allowHalfOpen: true }),
    ...options,
  });
  return proxy;
}

async function portOf(server: ReturnType<typeof createTcpServer>): Promise<number> {
  toClose.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  return typeof bound === "object" && bound !== null ? bound.port : 0;
}

function dial(): Socket {
  const socket = connect({ path: proxy.socket });
  socket.on("error", () => undefined);
  return socket;
}

/** Sends bytes and answers with all that comes back. */
async function exchange(...parts: string[]): Promise<string> {
  const socket = dial();
  for (const part of parts) socket.write(part);
  return await readAll(socket);
}

async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  // Not `once` of node:events: a connection that is cut is an end, too.
  if (!socket.closed) await new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return text;
}

describe("openPackageProxy", () => {
  it("carries a tunnel to an allowed host, in both directions", async () => {
    const echo = createTcpServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
    await open(await portOf(echo));
    const socket = dial();
    socket.write("CONNECT packages.example:443 HTTP/1.1\r\n\r\n");
    await once(socket, "data");
    socket.end("x".repeat(300_000));

    expect((await readAll(socket)).length).toBe(300_000);
    expect(proxy.failed()).toEqual([]);
  });

  it("forwards a request without TLS, without what belongs to the connection", async () => {
    const seen: unknown[] = [];
    const server = createServer(({ url, headers }, response) => {
      seen.push([url, headers.host, headers["proxy-authorization"]]);
      response.writeHead(302, { location: "http://127.0.0.1/" }).end("gone");
    });
    await open(await portOf(server));

    const answer = await exchange(
      "GET http://packages.example/a?b=c HTTP/1.1\r\nHost: 127.0.0.1\r\n",
      "Proxy-Authorization: Basic eA==\r\nConnection: close\r\n\r\n",
    );

    expect(answer).toMatch(/^HTTP\/1.1 302 Found\r\n.*location: http:\/\/127.0.0.1\/.*gone/is);
    expect(seen).toEqual([["/a?b=c", "packages.example", undefined]]);
  });

  it.each([
    ["CONNECT evil.example:443", "403", "not_allowed"],
    ["CONNECT packages.example:22", "403", "not_allowed"],
    ["CONNECT localhost:443", "403", "this_machine"],
    ["GET http://evil.example/", "403", "not_allowed"],
    ["CONNECT packages.example", "400", undefined],
    ["GET https://packages.example/", "400", undefined],
    ["GET /", "400", undefined],
  ])("refuses %s", async (line, status, why) => {
    await open(1);

    const answer = await exchange(`${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);

    expect(answer.split(" ")[1]).toBe(status);
    expect(proxy.failed().map((failed) => failed.why)).toEqual(why === undefined ? [] : [why]);
  });

  it.each(["CONNECT packages.example:443", "GET http://packages.example/"])(
    "notes a server that cannot be reached for %s",
    async (line) => {
      const closed = createTcpServer();
      const port = await portOf(closed);
      closed.close();
      await open(port);

      const answer = await exchange(`${line} HTTP/1.1\r\nHost: a\r\n\r\n`);

      expect(answer).toMatch(/^HTTP\/1.1 502/);
      expect(proxy.failed()).toMatchObject([{ host: "packages.example", why: "unreachable" }]);
    },
  );

  it("ends tunnels that carry more than they may", async () => {
    const sink = createTcpServer((socket) => socket.resume());
    await open(await portOf(sink), { limits: { sentBytes: 100_000 } });
    const socket = dial();
    socket.write("CONNECT packages.example:443 HTTP/1.1\r\n\r\n");
    await once(socket, "data");
    socket.write(Buffer.alloc(200_000));
    await readAll(socket);

    expect(proxy.failed()).toMatchObject([{ why: "too_many_bytes" }]);
  });

  it("leaves no connection and no file behind when it is closed", async () => {
    const quiet = createTcpServer((socket) => socket.resume());
    await open(await portOf(quiet));
    const socket = dial();
    socket.write("CONNECT packages.example:443 HTTP/1.1\r\n\r\n");
    await once(socket, "data");
    await proxy.close();
    await readAll(socket);

    await expect(stat(dirname(proxy.socket))).rejects.toThrow("ENOENT");
  });
});

describe("I6 Ends: a client of the proxy takes no more than it may", () => {
  it("ends a client that never finishes its request, or says nothing", async () => {
    await open(1, { limits: { headMs: 300 } });
    const began = performance.now();
    const [slow, silent] = [dial(), dial()];
    slow.write("CONNECT packages.example:443 HTTP/1.1\r\nX-A: ");
    const timer = setInterval(() => slow.write("a"), 50);
    await Promise.all([readAll(slow), readAll(silent)]);
    clearInterval(timer);

    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it("ends a client whose request is too long", async () => {
    await open(1);
    const head = `CONNECT packages.example:443 HTTP/1.1\r\nX-A: ${"a".repeat(40_000)}\r\n\r\n`;

    expect(await exchange(head)).toBe("");
  });

  it("holds a bounded number of connections", async () => {
    await open(1, { limits: { connections: 10 } });
    const sockets = Array.from({ length: 200 }, dial);
    const closed = sockets.map((socket) => readAll(socket));
    await Promise.race(closed.slice(100));
    await new Promise((resolve) => setTimeout(resolve, 500));

    expect(sockets.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(10);
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
  });

  it("ends a connection that a server does not answer", async () => {
    await open(1, { limits: { connectMs: 200 }, connect: () => new Socket() });

    expect(await exchange("CONNECT packages.example:443 HTTP/1.1\r\n\r\n")).toMatch(/ 502 /);
    expect(proxy.failed()).toMatchObject([{ why: "unreachable" }]);
  });

  it("ends a tunnel in which nothing is said", async () => {
    const quiet = createTcpServer((socket) => socket.resume());
    await open(await portOf(quiet), { limits: { silentMs: 200 } });

    expect(await exchange("CONNECT packages.example:443 HTTP/1.1\r\n\r\n")).toMatch(/ 200 /);
  });
});

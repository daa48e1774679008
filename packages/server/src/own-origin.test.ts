import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "./testing/ask.ts";
import { type OpenServer, openMemoryWorld, openServer } from "./testing/open-server.ts";

const world = await openMemoryWorld();
let server: OpenServer;
let port = 0;

beforeAll(async () => {
  server = await openServer(world.engine, {
    hosts: ["127.0.0.1", "localhost", "cs.example.com"],
    origins: ["https://cs.example.com"],
  });
  port = Number(new URL(server.url).port);
});
afterAll(() => server.close());

/** Creates a task as a page of this origin would, and returns the status. */
async function post(host: string, origin: string): Promise<number> {
  const { status } = await ask(server.url, {
    method: "POST",
    path: "/v1/tasks",
    headers: {
      authorization: `Bearer ${world.tokens.human}`,
      "content-type": "application/json",
      host,
      origin,
    },
    body: JSON.stringify({ title: "From a page", repo: world.repo }),
  });
  return status;
}

describe("requests of the server's own pages", () => {
  it.each(["127.0.0.1", "localhost"])("are accepted at %s with the own port", async (name) => {
    expect(await post(`${name}:${port}`, `http://${name}:${port}`)).toBe(200);
  });

  it("are accepted at the public address", async () => {
    expect(await post("cs.example.com", "https://cs.example.com")).toBe(200);
  });

  it.each([
    ["another port", () => [`127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`]],
    ["another port in both headers", () => ["127.0.0.1:1", "http://127.0.0.1:1"]],
    ["no port", () => ["127.0.0.1", "http://127.0.0.1"]],
    ["another scheme", () => [`127.0.0.1:${port}`, `https://127.0.0.1:${port}`]],
    ["an opaque origin", () => [`127.0.0.1:${port}`, "null"]],
    ["the other loopback name", () => [`127.0.0.1:${port}`, `http://localhost:${port}`]],
    ["a path behind the origin", () => [`127.0.0.1:${port}`, `http://127.0.0.1:${port}/`]],
    ["a rebound name", () => [`evil.example:${port}`, `http://evil.example:${port}`]],
    [
      "a name that begins with a loopback name",
      () => [`127.0.0.1.evil.example:${port}`, `http://127.0.0.1.evil.example:${port}`],
    ],
    ["a local name that is not allowed", () => [`[::1]:${port}`, `http://[::1]:${port}`]],
    ["the public name without TLS", () => ["cs.example.com", "http://cs.example.com"]],
    [
      "the public name with the own port",
      () => [`cs.example.com:${port}`, `http://cs.example.com:${port}`],
    ],
  ] as const)("are told from those of %s", async (_, headers) => {
    const [host = "", origin = ""] = headers();
    const before = world.engine.commands;
    expect(await post(host, origin)).toBe(403);
    expect(world.engine.commands).toBe(before);
  });
});

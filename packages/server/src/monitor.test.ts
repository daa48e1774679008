import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenServer, openMemoryWorld, openServer } from "./testing/open-server.ts";

describe("what a monitor asks", () => {
  let world: Awaited<ReturnType<typeof openMemoryWorld>>;
  let server: OpenServer;
  const readiness = { database: true, migrations: true, queue: true };
  beforeAll(async () => {
    world = await openMemoryWorld();
    server = await openServer({ ...world.engine, readiness: async () => readiness });
  });
  afterAll(() => server.close());

  const get = async (path: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(new URL(path, server.url), { headers });
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      text: await response.text(),
    };
  };

  it("is told without a token that the process lives, and nothing more", async () => {
    expect(await get("/healthz")).toMatchObject({ status: 200, text: '{"ok":true}' });
  });

  it("is told without a token whether requests can be served, and which part is missing", async () => {
    expect(await get("/readyz")).toMatchObject({ status: 200, text: '{"ready":true}' });

    readiness.database = false;
    readiness.queue = false;
    const { status, text } = await get("/readyz");
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({
      error: { message: "Not ready: database, queue", details: { missing: "database,queue" } },
    });
    expect((await get("/healthz")).status).toBe(200);
  });

  it("reads figures with a viewer's token as text", async () => {
    expect((await get("/metrics")).status).toBe(401);
    expect(await get("/metrics", world.tokens.viewer)).toMatchObject({
      status: 200,
      type: "text/plain; version=0.0.4; charset=utf-8",
      text: "memory_tasks 1\n",
    });
  });
});

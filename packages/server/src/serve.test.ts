import { createServer } from "node:net";
import { CountersignError } from "@countersign/core";
import type { Engine } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { serve } from "./serve.ts";
import { ask } from "./testing/ask.ts";
import { openMemoryWorld, openServer } from "./testing/open-server.ts";

const ME = { method: "GET", path: "/v1/me" };

describe("serve", () => {
  it("listens on loopback and says where", async () => {
    const { engine } = await openMemoryWorld();
    const server = await openServer(engine);

    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9][0-9]*$/);
    expect((await ask(server.url, { method: "GET", path: "/v1/health" })).status).toBe(200);
    await server.close();
    await expect(ask(server.url, ME)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("refuses a port that is taken", async () => {
    const { engine } = await openMemoryWorld();
    const first = await openServer(engine);
    const { createApp } = await import("./app.ts");
    const app = createApp({
      engine,
      hosts: [],
      origins: [],
      version: "1",
      instance: "i",
      log: () => undefined,
    });

    await expect(serve(app, { port: Number(new URL(first.url).port) })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
    await first.close();
  });

  it("lets a request that is at work end before it closes", async () => {
    const { engine, tokens } = await openMemoryWorld();
    let begun = (): void => undefined;
    const working = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow: Engine = {
      ...engine,
      async repositories(by) {
        begun();
        await new Promise((resolve) => setTimeout(resolve, 100));
        return engine.repositories(by);
      },
    };
    const server = await openServer(slow);
    const headers = { authorization: `Bearer ${tokens.viewer}` };
    const asked = ask(server.url, { method: "GET", path: "/v1/repositories", headers });
    await working;

    await server.close();

    expect((await asked).status).toBe(200);
  });

  it("tells nothing of a bug, names it, and goes on", async () => {
    const { engine, tokens } = await openMemoryWorld();
    let calls = 0;
    const broken: Engine = {
      ...engine,
      async repositories() {
        calls += 1;
        if (calls === 1) throw new Error("select * from secrets");
        throw new CountersignError("timed_out", "The database is slow");
      },
    };
    const server = await openServer(broken);
    const headers = { authorization: `Bearer ${tokens.viewer}` };
    const asked = { method: "GET", path: "/v1/repositories", headers };

    const first = await ask(server.url, asked);
    expect(first.status).toBe(500);
    expect(first.text).not.toContain("secrets");
    expect(first.text).toContain(String(first.headers["x-request-id"]));
    expect(server.failures).toEqual(["request_failed Error"]);

    expect((await ask(server.url, asked)).status).toBe(504);
    expect(server.failures).toHaveLength(1);
    await server.close();
  });

  it("takes host names in capitals and with a port", async () => {
    const { engine } = await openMemoryWorld();
    const server = await openServer(engine, { hosts: ["localhost", "cs.example:443"] });
    const status = async (host: string): Promise<number> =>
      (await ask(server.url, { method: "GET", path: "/v1/health", headers: { host } })).status;

    expect(await status("LOCALHOST:4711")).toBe(200);
    expect(await status("cs.example:443")).toBe(200);
    expect(await status("cs.example")).toBe(403);
    expect(await status("127.0.0.1")).toBe(403);
    await server.close();
  });
});

describe("the port of localhost", () => {
  const app = { fetch: () => new Response("ours") };

  it("is taken on both addresses, so that no other program shows pages of the same origin", async () => {
    const server = await serve(app, { port: 0 });
    const { port } = new URL(server.url);
    for (const host of ["127.0.0.1", "[::1]"])
      expect((await ask(`http://${host}:${port}`, { method: "GET", path: "/" })).text).toBe("ours");
    await server.close();
  });

  it("is refused if another program has it on the other address", async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, "::1", resolve));
    const address = squatter.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await expect(serve(app, { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    squatter.close();
  });
});

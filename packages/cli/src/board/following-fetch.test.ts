import { createServer, type Server } from "node:http";
import { afterEach, expect, it } from "vitest";
import { createFollowingFetch } from "./following-fetch.ts";

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listen(says: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => response.end(`${says} ${request.url ?? ""}`));
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port");
  return { url: `http://127.0.0.1:${address.port}`, server };
}

it("goes to where the engine is found after a call that found nobody", async () => {
  const first = await listen("first");
  const second = await listen("second");
  const ask = createFollowingFetch(async () => second.url, globalThis.fetch);
  const call = async () =>
    (await ask(new URL("/v1/me?a=1", first.url), { headers: { connection: "close" } })).text();
  expect(await call()).toBe("first /v1/me?a=1");
  await new Promise((resolve) => first.server.close(resolve));
  await expect(call()).rejects.toThrow();
  expect(await call()).toBe("second /v1/me?a=1");
});

it("fails as before when it is found nowhere", async () => {
  const gone = await listen("gone");
  await new Promise((resolve) => gone.server.close(resolve));
  const ask = createFollowingFetch(async () => null, globalThis.fetch);
  await expect(ask(new URL("/x", gone.url))).rejects.toThrow();
});

import { contract } from "@countersign/api";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openMemoryWorld, openServer, type Role } from "./testing/open-server.ts";
import { rowOf } from "./testing/route-rows.ts";
import { times } from "./testing/times.ts";

const RUNS = times(2_000);

it("answers thousands of malformed bodies on every POST without ever failing itself", async () => {
  const world = await openMemoryWorld();
  const server = await openServer(world.engine);
  const posts = Object.entries(contract).filter(([, route]) => route.method === "post");
  const statuses = new Map<number, number>();

  const send = async (name: string, body: string | Uint8Array<ArrayBuffer>): Promise<number> => {
    const [, route] = posts.find(([known]) => known === name) ?? [];
    const row = rowOf(name);
    if (route === undefined || row === undefined) throw new Error(`${name} is not known`);
    const params = row.params?.(world) ?? {};
    const path = route.path.replaceAll(/\{([a-z]+)\}/g, (_, field: string) => params[field] ?? "");
    const role: Role = row.roles === "public" ? "viewer" : (row.roles[0] ?? "viewer");
    const response = await fetch(new URL(path, server.url), {
      method: "POST",
      headers: {
        authorization: `Bearer ${world.tokens[role]}`,
        "content-type": "application/json",
      },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const name = fc.constantFrom(...posts.map(([known]) => known));
  const request = name.chain((known) =>
    fc.tuple(fc.constant(known), bodyLike(rowOf(known)?.body?.(world) ?? {})),
  );

  await fc.assert(
    fc.asyncProperty(request, async ([known, body]) => {
      const status = await send(known, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: RUNS },
  );

  expect(server.failures).toEqual([]);
  // Most are refused as what they are; some are by chance commands that the task then refuses.
  expect(statuses.get(400)).toBeGreaterThan(RUNS / 2);
  await server.close();
}, 300_000);

/** Bytes, text, JSON of any kind, and valid bodies with one thing wrong. */
function bodyLike(valid: object): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const text = JSON.stringify(valid);
  const entries = Object.entries(valid);
  const keys = entries.length === 0 ? ["type"] : entries.map(([key]) => key);
  return fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.json({ maxDepth: 6 }),
    fc.nat(text.length).map((length) => text.slice(0, length)),
    fc
      .tuple(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 3 }))
      .map(([key, value]) => JSON.stringify({ ...valid, [key]: value })),
    fc
      .tuple(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 }))
      .map(([key, value]) => JSON.stringify({ ...valid, [key]: value })),
    fc.constantFrom(...keys).map((key) => JSON.stringify({ ...valid, [key]: undefined })),
  );
}

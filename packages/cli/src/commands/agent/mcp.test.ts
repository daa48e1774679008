import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Bench, openBench } from "../../testing/bench.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
});

const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

it("offers its tools in projects that were not set up without starting an engine", async () => {
  const cwd = join(bench.directory, "plain");
  await mkdir(cwd);
  const clientInfo = { name: "host", version: "1" };
  const input = [
    request(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }),
    `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`,
    request(2, "tools/list", {}),
  ].join("");
  const { code, out } = await bench.run(["mcp", "--agent", "claude-code"], { cwd, input });
  expect(code).toBe(0);
  expect(out).toContain('"get_my_assignment"');
  expect(await stat(join(bench.data, "engine.json")).catch(() => null)).toBeNull();
  expect(await stat(join(bench.data, "credentials.json")).catch(() => null)).toBeNull();
});

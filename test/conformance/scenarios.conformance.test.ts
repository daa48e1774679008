import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveMcpOverHttp } from "../../packages/mcp/src/index.ts";
import { createMemoryEngine } from "../../packages/server/src/testing/memory-engine.ts";
import { type OpenServer, openServer } from "../../packages/server/src/testing/open-server.ts";
import { runTool } from "./run-tool.ts";
import { APPLY, DO_NOT_APPLY } from "./scenarios.ts";
import { openTokenProxy, type TokenProxy } from "./token-proxy.ts";

type Check = { id: string; status: string; errorMessage?: string };

const ROLES = ["author", "reviewer", "planner", "viewer"] as const;
const engine = createMemoryEngine({ "org-a": "ana" });
const proxies = new Map<string, TokenProxy>();
let server: OpenServer;
let home: string;

/** One page is allowed per proxy, as an owner would allow theirs: the suite sends one that must pass. */
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "conformance-"));
  for (const role of ROLES) {
    const token = engine.issue("org-a", `agent-${role}`, role);
    proxies.set(role, await openTokenProxy(() => server.url, token));
  }
  const origins = [...proxies.values()].map(({ url }) => url);
  server = await openServer(engine, { origins, mcp: serveMcpOverHttp("1.2.3") });
});
afterAll(async () => {
  for (const proxy of proxies.values()) await proxy.close();
  await server.close();
  await rm(home, { recursive: true, force: true });
});

function addressFor(role: string): string {
  return `${proxies.get(role)?.url}/mcp`;
}

async function listScenarios(): Promise<string[]> {
  const { out } = await runTool("conformance", ["list", "--server"], home);
  return [...out.matchAll(/^ +- (\S+)/gm)].flatMap(([, name]) => name ?? []);
}

/** Every scenario that there is, with what the suite says about our server. */
async function runAll(role: string): Promise<Map<string, readonly Check[]>> {
  const folder = join(home, role);
  const target = ["--url", addressFor(role), "--output-dir", folder];
  await runTool("conformance", ["server", "--suite", "all", ...target], home);
  const found = new Map<string, readonly Check[]>();
  for (const entry of await readdir(folder)) {
    const name = entry.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    const text = await readFile(join(folder, entry, "checks.json"), "utf8");
    found.set(name, JSON.parse(text));
  }
  return found;
}

function sentence({ id, status, errorMessage = "" }: Check): string {
  return `${status} ${id}: ${errorMessage}`;
}

function expectPassed(name: string, checks: readonly Check[]): void {
  expect(checks, name).not.toEqual([]);
  for (const check of checks) expect(check, name).toMatchObject({ status: "SUCCESS" });
}

/** The reason is the one that we give, and no other failure hides behind it. */
function expectExplained(name: string, checks: readonly Check[], told: RegExp): void {
  expect(checks.map(sentence).join("\n"), name).toMatch(told);
  for (const check of checks.filter(({ status }) => status === "FAILURE"))
    expect(sentence(check), name).toMatch(told);
}

describe("the protocol's conformance suite", () => {
  it("has no scenario that we neither pass nor explain", async () => {
    const known = [...APPLY, ...DO_NOT_APPLY.flatMap(({ scenarios }) => scenarios)];
    expect((await listScenarios()).toSorted()).toEqual(known.toSorted());
  });

  it.each(ROLES)("passes with the token of a role: %s", async (role) => {
    const found = await runAll(role);
    for (const name of APPLY) expectPassed(name, found.get(name) ?? []);
    for (const { scenarios, told } of DO_NOT_APPLY)
      for (const name of scenarios) expectExplained(name, found.get(name) ?? [], told);
    expect(server.failures).toEqual([]);
  });

  it("is right that we offer neither logging nor completions nor subscriptions", async () => {
    const client = new Client({ name: "plain", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(addressFor("author"))));
    const offered = client.getServerCapabilities();
    await client.close();
    expect(offered).toMatchObject({ tools: {}, prompts: {}, resources: {} });
    expect(offered).not.toHaveProperty("logging");
    expect(offered).not.toHaveProperty("completions");
    expect(offered?.resources?.subscribe ?? false).toBe(false);
  });
});

describe("the reasons", () => {
  it("are told in docs/agents.md, scenario by scenario", async () => {
    const text = await readFile(join(import.meta.dirname, "../../docs/agents.md"), "utf8");
    const names = DO_NOT_APPLY.flatMap(({ scenarios }) => scenarios);
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

import { once } from "node:events";
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listMarked } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandboxedProcessRunner } from "../process/create-sandboxed-process-runner.ts";
import type { AgentCli } from "./agent-cli.ts";
import { createAgentReviewerRunner } from "./create-agent-reviewer-runner.ts";
import { jsonLines } from "./json-record.ts";
import { quoteForShell } from "./quote-for-shell.ts";
import { askAbout } from "./testing/ask-about.ts";
import { type ModelStub, startModelStub } from "./testing/model-stub.ts";

const HIJACKED = fileURLToPath(new URL("./testing/hijacked-reviewer.mjs", import.meta.url));
const CANARY = `canary${process.pid}`;
const KEY = `sk-${CANARY}-key`;
const MARK = `hijacked-${process.pid}`;

/** An agent whose program does what it likes, and whose every word is taken. */
const AGENT: AgentCli = {
  name: "The stand-in",
  program: "claude",
  install: "It cannot be installed",
  keyVariable: "NO_KEY",
  server: {
    baseUrl: "http://192.0.2.1",
    header: "x-api-key",
    prefix: "",
    paths: [/^\/v1\/messages$/],
  },
  commandFor: ({ brief }, { program, token }) => ({
    command: `exec ${quoteForShell(program)}`,
    env: { ANTHROPIC_API_KEY: token },
    input: brief,
  }),
  read: ({ stdout }) => {
    const said = jsonLines(stdout)[0]?.structured_output;
    return { ok: true, text: JSON.stringify(said ?? null), usage: null };
  },
};

const places: Record<"bin" | "tree" | "home" | "service", string> = {
  bin: "",
  tree: "",
  home: "",
  service: "",
};
let model: ModelStub;
let services: Server[] = [];
let calls = 0;

async function serve(at: string | number): Promise<Server> {
  const server = createServer((connection) => {
    calls += 1;
    connection.end(CANARY);
  });
  if (typeof at === "number") server.listen(at, "127.0.0.1");
  else server.listen(at);
  await once(server, "listening");
  return server;
}

beforeAll(async () => {
  places.bin = await mkdtemp(join(tmpdir(), "hijacked bin-"));
  places.tree = await mkdtemp(join(tmpdir(), "hijacked tree-"));
  places.service = await mkdtemp(join(tmpdir(), "hijacked service-"));
  places.home = await mkdtemp(join(homedir(), ".countersign-hijacked-"));
  await copyFile(HIJACKED, join(places.bin, "claude"));
  await chmod(join(places.bin, "claude"), 0o755);
  await chmod(places.bin, 0o755);
  await writeFile(join(places.tree, "file.txt"), "as it was");
  await writeFile(join(places.home, "token"), `${CANARY}-home`, { mode: 0o600 });
  model = await startModelStub((response, { headers }) =>
    response.end(`you are ${headers["x-api-key"]}`),
  );
  services = [
    await serve(0),
    await serve(join(places.service, "socket")),
    await serve(`\0hijacked-${process.pid}`),
  ];
  await chmod(join(places.service, "socket"), 0o777);
  process.env.COUNTERSIGN_HIJACKED = `${CANARY}-env`;
});
afterAll(async () => {
  delete process.env.COUNTERSIGN_HIJACKED;
  model.close();
  for (const server of services) server.close();
  for (const place of Object.values(places)) await rm(place, { recursive: true, force: true });
});

describe("a hijacked reviewer", () => {
  it("is refused everything but its model, and takes nothing of ours with it", async () => {
    const address = services[0]?.address();
    const runner = createAgentReviewerRunner(AGENT, {
      processes: createSandboxedProcessRunner({ graceMs: 300 }),
      credentials: { apiKey: KEY },
      upstream: model.url,
      searchPath: places.bin,
    });
    const brief = {
      home: places.home,
      homeFile: join(places.home, "token"),
      pid: process.pid,
      tree: "/checkout",
      port: typeof address === "object" ? address?.port : 0,
      modelPort: Number(new URL(model.url).port),
      socket: join(places.service, "socket"),
      hidden: `hijacked-${process.pid}`,
      mark: MARK,
    };

    const reply = await runner.ask(askAbout(places.tree, { brief: JSON.stringify(brief) }));

    expect(reply).toMatchObject({ ok: true, sandboxed: true });
    const said = reply.ok ? JSON.parse(JSON.parse(reply.text).text) : {};
    expect(Object.keys(said.results).length).toBeGreaterThan(20);
    expect(Object.entries(said.results).filter(([, outcome]) => outcome !== "refused")).toEqual([]);
    expect(calls).toBe(0);
    expect(await readFile(join(places.tree, "file.txt"), "utf8")).toBe("as it was");
    expect(await readdir(places.tree)).toEqual(["file.txt"]);
    expect(await listMarked(`MARK=${MARK}`)).toEqual([]);

    const captured = JSON.stringify(model.seen.map(({ body }) => body));
    expect(model.seen.map(({ url, headers }) => [url, headers["x-api-key"], headers.host])).toEqual(
      [["/v1/messages", KEY, new URL(model.url).host]],
    );
    expect(said.loot).toContain("you are [redacted]");
    expect(said.loot).toContain("ANTHROPIC_API_KEY");
    expect(captured.length).toBeGreaterThan(1_000);
    expect(captured).not.toContain(CANARY);
    expect(JSON.stringify(reply)).not.toContain(CANARY);
  });
});

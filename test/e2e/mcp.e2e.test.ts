import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { callTool, type Told } from "../mcp/mcp-lab.ts";

let bench: Bench;
let asPerson: { env: { COUNTERSIGN_TOKEN: string } };

beforeAll(async () => {
  bench = await openBench();
  const scripts = { test: "test ! -e broken.txt" };
  await bench.write("package.json", `${JSON.stringify({ name: "shop", scripts })}\n`);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Begin");
  await said(["init", "--yes"]);
  await said(["config", "set", "merge.graceSeconds", "1"]);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Add countersign");
  await bench.confirmPolicy();
  asPerson = { env: { COUNTERSIGN_TOKEN: await bench.humanToken() } };
});
afterAll(async () => {
  await bench.close();
});

async function said(args: readonly string[], more = {}): Promise<string> {
  const { code, out, err } = await bench.run(args, more);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}:\n${out}${err}`);
  return out;
}

/** One session of an agent whose host starts the tools and ends them. */
async function session<Found>(
  work: (
    call: (tool: string, given?: Record<string, unknown>) => Promise<Told>,
    client: Client,
  ) => Promise<Found>,
): Promise<Found> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bench.program, "mcp", "--agent", "codex"],
    env: { ...bench.env },
    cwd: bench.repository,
    stderr: "pipe",
  });
  const client = new Client({ name: "plain", version: "1.0.0" });
  const unread: Error[] = [];
  client.onerror = (error) => unread.push(error);
  await client.connect(transport);
  try {
    return await work((tool, given = {}) => callTool(client, tool, given), client);
  } finally {
    await client.close();
    expect(unread).toEqual([]); // nothing but messages was on stdout
  }
}

type Call = Parameters<Parameters<typeof session>[0]>[0];

async function until(call: Call, task: string, is: (data: Told["data"]) => boolean): Promise<Told> {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    const told = await call("get_review_status", { task, wait_seconds: 5 });
    if (is(told.data)) return told;
    await pause(200);
  }
  throw new Error(`It did not come so far:\n${await said(["why", task])}`);
}

/** A decision of a person can be taken back for a moment; only then the work begins again. */
async function accept(call: Call, task: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(300))
    if (!(await call("accept_assignment", { assignment_id: task })).isError) return;
  throw new Error(`${task} could not be accepted`);
}

const forPerson = (data: Told["data"]) =>
  data.state === "reviewing" && !["engine", "checks", "reviewers"].includes(String(data.turn));

describe("an agent with nothing but the tools", () => {
  it("takes work, hears back, answers the finding, and a person has it merged", async () => {
    await said(["task", "add", "Write a greeting"], asPerson);
    await bench.git("switch", "--quiet", "-c", "greeting");

    const task = await session(async (call, client) => {
      const { data } = await call("get_my_assignment");
      expect(data).toMatchObject({ assignment: { status: "pending", title: "Write a greeting" } });
      const { task: id } = Object(data.assignment);
      const uri = `countersign://task/${id}`;
      const told = new Promise<string>((resolve) => {
        client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
          resolve(params.uri),
        );
      });
      await client.subscribeResource({ uri });
      await accept(call, id);
      await bench.write("greeting.txt", "hello\n");
      await bench.write("broken.txt", "x\n");
      const handed = await call("submit_for_review", { assignment_id: id, summary: "a greeting" });
      expect(handed.data).toMatchObject({ task: id, round: 1, next: { do: "stop" } });
      await until(call, id, ({ state }) => state === "rework");
      expect(await told).toBe(uri);
      return String(id);
    });

    await session(async (call) => {
      const back = await call("get_my_assignment");
      expect(back.data).toMatchObject({ assignment: { id: task, status: "rework", round: 2 } });
      const [finding] = Object(back.data.assignment).findings;
      expect(back.text).toContain(`${finding.id} · `);
      await accept(call, task);
      const bare = await call("submit_for_review", { assignment_id: task, summary: "mended" });
      expect(bare.data).toMatchObject({ code: "UNANSWERED_FINDINGS" });
      await bench.git("clean", "--quiet", "-f", "broken.txt");
      const answers = [{ finding_id: finding.id, status: "fixed", note: "it is gone" }];
      const given = { assignment_id: task, summary: "mended", answers };
      expect((await call("submit_for_review", given)).data).toMatchObject({ round: 2 });
      expect((await call("submit_for_review", given)).data).toMatchObject({ round: 2 });
      await until(call, task, forPerson);
      const shown = JSON.parse(await said(["task", "show", task, "--json"]));
      await said(["approve", task, "--tree", shown.data.round.content.tree], asPerson);
      await until(call, task, ({ state }) => state === "done");
    });

    expect(await bench.git("show", "main:greeting.txt")).toBe("hello\n");
    const why = await said(["why", task]);
    expect(why).toMatch(/sent back[\s\S]*round 2[\s\S]*merged/);
    const { authors } = JSON.parse(await said(["task", "show", task, "--json"])).data;
    expect(authors).toEqual(["codex"]);
  });

  it("goes on when the engine was stopped meanwhile", async () => {
    await session(async (call) => {
      const before = await call("get_my_assignment");
      await said(["server", "down"]);
      expect(await call("get_my_assignment")).toEqual(before);
    });
  });

  it("says at once what is wrong with its name", async () => {
    const { code, out, err } = await bench.run(["mcp", "--agent", "no name"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("actor");
  });

  it("leaves no credential behind, and ends when its host has gone", async () => {
    const child = bench.start(["mcp", "--agent", "codex"]);
    let out = "";
    child.stdout?.on("data", (chunk) => {
      out += chunk;
    });
    child.stdin?.end();
    const [code] = await once(child, "close");
    expect({ code, out }).toEqual({ code: 0, out: "" });
    const { data } = JSON.parse(await said(["token", "list", "--json"]));
    const live = data.filter(
      (token: { actor: string; revokedMs: number | null }) =>
        token.actor === "codex" && token.revokedMs === null,
    );
    expect(live).toEqual([]);
  });
});

import { readFile, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../testing/bench.ts";
import { readRunFile } from "./files/run-file.ts";

const LONGEST_MS = 90_000;

/** Each test starts the program many times, and a busy machine is slow at that. */
const TEST_MS = 400_000;
const SIGTERM_CODE = 143;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
});

/** Where the engine listens, once it does. */
async function found(): Promise<{ url: string; pid: number }> {
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await sleep(50)) {
    const run = await readRunFile(join(bench.data, "engine.json"));
    if (run !== null) return run;
  }
  throw new Error("no engine");
}

async function credentials(): Promise<{ admin: { token: string }; human: { token: string } }> {
  return JSON.parse(await readFile(join(bench.data, "credentials.json"), "utf8"));
}

async function ask(url: string, path: string, token?: string, body?: object) {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const response = await fetch(new URL(path, url), {
    headers,
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

const log = () => readFile(join(bench.data, "engine.log"), "utf8").catch(() => "");

async function tokenIds(url: string): Promise<string[]> {
  const { text } = await ask(url, "/v1/tokens", (await credentials()).admin.token);
  return JSON.parse(text).items.map(({ id }: { id: string }) => id);
}

describe("the engine in operation", { timeout: TEST_MS }, () => {
  it("ends in order with work in flight: exit code 0, and everything acknowledged is kept [R-154]", async () => {
    const ended = bench.run(["server", "run"]);
    const { url, pid } = await found();
    const { admin, human } = await credentials();
    expect(await ask(url, "/healthz")).toEqual({ status: 200, text: '{"ok":true}' });
    expect(await ask(url, "/readyz")).toEqual({ status: 200, text: '{"ready":true}' });
    const figures = await ask(url, "/metrics", human.token);
    expect(figures.text).toMatch(/^countersign_postgres_up 1$/m);
    expect(figures.text).toMatch(/^countersign_queue_jobs\{status="enqueued"\} 0$/m);
    expect((await ask(url, "/metrics")).status).toBe(401);

    const acknowledged: string[] = [];
    const make = async (number: number) => {
      const body = { actor: `agent-${number}`, role: "viewer" };
      const { status, text } = await ask(url, "/v1/tokens", admin.token, body);
      if (status === 200) acknowledged.push(JSON.parse(text).id);
      if (acknowledged.length === 10) process.kill(pid, "SIGTERM");
    };
    const stream = fetch(new URL("/v1/events", url), {
      headers: { authorization: `Bearer ${human.token}` },
    }).then((response) => response.text());
    await Promise.allSettled(Array.from({ length: 60 }, (_, number) => make(number)));
    await stream.catch(() => undefined);
    const { code, err } = await ended;

    expect(code).toBe(0);
    expect(err).toContain('"engine_stopped"');
    expect(acknowledged.length).toBeGreaterThanOrEqual(10);
    expect((await bench.run(["server", "up"])).code).toBe(0);
    const kept = await tokenIds((await found()).url);
    expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([]);
  });

  it("shows its log to people, and as it is to programs", async () => {
    const { out } = await bench.run(["server", "logs"]);
    expect(out).toMatch(/^\d{4}-\d\d-\d\d [\d:]{8} info {2}ready on port \d+, version /m);
    const { data } = JSON.parse((await bench.run(["server", "logs", "--json"])).out);
    expect(data).toContainEqual(expect.objectContaining({ level: "info", event: "engine_ready" }));
  });

  it("backs up beside the running engine, and restores what it wrote elsewhere", async () => {
    const file = join(bench.directory, "all.jsonl");
    expect((await bench.run(["server", "backup", file])).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await bench.run(["server", "backup", file])).code).toBe(6);
    const before = await tokenIds((await found()).url);
    expect((await bench.run(["server", "restore", file])).code).toBe(6); // it runs

    const env = { XDG_DATA_HOME: join(bench.directory, "elsewhere") };
    const restored = await bench.run(["server", "restore", file, "--json"], { env });
    expect([restored.code, restored.err]).toEqual([0, ""]);
    expect((await bench.run(["server", "restore", file], { env })).code).toBe(6); // not empty
    const again = join(bench.directory, "again.jsonl");
    expect((await bench.run(["server", "backup", again], { env })).code).toBe(0);
    const rows = async (from: string) =>
      (await readFile(from, "utf8")).split("\n").filter((line) => line.startsWith('{"table"'));
    expect(await rows(again)).toEqual(await rows(file));
    expect((await rows(file)).join("\n")).toContain(before.at(-1));
  });

  it("archives only a past month with a log, and only while no engine runs", async () => {
    const file = join(bench.directory, "month.jsonl.gz");
    const archive = (month: string, env = {}) =>
      bench.run(["server", "archive", month, file], { env });
    expect((await archive("2020-01")).code).toBe(6); // it runs
    expect((await bench.run(["server", "unarchive", file])).code).toBe(6);
    expect(await archive("January")).toMatchObject({ code: 2, out: "" });

    const env = { XDG_DATA_HOME: join(bench.directory, "elsewhere") };
    const now = new Date().toISOString().slice(0, 7);
    expect((await archive(now, env)).err).toContain(`${now} is not over yet`);
    const none = await archive("2020-01", env);
    expect([none.code, none.err]).toEqual([5, expect.stringContaining("no log of 2020-01")]);
    const missing = await bench.run(["server", "unarchive", file], { env });
    expect([missing.code, missing.err]).toEqual([5, expect.stringContaining("cannot be read")]);
  });

  it("upgrades: stops, backs up, migrates and starts", async () => {
    const { pid } = await found();
    const { code, out } = await bench.run(["server", "upgrade", "--json"]);
    expect(code).toBe(0);
    const { data } = JSON.parse(out);
    expect(data.pid).not.toBe(pid);
    expect((await stat(data.backup)).size).toBe(data.bytes);
  });

  it("ends at once when it is asked twice, and starts again with everything", async () => {
    await bench.run(["server", "down"]);
    const ended = bench.run(["server", "run"]);
    const { url, pid } = await found();
    const kept = await tokenIds(url);
    // A request that never ends keeps the first end waiting.
    const half = connect(Number(new URL(url).port), "127.0.0.1");
    half.on("error", () => undefined);
    half.write("POST /v1/tokens HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{");
    await sleep(200);
    process.kill(pid, "SIGTERM");
    process.kill(pid, "SIGINT");
    const { code, err } = await ended;
    half.destroy();

    expect([SIGTERM_CODE, SIGTERM_CODE - 13]).toContain(code);
    expect(err).toContain('"engine_cut_short"');
    expect((await bench.run(["server", "up"])).code).toBe(0);
    expect(await tokenIds((await found()).url)).toEqual(kept);
    expect(await log()).toContain('"engine_ready"');
  });
});

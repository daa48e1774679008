import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStage, type Stage } from "../../testing/stage.ts";

const READER = {
  ...{ id: "reader", name: "Reader", kind: "agent", adapter: "http", retries: 0 },
  description: "Reads every change",
};

/** The engine looks at reviewers.json once a second. A review that begins earlier has no runner. */
const FOLLOWED_MS = 3_000;

let stage: Stage;
let person: Record<string, string>;
let asked = 0;
const service = createServer((_, response) => {
  asked += 1;
  response.end("no answer");
});

const doctorLines = async (): Promise<{ about: string; level: string; says: string }[]> =>
  JSON.parse((await stage.run(["--json", "doctor"])).out).data;

beforeAll(async () => {
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  stage = await openStage();
  const { bench } = stage;
  const scripts = { test: "true", lint: "true" };
  await bench.write("package.json", JSON.stringify({ scripts }));
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--agents", "none"]);
  // Slow enough that the reader is asked before the task is held, which stops its review.
  const failing = "sleep 3; echo cause: not in sync; seq 1 200; echo usage >&2; exit 3";
  const prepare = { run: failing, cacheKey: ["package.json"] };
  const asking = (...names: string[]) => {
    const require = names.map((reviewer) => ({ reviewer }));
    return [{ id: "all", when: "always", require, priority: 100, description: "All" }];
  };
  for (const [name, value] of [
    ["prepare", prepare],
    ["policies", asking("integrity", "secrets")],
    ["rules", []],
    ["reviewers", [READER]],
    ["policies", asking("integrity", "secrets", "reader")],
  ] as const)
    expect((await stage.run(["config", "set", name, JSON.stringify(value)])).err).toBe("");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "configuration");
});
afterAll(async () => {
  service.close();
  await stage.bench.close();
});

it("doctor reads the commit that was made a moment ago", async () => {
  const target = (await doctorLines()).find(({ about }) => about === "target");
  expect(target?.says).not.toContain("no countersign.jsonc is committed");
  await stage.bench.confirmPolicy();
  person = { COUNTERSIGN_TOKEN: await stage.bench.humanToken() };
});

it("doctor names a reviewer that the engine cannot ask, until reviewers.json has it", async () => {
  const before = (await doctorLines()).find(({ about }) => about === "reviewer reader");
  expect(before).toMatchObject({ level: "warn", says: expect.stringContaining("reader") });

  const address = service.address();
  const port = typeof address === "object" ? address?.port : 0;
  const services = { reader: { url: `http://127.0.0.1:${port}/` } };
  const file = join(stage.bench.data, "reviewers.json");
  await writeFile(file, JSON.stringify({ services, loopback: true }), { mode: 0o600 });

  const after = (await doctorLines()).find(({ about }) => about === "reviewer reader");
  expect(after).toMatchObject({ level: "ok" });
  await sleep(FOLLOWED_MS);
});

it("task show and why print the first and the last lines of a preparation that failed", async () => {
  const id = await stage.submit("agent/one", "a.js", "export const x = 2;\n");
  await stage.until(id, ({ state }) => state === "held");
  expect(asked).toBeGreaterThan(0); // without a restart of the engine

  const [told] = await stage.json(["task", "list"]);
  expect((await stage.json(["task", "show", told.task])).task).toBe(told.task);
  const show = await stage.run(["task", "show", id], person);
  expect(show.out).toMatch(/^ {2}no result +check:test +test/m);
  expect(show.out).not.toContain("objected");
  expect(show.out).toMatch(/^ {4}cause: not in sync\n {4}1\n.*lines left out.*\n {4}usage$/ms);

  const why = await stage.run(["why", id], person);
  const [, answer = ""] = why.out.split("\n");
  expect(answer).toMatch(/^On hold: .*the check test has no result.* can release it\.$/);
  expect(why.out).toContain("cause: not in sync\n");
  expect(why.out).not.toMatch(/quorum_unreachable|escalated/);
});

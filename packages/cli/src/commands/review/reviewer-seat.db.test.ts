import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openStage, type Stage } from "../../testing/stage.ts";

/** Long enough that nobody waits for it, and told from every other. */
const SLEEP = `61${process.pid}`;
const LONG = { timeout: 60_000, interval: 100 };

let stage: Stage;
let person: Record<string, string>;
let id = "";

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("package.json", JSON.stringify({ scripts: { test: `sleep ${SLEEP}` } }));
  await bench.write("a.js", "export const x = 1;\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--commit"]);
  person = { COUNTERSIGN_TOKEN: await bench.humanToken() };
  id = await stage.submit("agent/slow", "a.js", "export const x = 2;\n");
});
afterAll(async () => {
  await stage.bench.close();
});

/** The ids of the processes of the check that never ends. */
function atWork(): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8") === `sleep\0${SLEEP}\0`;
    } catch {
      return false;
    }
  });
}

async function running(): Promise<string[]> {
  await vi.waitFor(() => expect(atWork()).toHaveLength(1), LONG);
  return atWork();
}

it("review retry stops what a machine is at, and has it asked again", async () => {
  const before = await running();
  expect((await stage.run(["review", "retry", id, "test"])).code).toBe(4);
  for (const name of ["test", "check:test"])
    await stage.json(["review", "retry", id, name, "--dry-run"], person);
  expect(await stage.json(["review", "retry", id, "test"], person)).toMatchObject({
    state: "reviewing",
  });
  await vi.waitFor(() => expect(atWork()).not.toEqual(before), LONG);
  expect(await running()).not.toEqual(before);
});

it("review cancel ends it, and a person decides: no result is no approval", async () => {
  await running();
  const nobody = await stage.run(["review", "cancel", id, "codex"], person);
  expect([nobody.code, nobody.err]).toEqual([
    5,
    expect.stringContaining("It is waiting for: test"),
  ]);
  expect(await stage.json(["review", "cancel", id, "test"], person)).toMatchObject({
    state: "held",
  });
  await vi.waitFor(() => expect(atWork()).toEqual([]), LONG);
  expect((await stage.run(["review", "cancel", id, "test"], person)).code).toBe(5);
});

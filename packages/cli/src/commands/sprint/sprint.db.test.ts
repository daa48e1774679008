import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadOutputSchemas } from "../../command-table/schema-bundle.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const OUTPUTS = await loadOutputSchemas();

/** A key that means nothing, put together so that no scanner takes this file for a leak. */
const KEY = ["AKIA", "Z3QW7RTYPLK2MNBV"].join("");
const agent = { CLAUDECODE: "1" };
let stage: Stage;
let person: Record<string, string>;

beforeAll(async () => {
  stage = await openStage();
  await stage.bench.write("a.js", "export const x = 1;\n");
  await stage.bench.git("add", "-A");
  await stage.bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--commit"]);
  person = { COUNTERSIGN_TOKEN: await stage.bench.humanToken() };
});
afterAll(async () => {
  await stage.bench.close();
});

describe("a sprint", () => {
  it("is started, paused, resumed, added to and stopped by a person [R-241]", async () => {
    expect(await stage.json(["sprint", "show"])).toEqual({ sprint: null });
    const { task } = await stage.json(["task", "add", "One"]);
    const { task: other } = await stage.json(["task", "add", "Two"]);
    const start = ["sprint", "start", task, "--until", "8h"];
    await stage.json([...start, "--dry-run"], person);
    expect((await stage.run(start)).code).toBe(4);
    expect((await stage.run(["sprint", "start"], person)).code).toBe(2);
    expect(await stage.json(start, person)).toMatchObject({ state: "running", tasks: [{ task }] });
    expect((await stage.run(["sprint", "start", "--all"], person)).code).toBe(6);
    expect(await stage.json(["sprint", "pause"], person)).toMatchObject({ state: "paused" });
    expect((await stage.run(["task", "claim", task], agent)).code).not.toBe(0);
    expect((await stage.run(["sprint"])).out).toContain("paused");
    await stage.json(["sprint", "resume"], person);
    await stage.json(["task", "claim", task], agent);
    const added = await stage.json(["sprint", "add", other], person);
    expect(added.tasks).toHaveLength(2);
    expect((await stage.run(["sprint", "stop"])).code).toBe(4);
    expect(await stage.json(["sprint", "stop"], person)).toMatchObject({ state: "ended" });
    expect((await stage.run(["sprint", "stop"], person)).code).toBe(6);
  });
});

it("holds back work that was sent back while its sprint is paused, and takes it afterwards", async () => {
  const id = await stage.submit("agent/back", "a.js", `export const key = "${KEY}";\n`);
  await stage.until(id, ({ state }) => state === "rework");
  await stage.json(["sprint", "start", id], person);
  await stage.json(["sprint", "pause"], person);
  await stage.bench.write("a.js", "export const x = 3;\n");
  const held = await stage.run(["task", "submit"], agent);
  expect([held.code, held.err]).toEqual([13, expect.stringContaining("is paused")]);
  await stage.json(["sprint", "resume"], person);
  expect(await stage.json(["task", "submit"], agent)).toMatchObject({ task: id, round: 2 });
  expect(await stage.json(["sprint", "show"])).toMatchObject({
    sprint: { state: "ended", ended: { by: "countersign" } },
  });
});

it("answers as its schemas say", () => {
  const ours = Object.keys(OUTPUTS).filter((name) => name.startsWith("sprint."));
  expect(ours.filter((name) => !stage.seen.has(name))).toEqual([]);
});

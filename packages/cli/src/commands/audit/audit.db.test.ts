import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadOutputSchemas } from "../../command-table/schema-bundle.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const OUTPUTS = await loadOutputSchemas();

let stage: Stage;
let person: Record<string, string>;
let id = "";
const path = (name: string) => join(stage.bench.directory, name);

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("a.js", "export const x = 1;\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--commit"]);
  person = { COUNTERSIGN_TOKEN: await bench.humanToken() };
  id = await stage.submit("agent/one", "a.js", "export const x = 2;\n");
  await stage.until(id, ({ state, turn }) => state === "reviewing" && turn.holder === "person");
});
afterAll(async () => {
  await stage.bench.close();
});

describe("the audit", () => {
  it("lists who did what, newest first", async () => {
    const entries = await stage.json(["audit", "list", "--task", id, "--limit", "500"]);

    expect(entries.at(-1)).toMatchObject({ task: id, seq: 1, what: "created" });
    expect((await stage.run(["audit", "list", "--limit", "1"])).out).toContain("More:");
    expect((await stage.run(["audit", "list", "--since", "never"])).code).toBe(2);
    expect(await stage.json(["audit", "list", "--since", "2999-01-01"])).toEqual([]);
  });

  it("lists what was changed of the organisation, by whom and with which credential", async () => {
    const entries: { task: string; what: string }[] = await stage.json([
      "audit",
      "list",
      "--organisation",
      "--limit",
      "500",
    ]);

    expect(entries.filter(({ task }) => task !== "@organisation")).toEqual([]);
    expect(entries.at(-1)).toMatchObject({ seq: 1, by: "countersign", what: "credential_created" });
    expect(entries.find(({ what }) => what === "repository_registered")).toMatchObject({
      role: "admin",
      credential: expect.stringMatching(/^tok_/),
    });
    const { out } = await stage.run(["audit", "list", "--organisation"]);
    expect(out).toMatch(/@organisation .* repository_registered .* repo: /);
    const table = await stage.run(["audit", "export", "--format", "csv"]);
    expect(table.out).toMatch(/,organisation,1,countersign,credential_created,,,"?id: tok_/);
  });

  it("verifies the engine's own log", async () => {
    expect(await stage.json(["audit", "verify"])).toMatchObject({ ok: true, problems: [] });
    expect((await stage.run(["audit", "verify"])).out).toContain("nothing was changed");
  });

  it("exports lines that are verified without an engine", async () => {
    const file = path("audit.jsonl");
    const made = await stage.json(["audit", "export", "--output", file]);
    expect(made).toMatchObject({ file, format: "jsonl" });
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    const key = path("seal-key.pub");
    await writeFile(key, JSON.parse(lines[0] ?? "").publicKey);
    const copy = join(stage.bench.data, "seals", "local.jsonl");
    const nowhere = { XDG_DATA_HOME: path("empty") };

    const args = ["audit", "verify", "--file", file, "--key", key];
    expect(await stage.json([...args, "--seal", copy], nowhere)).toMatchObject({ ok: true });
    expect((await stage.run(["audit", "export", "--output", file])).code).toBe(2);
    expect((await stage.run(["audit", "verify", "--file", file])).code).toBe(2);
    expect((await stage.run(["audit", "verify", "--file", path("no"), "--key", key])).code).toBe(5);

    const forged = lines.map((line) => line.replace('"by":"claude-code"', '"by":"ana"'));
    await writeFile(file, `${forged.join("\n")}\n`);
    const found = await stage.json(args, nowhere, 1);
    expect(found.ok).toBe(false);
    expect(found.problems[0]).toMatchObject({ kind: "entry_changed", task: id });
    expect((await stage.run(args)).out).toMatch(
      /entry \d+ of \S+ was changed after it was written/,
    );
  });

  it("writes to stdout, as lines or as a table for people", async () => {
    const { out } = await stage.run(["audit", "export"]);
    expect(JSON.parse(out.split("\n")[0] ?? "")).toMatchObject({ kind: "header", org: "local" });
    const table = await stage.run(["audit", "export", "--format", "csv", "--since", "1d"]);
    expect(table.out).toMatch(/^time,task,entry,who,what,tree,policy,reason,seal,hash\r\n/);
    expect(table.out).toContain(`,${id},1,`);
    expect((await stage.run(["--json", "audit", "export"])).code).toBe(2);
    await stage.json(["audit", "export", "--dry-run", "--output", path("never")]);
  });

  it("has nothing to accept while nothing is missing, and asks a person", async () => {
    expect(await stage.json(["audit", "accept", "--dry-run"])).toMatchObject({ problem: null });
    expect((await stage.run(["audit", "accept", "--reason", "x"])).code).toBe(4);
    expect((await stage.run(["audit", "accept", "--reason", "x"], person)).code).toBe(6);
  });

  it("changes to a new key, and verifies over the change", async () => {
    await stage.json(["audit", "rotate", "--dry-run"]);
    expect((await stage.run(["audit", "rotate"])).code).toBe(4);
    expect((await stage.run(["audit", "rotate"], person)).code).toBe(4);
    const text = await readFile(join(stage.bench.data, "credentials.json"), "utf8");
    const admin = { COUNTERSIGN_TOKEN: JSON.parse(text).admin.token };
    const before = (await stage.json(["audit", "verify"])).last.number;
    const { last } = await stage.json(["audit", "rotate"], admin);
    expect(last.body.number).toBeGreaterThanOrEqual(before + 2);
    expect(await stage.json(["audit", "verify"])).toMatchObject({ ok: true });
  });
});

describe("replay", () => {
  it("makes the decisions of one task or of all again, byte for byte [R-009] [R-018]", async () => {
    const [line] = await stage.json(["replay", id]);
    expect(line).toMatchObject({ task: id, differences: [] });
    expect(line.decisions).toBeGreaterThan(0);
    expect((await stage.run(["replay", "--all"])).out).toContain("the same, byte for byte");
    expect((await stage.run(["replay"])).code).toBe(2);
    expect((await stage.run(["replay", "cs-none"])).code).toBe(5);
  });
});

it("answers as its schemas say", () => {
  const ours = Object.keys(OUTPUTS).filter((name) => /^(?:audit|replay)\./.test(name));
  expect(ours.filter((name) => !stage.seen.has(name))).toEqual(["audit.accept"]);
});

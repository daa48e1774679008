import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findParentAgent } from "../caller/parent-agent.ts";
import { launcherPath } from "../launcher/launcher.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { readEngineSettings } from "../local-engine/settings/engine-settings.ts";
import { type Bench, openBench } from "../testing/bench.ts";
import { tell } from "../testing/in-process.ts";
import { repositoryWithCommit } from "./testing/first-commit.ts";
import { ALL_SAMPLES } from "./testing/remotes.ts";
import type { Workshop } from "./testing/repositories.ts";
import { snapshot } from "./testing/snapshot.ts";
import { writePrograms } from "./testing/write-programs.ts";

type Row = { what: string; detail: string; says: string };

let bench: Bench;
let env: Record<string, string>;

beforeAll(async () => {
  bench = await openBench();
  const programs = join(bench.directory, "bin");
  await writePrograms(programs);
  env = { ...bench.env, PATH: `${programs}:${bench.env.PATH}` };
});
afterAll(async () => {
  await bench.close();
});

const newRepository = () => repositoryWithCommit(bench.directory, env);

async function init(
  directory: string,
  surroundings: Record<string, string>,
  args: readonly string[] = [],
  program = bench.program,
) {
  return await tell(["init", "--yes", "--json", ...args], {
    directory,
    env: surroundings,
    program,
  });
}

/** What it did, by what it was done to. */
function steps(out: string): Record<string, string> {
  const { data } = JSON.parse(out);
  const rows: Row[] = data.steps ?? data;
  return Object.fromEntries(rows.map(({ what, detail }) => [detail, what]));
}

async function everything({ root, home, git }: Workshop) {
  const status = await git("status", "--porcelain=v2", "--ignored", "--branch");
  return { root: await snapshot(join(root, "..")), home: await snapshot(home), status };
}

describe("countersign init", () => {
  it.skipIf(findParentAgent() !== null)("confirms the programs that the person has", async () => {
    const { shop, surroundings } = await newRepository();
    const done = await init(shop.root, surroundings, ["--agents", "none"]);
    expect(done.code, done.err).toBe(0);

    const { programs } = await readEngineSettings(localFiles(surroundings).settings);
    expect(programs.gemini?.path).toBe(join(bench.directory, "bin", "gemini"));
  });
});

describe("countersign init --undo", () => {
  it.each(ALL_SAMPLES)("gives back a repository $name, byte for byte", async ({ make, plan }) => {
    const { shop, surroundings } = await newRepository();
    const { directory = shop.root } = (await make(shop)) ?? {};
    const before = await everything(shop);

    const first = await init(directory, surroundings, ["--guide"]);
    expect(first.code, first.err).toBe(0);
    expect(steps(first.out)).toMatchObject(plan);
    const set = await everything(shop);
    expect(set).not.toEqual(before);

    const second = await init(directory, surroundings, ["--guide"]);
    expect(second.code, second.err).toBe(0);
    expect(await everything(shop)).toEqual(set);
    expect(Object.values(steps(second.out))).not.toContain("edit");

    const undo = await init(directory, surroundings, ["--undo"]);
    expect(undo.code, undo.err).toBe(0);
    expect(Object.values(steps(undo.out))).not.toContain("keep");
    expect(await everything(shop)).toEqual(before);
    expect((await init(directory, surroundings, ["--undo"])).code).toBe(5);
  });

  it.each([
    { ci: "github", file: ".github/workflows/countersign.yml", what: "new" },
    { ci: "gitlab", file: ".gitlab-ci.yml", what: "edit" },
  ])("with --ci $ci adds the gate to $file, once, and takes it out again", async (sample) => {
    const { ci, file, what } = sample;
    const { shop, surroundings } = await newRepository();
    const pipeline = "test:\n  script:\n    - npm test\n";
    await shop.write(".gitlab-ci.yml", pipeline);
    const before = await everything(shop);
    const args = ["--agents", "none", "--ci", ci];

    const first = await init(shop.root, surroundings, args);
    expect(first.code, first.err).toBe(0);
    expect(steps(first.out)).toMatchObject({ [file]: what });
    const text = await readFile(join(shop.root, file), "utf8");
    expect(text).toContain("countersign");
    expect(ci === "github" || text.startsWith(pipeline)).toBe(true);
    const second = await init(shop.root, surroundings, args);
    expect(steps(second.out)).toMatchObject({ [file]: "keep" });

    await init(shop.root, surroundings, ["--agents", "none"]);
    expect(await readFile(join(shop.root, file), "utf8")).toBe(text);
    await init(shop.root, surroundings, ["--undo"]);
    expect(await everything(shop)).toEqual(before);
  });

  it("takes only its own part out of files that were changed since, and says so", async () => {
    const { shop, surroundings } = await newRepository();
    await shop.writeHome(".claude/settings.json", '{\n  "model": "opus"\n}\n');
    await init(shop.root, surroundings, ["--guide"]);
    const file = join(shop.home, ".claude", "settings.json");
    const set = JSON.parse(await readFile(file, "utf8"));
    set.hooks.Stop.push({ hooks: [{ type: "command", command: "mine" }] });
    set.hooks.SessionStart[0].hooks.push({ type: "command", command: "mine too" });
    await writeFile(file, JSON.stringify(set, null, 2));
    const state = join(shop.home, ".claude.json");
    await writeFile(state, (await readFile(state, "utf8")).replace("{", '{\n  "startups": 1,'));
    await shop.write(
      "AGENTS.md",
      `${await readFile(join(shop.root, "AGENTS.md"), "utf8")}\nMine.\n`,
    );
    await shop.writeHome(".config/opencode/plugins/countersign.ts", "// mine now\n");

    const undo = await init(shop.root, surroundings, ["--undo"]);
    expect(steps(undo.out)).toMatchObject({
      "~/.claude/settings.json": "edit",
      "~/.claude.json": "edit",
      "AGENTS.md": "edit",
      "~/.config/opencode/plugins/countersign.ts": "keep",
      "~/.codex/hooks.json": "remove",
    });
    expect(undo.out).toContain("was changed since, only our part goes");
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
      model: "opus",
      hooks: {
        SessionStart: [{ hooks: [{ type: "command", command: "mine too" }] }],
        Stop: [{ hooks: [{ type: "command", command: "mine" }] }],
      },
    });
    expect(JSON.parse(await readFile(state, "utf8"))).toEqual({ startups: 1 });
    expect((await readFile(join(shop.root, "AGENTS.md"), "utf8")).trim()).toBe("Mine.");
  });

  it.each(["gemini", "claude", "codex", "opencode", "copilot", "cursor", "amp"])(
    "leaves the user's files for %s to the other repositories, until the last is taken back",
    async (agent) => {
      const one = await newRepository();
      const other = await newRepository();
      const home = one.surroundings;
      await one.shop.writeHome(".claude.json", '{\n  "startups": 1\n}\n');
      const before = await snapshot(one.shop.home);
      await init(one.shop.root, home, ["--agents", agent]);
      await one.shop.writeHome(
        ".claude.json",
        (await readFile(join(one.shop.home, ".claude.json"), "utf8")).replace("1", "2"),
      );
      await init(other.shop.root, home, ["--agents", agent]);
      const set = await snapshot(one.shop.home);
      await init(one.shop.root, home, ["--undo"]);
      expect(await snapshot(one.shop.home)).toEqual(set);
      await init(other.shop.root, home, ["--undo"]);
      await one.shop.writeHome(
        ".claude.json",
        (await readFile(join(one.shop.home, ".claude.json"), "utf8")).replace("2", "1"),
      );
      expect(await snapshot(one.shop.home)).toEqual(before);
    },
  );
});

describe("countersign init", () => {
  it("says what it would do, and does nothing", async () => {
    const { shop, surroundings } = await newRepository();
    const before = await everything(shop);
    const told = { directory: shop.root, env: surroundings, program: bench.program };
    const { code, out } = await tell(["init", "--dry-run"], told);
    expect(code).toBe(0);
    expect(out).toMatch(/^Found {4}git repository shop on main; no checks in its scripts\n/);
    expect(out).toContain(
      "         Claude Code, Codex CLI, Gemini CLI, OpenCode, GitHub Copilot CLI, Cursor, Amp\n",
    );
    expect(out).toMatch(
      /\n {9}agent reviewers are off: .*claude, codex, gemini, opencode.*\nPlan {5}/,
    );
    expect(out).toMatch(/ new {7}~\/\.claude\/settings\.json +\+ 5 hooks, nothing removed\n/);
    const verbose = await tell(["init", "--dry-run", "--verbose"], told);
    expect(verbose.out).toContain("--- /dev/null\n+++ b/~/.claude.json\n");
    expect(await everything(shop)).toEqual(before);
  });

  it.each([
    [".claude/settings.json", '{ "hooks": '],
    [".claude.json", "not json"],
    [".codex/hooks.json", '{ "a": 1 } trailing'],
  ])("refuses a broken ~/%s and writes nothing", async (name, text) => {
    const { shop, surroundings } = await newRepository();
    await shop.writeHome(name, text);
    const before = await everything(shop);
    const { code, err } = await init(shop.root, surroundings);
    expect(code).toBe(2);
    expect(JSON.parse(err).error).toMatchObject({
      message: expect.stringMatching(new RegExp(`^~/${name.replaceAll(".", "\\.")}:1:\\d+: `)),
      hint: "Fix the file in an editor",
    });
    expect(await everything(shop)).toEqual(before);
    expect((await init(shop.root, surroundings, ["--undo"])).code).toBe(5);
  });

  it("names one command to agents and to git, which follows the program when it moves", async () => {
    const { shop, surroundings } = await newRepository();
    const before = await everything(shop);
    await init(shop.root, surroundings);
    const set = await everything(shop);
    const moved = join(bench.directory, "it's moved", "main.mjs");
    const again = await init(shop.root, surroundings, [], moved);
    expect(again.code, again.err).toBe(0);
    expect(await everything(shop)).toEqual(set);
    expect(await readFile(launcherPath(bench.data), "utf8")).toContain("it'\\''s moved");
    await init(shop.root, surroundings);
    await init(shop.root, surroundings, ["--undo"]);
    expect(await everything(shop)).toEqual(before);
  });

  it("refuses to name a program that npx installed for one run", async () => {
    const { shop, surroundings } = await newRepository();
    const before = await everything(shop);
    const cached = join(
      shop.home,
      ".npm",
      "_npx",
      "1f3c",
      "node_modules",
      "countersign",
      "main.mjs",
    );
    const { code, err } = await init(shop.root, surroundings, [], cached);
    expect(code).toBe(2);
    expect(JSON.parse(err).error).toMatchObject({
      message:
        "countersign is installed for this run only, so agents and git hooks cannot run it later",
      hint: "Install it first: npm install -g countersign && countersign init",
    });
    expect(await everything(shop)).toEqual(before);
  });

  it("writes nothing of this machine into the repository", async () => {
    const { shop, surroundings } = await newRepository();
    await init(shop.root, surroundings);
    expect(await shop.git("status", "--porcelain")).toBe("?? countersign.jsonc\n");
    const text = await readFile(join(shop.root, "countersign.jsonc"), "utf8");
    expect(text).toContain('"$schema": "https://');
    expect(text).not.toContain(bench.directory);
  });

  it("is looked at by the doctor, who says which agent lacks what", async () => {
    const { shop, surroundings } = await newRepository();
    const told = { directory: shop.root, env: surroundings, program: bench.program };
    const doctor = async () => (await tell(["doctor", "--plain"], told)).out;
    expect(await doctor()).not.toContain("Claude Code");
    await init(shop.root, surroundings);
    expect(await doctor()).toContain("ok\tClaude Code\tset up; its hooks were not heard yet\t\n");
    await shop.writeHome(".claude.json", "{}\n");
    await shop.writeHome(".codex/hooks.json", "broken");
    const after = await doctor();
    expect(after).toContain(
      "warn\tClaude Code\tnot set up completely: ~/.claude.json\tcountersign init\n",
    );
    expect(after).toContain("fail\tCodex CLI\t~/.codex/hooks.json:1:1: ");
  });

  it("sets up the agents that are named, whether or not they are found", async () => {
    const { shop, surroundings } = await newRepository();
    const none = await init(shop.root, surroundings, ["--agents", "none", "--dry-run"]);
    expect(none.out).not.toContain(".claude");
    const one = await init(shop.root, { ...surroundings, PATH: "" }, [
      "--agents",
      "codex",
      "--dry-run",
    ]);
    expect(steps(one.out)).toMatchObject({ "~/.codex/hooks.json": "new" });
    expect(steps(one.out)).not.toHaveProperty("AGENTS.md");
    expect(one.out).not.toContain(".claude");
    const wrong = await init(shop.root, surroundings, ["--agents", "clippy"]);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.err).toContain("is not a supported agent");
  });
});

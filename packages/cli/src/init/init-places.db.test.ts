import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../testing/bench.ts";
import { tell } from "../testing/in-process.ts";
import { repositoryWithCommit } from "./testing/first-commit.ts";
import { snapshot } from "./testing/snapshot.ts";

/** Runs a command at a terminal of its own. */
const TERMINAL = "script";

type Row = { what: string; detail: string; says: string };

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
});

const newRepository = () => repositoryWithCommit(bench.directory, bench.env);

async function init(directory: string, env: Record<string, string>, args: readonly string[]) {
  const { program } = bench;
  return await tell(["init", "--yes", "--json", ...args], { directory, env, program });
}

/** What it did, by what it was done to. */
function steps(out: string): Record<string, string> {
  const { data } = JSON.parse(out);
  const rows: Row[] = data.steps ?? data;
  return Object.fromEntries(rows.map(({ what, detail }) => [detail, what]));
}

/** Runs init at a terminal and types each answer once its question is there. */
async function typed(
  cwd: string,
  env: Record<string, string>,
  answers: readonly [string, string][],
): Promise<string> {
  const line = `${process.execPath} ${bench.program} init --agents claude-code`;
  const child = spawn(TERMINAL, ["-qefc", line, "/dev/null"], { cwd, env, timeout: 60_000 });
  let screen = "";
  let seen = 0;
  const left = [...answers];
  child.stdout.on("data", (bytes: Buffer) => {
    screen += bytes.toString("utf8");
    const [question, answer] = left[0] ?? [];
    const at = question === undefined ? -1 : screen.indexOf(question, seen);
    if (at === -1 || answer === undefined) return;
    seen = screen.length;
    left.shift();
    child.stdin.write(`${answer}\n`);
  });
  await new Promise((resolve) => child.once("close", resolve));
  return screen;
}

describe("the question of init", () => {
  it("is asked again after a choice, with what is left of the plan", async () => {
    const { shop, surroundings } = await newRepository();
    const screen = await typed(shop.root, surroundings, [
      ["Apply?", "s"],
      ["Numbers to leave out", "1"],
      ["Apply?", "n"],
    ]);
    const [first = "", second = ""] = screen.split("Numbers to leave out");
    expect(first).toMatch(/new +countersign\.jsonc/);
    expect(second).toContain("Plan ");
    expect(second).not.toMatch(/new +countersign\.jsonc/);
    expect(second).toContain("Nothing was changed.");
    expect(await shop.git("status", "--porcelain")).toBe("");
  });
});

describe("countersign init", () => {
  it("plans to start the engine only where none runs", async () => {
    const { shop, surroundings } = await newRepository();
    const elsewhere = { ...surroundings, XDG_DATA_HOME: join(shop.home, "data") };
    const planned = async (env: Record<string, string>) =>
      steps((await init(shop.root, env, ["--agents", "none", "--dry-run"])).out)["local engine"];
    expect(await planned(elsewhere)).toBe("start");
    await init(shop.root, surroundings, ["--agents", "none"]);
    expect(await planned(surroundings)).toBe("keep");
  });

  it("writes nothing into a bare repository, and says what to do instead", async () => {
    const { shop, surroundings } = await newRepository();
    const bare = join(shop.root, "..", "bare.git");
    await shop.git("clone", "--quiet", "--bare", ".", bare);
    const before = await snapshot(bare);
    const refused = await init(bare, surroundings, ["--agents", "none"]);
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.err).error).toMatchObject({
      message: expect.stringContaining("bare.git is a bare repository"),
      hint: "Commit the configuration with: countersign init --commit",
    });
    expect(await snapshot(bare)).toEqual(before);

    const done = await init(bare, surroundings, ["--agents", "none", "--commit"]);
    expect(done.code, done.err).toBe(0);
    expect(await shop.git("-C", bare, "ls-tree", "--name-only", "main")).toContain(
      "countersign.jsonc",
    );
    expect(Object.keys(await snapshot(bare))).not.toContain("countersign.jsonc");
  });

  it("sets up a worktree of a bare repository", async () => {
    const { shop, surroundings } = await newRepository();
    const bare = join(shop.root, "..", "bare.git");
    const tree = join(shop.root, "..", "tree");
    await shop.git("clone", "--quiet", "--bare", ".", bare);
    await shop.git("-C", bare, "worktree", "add", "--quiet", tree, "-b", "work");
    const done = await init(tree, surroundings, ["--agents", "claude-code", "--dry-run"]);
    expect(done.code, done.err).toBe(0);
    expect(steps(done.out)).toMatchObject({ "~/.claude.json": "new", "countersign.jsonc": "new" });
  });
});

describe("countersign init --undo", () => {
  it("says plainly that files are gone with their worktree", async () => {
    const { shop, surroundings } = await newRepository();
    const tree = join(shop.root, "..", "tree");
    await shop.git("worktree", "add", "--quiet", tree, "-b", "work");
    await init(tree, surroundings, ["--agents", "none", "--guide"]);
    await shop.git("worktree", "remove", "--force", tree);
    const undo = await init(shop.root, surroundings, ["--undo"]);
    expect(undo.code, undo.err).toBe(0);
    const kept: Row[] = JSON.parse(undo.out).data.filter(({ what }: Row) => what === "keep");
    expect(kept.map(({ says }) => says)).toEqual(kept.map(() => "is gone already"));
    expect(undo.out).not.toContain("read-only");
  });
});

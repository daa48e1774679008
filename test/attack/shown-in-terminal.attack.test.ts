import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bench } from "../../packages/cli/src/testing/bench.ts";
import { tell } from "../../packages/cli/src/testing/in-process.ts";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";

const AGENT = { CLAUDECODE: "1" };

let stage: Stage;
let bench: Bench;

beforeAll(async () => {
  stage = await openStage();
  bench = stage.bench;
  await bench.write("readme.md", "# Shop\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--agents", "none", "--commit"]);
});
afterAll(async () => {
  await bench.close();
});

/** A person types a command at a terminal that cannot be asked anything. */
const type = (...args: string[]) =>
  tell(args, {
    directory: bench.repository,
    program: bench.program,
    env: bench.env,
    atTerminal: true,
  });

/** An agent submits a file; the same branch again is the next round. */
async function submitted(branch: string, text: string, id?: string): Promise<string> {
  if (id === undefined) {
    const task = await stage.submit(branch, `${branch}.txt`, text);
    await stage.until(task, ({ turn }) => turn.holder === "person");
    return task;
  }
  await bench.git("switch", "--quiet", branch);
  await bench.write(`${branch}.txt`, text);
  await bench.git("commit", "--quiet", "-am", text.trim());
  await stage.json(["task", "submit"], AGENT);
  await stage.until(id, ({ turn }) => turn.holder === "person");
  return id;
}

const stateOf = async (id: string): Promise<string> =>
  (await stage.json(["task", "show", id])).state;

describe("I9 Shown is signed: the command line, after a newer round", () => {
  it("lets nothing through that was not shown, until the person looks again", async () => {
    const id = await submitted("first", "fine\n");
    expect((await type("diff", id)).out).toContain("+fine");
    await submitted("first", "EVIL\n", id);

    for (const args of [
      ["approve", id],
      ["approve", id, "--yes"],
      ["override", id, "--reason", "the linter is wrong"],
    ]) {
      const { code, err } = await type(...args);
      expect([args[0], code]).toEqual([args[0], 6]);
      expect(err).toContain(`Round 2 of ${id} was not shown to you`);
      expect(err).toContain("You viewed round 1; round 2");
      expect(err).toContain(`countersign diff ${id}`);
    }
    for (const args of [
      ["redo", id, "--message", "again"],
      ["reject", id, "--reason", "no"],
      ["task", "mode", id, "skip"],
    ]) {
      const { code, err } = await type(...args);
      expect([args[0], code]).toEqual([args[0], 6]);
      expect(err).toContain(`${id} is at round 2 now`);
    }
    expect(await stateOf(id)).toBe("reviewing");

    expect((await type("diff", id)).out).toContain("+EVIL");
    expect((await type("approve", id)).code).toBe(0);
    expect((await type("undo", id)).code).toBe(0);
  });

  it("takes what an agent had printed for nothing that the person was shown", async () => {
    const id = await submitted("second", "1\n");
    await stage.run(["diff", id], AGENT);
    await stage.run(["task", "show", id]);
    const { code, err } = await type("approve", id);
    expect(code).toBe(6);
    expect(err).toContain("You have not viewed this round");
    expect(err.split(`${id}  `)).toHaveLength(2); // the task is described once
    const script = { COUNTERSIGN_TOKEN: await bench.humanToken() };
    const refused = await stage.run(["approve", id], script);
    expect(refused.code).toBe(6);
    const [, tree = ""] = /--tree ([0-9a-f]{40})/.exec(refused.err) ?? [];
    expect((await stage.run(["approve", id, "--tree", "0".repeat(40)], script)).code).toBe(6);
    expect((await stage.run(["approve", id, "--tree", tree.slice(0, 12)], script)).code).toBe(0);
    expect((await stage.run(["undo", id], script)).code).toBe(0);
  });

  it("means by @1 the task of the list that was shown, and a list shows no content", async () => {
    await type("inbox");
    const [first] = await stage.json(["inbox"]);
    await stage.json(["task", "later", first.task, "1h"], {
      COUNTERSIGN_TOKEN: await bench.humanToken(),
    });
    const { err } = await type("approve", "@1", "--dry-run");
    const { out } = await type("approve", "@1", "--dry-run");
    expect(`${out}${err}`).toContain(first.task);
    const { mode } = await stat(join(bench.data, "shown.json"));
    expect(mode & 0o777).toBe(0o600);
  });

  it("accepts no commit on the target that came after the owner looked", async () => {
    await bench.git("switch", "--quiet", "main");
    await bench.git("commit", "--quiet", "--allow-empty", "-m", "by hand, harmless");
    await heldRepository();
    await type("repo", "list");
    const shown = (await bench.git("rev-parse", "main")).trim();
    await bench.git("commit", "--quiet", "--allow-empty", "-m", "EVIL");
    const script = { COUNTERSIGN_TOKEN: await bench.humanToken() };
    const named = ["repo", "release", "shop", "--tip", shown, "--reason", "looked at it"];
    expect((await stage.run(named, script)).code).toBe(6);
    const { code, err } = await type("repo", "release", "shop", "--reason", "looked at it");
    expect(code).toBe(6);
    expect(err).toContain("which was not shown to you");
    expect((await stage.json(["repo", "list"]))[0].hold).not.toBeNull();
    await type("repo", "list");
    expect((await type("repo", "release", "shop", "--reason", "looked")).code).toBe(0);
  });
});

async function heldRepository(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const [line] = await stage.json(["repo", "list"]);
    if (line.hold !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The repository was not held");
}

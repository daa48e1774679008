import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Bench, openBench } from "../../testing/bench.ts";

const AS_AGENT = { env: { CLAUDECODE: "1" } };

let bench: Bench;
let worktree = "";
let task = "";

beforeAll(async () => {
  bench = await openBench();
  worktree = join(bench.directory, "shop-claude");
  await bench.write("a.txt", "1\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await bench.run(["init", "--yes", "--commit", "--agents", "none"]);
  await bench.git("worktree", "add", "--quiet", worktree, "-b", "claude/t1");
  await bench.write("../shop-claude/b.txt", "2\n");
  const submit = ["task", "submit", "--title", "More", "--json"];
  const { out, err } = await bench.run(submit, { ...AS_AGENT, cwd: worktree });
  expect(out, err).not.toBe("");
  task = JSON.parse(out).data.task;
  const person = { env: { COUNTERSIGN_TOKEN: await bench.humanToken() } };
  const redo = await bench.run(["redo", task, "--message", "Say more"], person);
  expect(redo.code, redo.err).toBe(0);
});
afterAll(async () => {
  await bench.close();
});

it("a task whose worktree was deleted is told wherever a person looks, with how to continue it", async () => {
  const elsewhere = { cwd: bench.directory };
  expect((await bench.run(["inbox"], elsewhere)).out).not.toContain("gone");
  await rm(worktree, { recursive: true });

  for (const args of [["inbox"], ["status"], ["task", "show", task], ["why", task], ["doctor"]]) {
    const out = (await bench.run(args, elsewhere)).out.replaceAll(/\s+/g, " ");
    expect(out, args[0]).toContain(`${task} waits for claude-code in ${worktree}, which is gone`);
    expect(out, args[0]).toContain(`worktree add --force ${worktree} claude/t1`);
    expect(out, args[0]).toContain(`countersign task submit --task ${task}`);
  }

  await bench.git("worktree", "add", "--quiet", "--force", worktree, "claude/t1");
  expect((await bench.run(["inbox"], elsewhere)).out).not.toContain("which is gone");
});

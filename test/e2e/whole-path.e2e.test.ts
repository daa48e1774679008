import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";

/** In which a decision may be taken back. */
const GRACE_S = 5;

let bench: Bench;
let asPerson: { env: { COUNTERSIGN_TOKEN: string } };

/** A repository with a test command, set up as a person would do it. */
beforeAll(async () => {
  bench = await openBench();
  const scripts = { test: "test ! -e broken.txt" };
  await bench.write("package.json", `${JSON.stringify({ name: "shop", scripts })}\n`);
  await bench.write("shared.txt", "one\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Begin");
  await said(["init", "--yes"]);
  await said(["config", "set", "merge.graceSeconds", String(GRACE_S)]);
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

async function read(args: readonly string[], more = {}) {
  return JSON.parse(await said([...args, "--json"], more));
}

type Seen = { state: string; turn: { holder: string; who: string | null } };

/** Waits until a task is in a state, and for a review until it waits for its person. */
async function until(id: string, state: string): Promise<Seen> {
  for (const end = Date.now() + 90_000; Date.now() < end; await pause(600)) {
    const { data } = await read(["task", "show", id]);
    if (data.state === state && (state !== "reviewing" || data.turn.holder === "person"))
      return data;
  }
  throw new Error(`${id} did not become ${state}:\n${await said(["why", id])}`);
}

/** An agent's branch off main, with what it wrote. */
async function branch(name: string, files: Record<string, string>): Promise<void> {
  await bench.git("switch", "--quiet", "-c", name, "main");
  for (const [path, text] of Object.entries(files)) await bench.write(path, text);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", `Work on ${name}`);
}

async function handIn(...args: string[]): Promise<string> {
  const { data } = await read(["task", "submit", "--agent", "codex", ...args]);
  await bench.git("switch", "--quiet", "--detach");
  return data.task;
}

/** Decides on the round that waits now, as a script does that has looked at it. */
async function decide(command: string, id: string, ...args: string[]): Promise<string> {
  const { data } = await read(["task", "show", id]);
  return said([command, id, "--tree", data.round.content.tree, ...args], asPerson);
}

const why = (id: string) => said(["why", id]);
const treeOf = async (rev: string) => (await bench.git("rev-parse", `${rev}^{tree}`)).trim();

describe("a task, typed as a person would type it", () => {
  it("is approved by its checks alone where a person's label allows it, and merged [R-005] [R-241]", async () => {
    const { data } = await read(["task", "add", "Tidy the notes", "--label", "trivial"], asPerson);
    await branch("notes", { "notes.txt": "tidy\n" });
    const approved = await treeOf("notes");
    await handIn("--task", data.task);
    await until(data.task, "done");

    expect(await treeOf("main")).toBe(approved);
    expect(await why(data.task)).toContain("auto_approved");
  });

  it("is redone with feedback, shows what is new, is approved and merged exactly so [R-005] [R-111] [R-156] [R-240] [R-241]", async () => {
    await branch("greeting", { "greeting.txt": "helo\n" });
    const id = await handIn("--title", "Write a greeting");
    await until(id, "reviewing");
    await said(
      ["redo", id, "--issue", "Code style issues", "--message", "hello has two l"],
      asPerson,
    );
    expect(await said(["task", "show", id])).toContain("hello has two l");
    await pause((GRACE_S + 1) * 1_000);

    await bench.git("switch", "--quiet", "greeting");
    await bench.write("greeting.txt", "hello\n");
    await bench.git("commit", "--quiet", "-am", "Mend the greeting");
    await handIn("--task", id, "--message", "mended");
    await until(id, "reviewing");
    const since = await said(["diff", id, "--since", "1"]);
    expect(since).toContain("-helo\n+hello");
    await decide("approve", id);
    await until(id, "done");

    expect(await bench.git("show", "main:greeting.txt")).toBe("hello\n");
    const message = await bench.git("log", "-1", "--format=%B", "main");
    expect(message).toContain(`Countersign-Task: ${id}`);
    expect(message).toContain("Countersign-Round: 2");
    expect(message).toContain(`Countersign-Tree: ${await treeOf("greeting")}`);
    expect(await why(id)).toMatch(/sent back by a person[\s\S]*round 2[\s\S]*merged/);
  });

  it("is rejected and never merged [R-111]", async () => {
    await branch("unwanted", { "unwanted.txt": "x\n" });
    const id = await handIn("--title", "Something else");
    await until(id, "reviewing");
    await said(["reject", id, "--reason", "not wanted"], asPerson);

    expect((await read(["task", "show", id])).data.state).toBe("rejected");
    expect(await why(id)).toContain("rejected: not wanted");
    expect(await bench.git("ls-tree", "--name-only", "main")).not.toContain("unwanted.txt");
  });

  it("is escalated after three attempts, and goes on when a person releases it [R-007] [R-029] [R-137] [R-138]", async () => {
    await branch("stubborn", { "broken.txt": "0\n" });
    let id = await handIn("--title", "Stubborn work");
    for (const attempt of [1, 2]) {
      await until(id, "rework");
      await bench.git("switch", "--quiet", "stubborn");
      await bench.write("broken.txt", `${attempt}\n`);
      await bench.git("commit", "--quiet", "-am", `Attempt ${attempt}`);
      id = await handIn("--task", id);
    }
    const held = await until(id, "held");
    expect(held.turn.holder).toBe("person");
    expect(await why(id)).toContain("the author has no attempts left");
    await decide("release", id, "--grant", "1");
    await until(id, "rework");

    await bench.git("switch", "--quiet", "stubborn");
    await bench.git("rm", "--quiet", "broken.txt");
    await bench.write("mended.txt", "x\n");
    await bench.git("add", "-A");
    await bench.git("commit", "--quiet", "-m", "Mend");
    await handIn("--task", id);
    await until(id, "reviewing");
    await decide("approve", id);
    await until(id, "done");
    expect(await why(id)).toContain("released: grant_attempts");
  });

  it("is taken back within the grace and stays unmerged until it is approved again", async () => {
    await branch("hasty", { "hasty.txt": "x\n" });
    const id = await handIn("--title", "Hasty work");
    await until(id, "reviewing");
    const before = await treeOf("main");
    await decide("approve", id);
    await said(["undo", id], asPerson);
    await pause((GRACE_S + 1) * 1_000);

    expect((await read(["task", "show", id])).data.state).toBe("reviewing");
    expect(await treeOf("main")).toBe(before);
    expect(await why(id)).toContain("the last decision was undone");
  });

  it("that conflicts with the target comes back with the conflict as a finding", async () => {
    await branch("left", { "shared.txt": "left\n" });
    const left = await handIn("--title", "Left");
    await branch("right", { "shared.txt": "right\n" });
    const right = await handIn("--title", "Right");
    await until(left, "reviewing");
    await until(right, "reviewing");
    await decide("approve", left);
    await until(left, "done");
    await decide("approve", right);
    await until(right, "rework");

    expect(await said(["task", "show", right])).toContain("It conflicts with main: shared.txt");
    expect(await why(right)).toContain("sent back by the merge");
    expect(await bench.git("show", "main:shared.txt")).toBe("left\n");
  });
});

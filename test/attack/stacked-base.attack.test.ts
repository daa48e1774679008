import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { openEngine } from "../engine/open-engine.ts";
import { plainPolicy } from "../engine/plain-policy.ts";
import { openStack } from "../engine/stack-lab.ts";

/*
 * I3 Fresh: work is compared with the accepted target or with the current content of another open task, and is
 * merged only after exactly that content was.
 */

const lab = await openStack();
const { engine, shop, ana, key, database, branch, amend, rebase, handIn, approve } = lab;
const { untilAsked, untilIn, shownPaths } = lab;

const main = () => shop.git("rev-parse", "main");
const filesOnMain = () => shop.git("ls-tree", "--name-only", "main").split("\n");

/** A lower branch with unwanted bytes and an upper one with harmless ones, both submitted. */
async function stack(name: string): Promise<{ lower: string; upper: string; head: string }> {
  const head = branch(`${name}-low`, { [`${name}-evil.txt`]: "evil\n" });
  branch(`${name}-up`, { [`${name}-good.txt`]: "good\n" }, `${name}-low`);
  return { head, lower: await handIn(`${name}-low`), upper: await handIn(`${name}-up`) };
}

async function reject(task: string): Promise<void> {
  const { round } = await engine.task(ana, task);
  const shown = { round: round?.number ?? null, tree: round?.content.tree ?? null };
  await engine.command(ana, key(), task, { type: "reject", ...shown, reason: "evil" });
}

async function stillOut(path: string): Promise<void> {
  await pause(1_500);
  expect(filesOnMain()).not.toContain(path);
}

describe("I3 Fresh: a base that is neither accepted nor an open task's content", () => {
  it("is refused: a commit that no task has submitted [R-012]", async () => {
    branch("loose", { "evil.txt": "1\n" });
    const base = shop.git("rev-parse", "loose");
    branch("loose", { "good.txt": "1\n" }, "loose");
    await expect(handIn("loose", { base })).rejects.toMatchObject({
      code: "invalid_input",
      message: `The base ${base} (${base.slice(0, 12)}) is neither part of the accepted history of main nor the current content of an open task`,
    });
  });

  it("is refused: the content of a rejected task, which is shown as part of the work instead", async () => {
    branch("bad", { "bad-evil.txt": "evil\n" });
    const lower = await handIn("bad");
    await untilAsked(lower);
    await reject(lower);
    branch("on-bad", { "on-bad.txt": "1\n" }, "bad");
    await expect(handIn("on-bad", { base: "bad" })).rejects.toThrow(
      `it is the content of ${lower}, which was rejected`,
    );
    const whole = await handIn("on-bad");
    await untilAsked(whole);
    expect(await shownPaths(whole)).toEqual(["bad-evil.txt", "on-bad.txt"]);
  });

  it("is refused: an earlier round of an open task", async () => {
    const head = branch("twice", { "twice-evil.txt": "evil\n" });
    const lower = await handIn("twice");
    branch("on-twice", { "on-twice.txt": "1\n" }, "twice");
    amend("twice", { "twice-evil.txt": "mended\n" });
    await handIn("twice", { task: lower });
    await expect(handIn("on-twice", { base: head })).rejects.toThrow("is neither part of");
    const whole = await handIn("on-twice");
    await untilAsked(whole);
    expect(await shownPaths(whole)).toEqual(["on-twice.txt", "twice-evil.txt"]);
  });

  it("is refused: more than the task below has submitted", async () => {
    branch("more", { "more.txt": "1\n" });
    await handIn("more");
    amend("more", { "more-evil.txt": "evil\n" });
    branch("on-more", { "on-more.txt": "1\n" }, "more");
    await expect(handIn("on-more", { base: "more" })).rejects.toThrow("is neither part of");
    const stacked = await handIn("on-more");
    await untilAsked(stacked);
    expect(await shownPaths(stacked)).toEqual(["more-evil.txt", "on-more.txt"]);
  });
});

describe("I3 Fresh: an approval on top of bytes that no person approved", () => {
  it("merges nothing: neither at once, nor by an override, nor when merges are started again", async () => {
    const { upper } = await stack("early");
    const { round } = await untilAsked(upper);
    const shown = { round: round?.number ?? null, tree: round?.content.tree ?? null };
    await engine.command(ana, key(), upper, { type: "override", ...shown, reason: "ship it" });
    await untilIn(upper, "approved");
    const before = main();
    await database.as("acme", (client) =>
      client.query(
        "UPDATE countersign.tasks SET updated = now() - interval '10 minutes' WHERE task_id = $1",
        [upper],
      ),
    );
    await stillOut("early-evil.txt");
    expect(main()).toBe(before);
  });

  it("dies with a rejection of the task below", async () => {
    const { lower, upper } = await stack("dead");
    await approve(upper);
    await reject(lower);
    await untilIn(upper, "rework");
    await stillOut("dead-evil.txt");
    expect(filesOnMain()).not.toContain("dead-good.txt");
  });

  it("does not bring along what the task below became afterwards, nor what it was before", async () => {
    const { lower, upper, head } = await stack("swap");
    await approve(upper);
    shop.git("checkout", "--quiet", "--detach", "main");
    shop.git("branch", "--force", "swap-low");
    amend("swap-low", { "swap-mended.txt": "1\n" });
    await handIn("swap-low", { task: lower });
    await untilIn(upper, "rework");
    await approve(lower);
    await untilIn(lower, "done");
    await stillOut("swap-good.txt");
    expect(filesOnMain()).toContain("swap-mended.txt");
    await expect(handIn("swap-up", { task: upper })).rejects.toThrow("earlier version");
    rebase("swap-up", "main", head);
    await handIn("swap-up", { task: upper });
    await untilIn(upper, "done");
    expect(filesOnMain()).not.toContain("swap-evil.txt");
  });

  it("cannot be made by two tasks that wait for each other", async () => {
    const { lower, upper } = await stack("ring");
    branch("ring-low", { "ring-more.txt": "1\n" }, "ring-up");
    await handIn("ring-low", { task: lower });
    expect((await engine.task(ana, lower)).round?.baseTask).toBeUndefined();
    const base = shop.git("rev-parse", "ring-up");
    amend("ring-low", { "ring-more.txt": "2\n" });
    await expect(handIn("ring-low", { task: lower, base })).rejects.toThrow(
      /neither|wait for itself/,
    );
    await untilIn(upper, "rework");
  });
});

describe("I10 Trusted policy: files of the task below that steer a check", () => {
  it("do not judge the task above before they are accepted", async () => {
    await lab.stop(); // one process runs one engine at a time
    const judged = await openEngine({
      ...plainPolicy("ana"),
      checks: [{ id: "tests", run: "sh check.sh", timeout: "1m" }],
    });
    onTestFinished(judged.stop);
    const commit = (name: string, files: Record<string, string>, from: string) => {
      judged.shop.git("checkout", "--quiet", "--detach", from);
      for (const [path, text] of Object.entries(files)) judged.shop.write(path, text);
      judged.shop.commit(name);
      judged.shop.git("branch", "--force", name);
    };
    const submit = async (name: string) => {
      const work = { title: name, repo: "shop", from: { branch: name } };
      const location = { branch: name, worktree: null };
      const more = { location, signal: "DONE" as const, summary: "" };
      return (await judged.engine.submitWork(judged.agent, judged.key(), { ...work, ...more }))
        .task;
    };
    commit("judge", { "check.sh": "test ! -e broken.txt\n" }, "main");
    const first = await submit("judge");
    const { round } = await judged.until(
      first,
      ({ phase }) => phase.is === "reviewing" && phase.person === "ana",
    );
    const shown = { round: round?.number ?? 1, tree: round?.content.tree ?? "" };
    await judged.engine.command(judged.ana, judged.key(), first, { type: "approve", ...shown });
    await judged.until(first, ({ phase }) => phase.is === "done");

    commit("mild", { "check.sh": "exit 0\n" }, "main");
    commit("broken", { "broken.txt": "1\n" }, "mild");
    const lower = await submit("mild");
    const upper = await submit("broken");
    expect((await judged.engine.task(judged.ana, upper)).round?.baseTask?.task).toBe(lower);
    const task = await judged.until(upper, ({ round: now }) =>
      (now?.verdicts.items ?? []).some(({ by }) => by === "tests"),
    );
    const verdict = task.round?.verdicts.items.find(({ by }) => by === "tests");
    expect(verdict?.opinion).toBe("concerns");
    expect(task.findings.map(({ message }) => message).join()).toContain(
      "passes only with the change's own check.sh",
    );
  });
});

import type { Task } from "@countersign/core";
import { beforeAll, describe, expect, it } from "vitest";
import { times } from "../../packages/core/src/testing/scale.ts";
import { type BranchFiles, openTrainLab } from "./train-lab.ts";

const lab = await openTrainLab();
const { engine, shop, ana, key, until } = lab;

const TASKS = Math.min(200, times(40, 20));
const CONFLICTS = Math.round(TASKS / 10);
const BREAKS = Math.round(TASKS / 20);

const isSettled = ({ phase }: Task) => phase.is === "done" || phase.is === "rework";
const slots = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

beforeAll(() => {
  const files = slots(BREAKS).flatMap((slot) => `M 100644 inline lib/${slot}\ndata 2\nx\n`);
  const shared = slots(CONFLICTS).map((slot) => `M 100644 inline shared/${slot}\ndata 2\n-\n`);
  const always = ["M 100644 inline lib/0\ndata 2\nx\n", "M 100644 inline uses/0\ndata 2\nx\n"];
  const head = ["committer Ada <ada@acme.test> 1700000000 +0000", "data 5\nFiles"];
  const from = shop.git("rev-parse", "main");
  const all = [...always, ...files, ...shared];
  const commit = ["commit refs/heads/files", ...head, `from ${from}`, ...all];
  shop.feed(`${commit.join("\n")}\n`, "fast-import", "--quiet", "--force");
});

/** Merges the common files, and begins all further branches there. */
async function mergeBase(): Promise<void> {
  shop.git("branch", "--force", "base", "files");
  const task = await lab.submitFiles("start", { "start.txt": "x\n" });
  await lab.approve(task);
  await until(task, ({ phase }) => phase.is === "done");
  shop.git("branch", "--force", "base", "main");
}

/** Branches that conflict in pairs, break each other in pairs, or are independent. */
function plannedBranches(): BranchFiles[] {
  const conflicts = slots(CONFLICTS).flatMap((slot) =>
    ["one", "other"].map((text) => ({ [`shared/${slot}`]: `${text}\n` })),
  );
  const breaks = slots(BREAKS).flatMap((slot) => [
    { [`lib/${slot}`]: null },
    { [`uses/${slot}`]: "x\n" },
  ]);
  const paired = [...conflicts, ...breaks];
  const plain = slots(TASKS - paired.length).map((slot) => ({ [`plain/${slot}`]: "x\n" }));
  return shuffled([...paired, ...plain]);
}

/** Spreads the pairs over the order of submission, the same way every time. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const step = 7;
  return items
    .map((item, index) => ({ item, at: (index * step) % items.length }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Says whether every used library exists at a commit, as the project's check does. */
function isGreen(commit: string): boolean {
  const paths = shop.git("ls-tree", "-r", "--name-only", commit, "lib/", "uses/").split("\n");
  const uses = paths.filter((path) => path.startsWith("uses/"));
  return uses.length > 0 && uses.every((path) => paths.includes(path.replace("uses", "lib")));
}

async function mergeCommitOf(task: string): Promise<string> {
  const log = await engine.log(ana, task);
  const events = log.flatMap(({ event }) => (event.type === "merged" ? [event] : []));
  expect(events).toHaveLength(1);
  return events[0]?.commit ?? "";
}

describe("approved tasks that are ready together", () => {
  it(`are merged as trains: ${TASKS} tasks, ${CONFLICTS} conflicts, ${BREAKS} semantic breaks`, async () => {
    await mergeBase();
    const files = plannedBranches();
    const tasks: string[] = [];
    for (const [index, one] of files.entries())
      tasks.push(await lab.submitFiles(`work-${index}`, one));
    await lab.approveTogether(tasks);
    const movesBefore = lab.tips.length;
    const settled: Task[] = [];
    for (const task of tasks) settled.push(await until(task, isSettled, 1_200_000));
    const merged = settled.filter(({ phase }) => phase.is === "done");
    const moves = lab.tips.length - movesBefore;
    process.stdout.write(
      `${merged.length} of ${TASKS} merged by ${moves} moves with ${lab.checks()} checks\n`,
    );

    expect(merged).toHaveLength(TASKS - CONFLICTS - BREAKS);
    const sentBack = settled.filter(({ phase }) => phase.is === "rework");
    const causes = sentBack.map(({ findings, assignee, phase }) => {
      expect(phase).toMatchObject({ cause: "merge", agent: assignee });
      return findings.at(-1)?.category;
    });
    expect(causes.filter((category) => category === "merge-conflict")).toHaveLength(CONFLICTS);
    expect(causes.filter((category) => category === "merge-checks")).toHaveLength(BREAKS);
    const plain = settled.filter((_, index) =>
      Object.keys(files[index] ?? {})[0]?.startsWith("plain/"),
    );
    expect(plain.filter(({ phase }) => phase.is !== "done")).toEqual([]);
    expect(lab.tips.filter((tip) => !isGreen(tip))).toEqual([]);
    expect(moves).toBeLessThan(merged.length / 2);
    expect(lab.checks()).toBeLessThan(merged.length / 2 + BREAKS * 5);

    const line = shop.git("rev-list", "--first-parent", "main").split("\n");
    for (const { id, round } of merged) {
      const commit = await mergeCommitOf(id);
      expect(line).toContain(commit);
      const head = round?.content.head ?? "";
      expect(shop.git("rev-parse", `${commit}^2`)).toBe(head);
      expect(shop.git("merge-tree", "--write-tree", `${commit}^1`, head)).toBe(
        shop.git("rev-parse", `${commit}^{tree}`),
      );
    }
  }, 3_600_000);

  it("are merged without a task that leaves between the checks and the move", async () => {
    shop.git("branch", "--force", "base", "main");
    const names = ["stays-one", "leaves", "stays-two"];
    const tasks: string[] = [];
    for (const name of names) tasks.push(await lab.submitFiles(name, { [`${name}.txt`]: "x\n" }));
    const [one = "", leaving = "", two = ""] = tasks;
    const { round } = await until(leaving, ({ phase }) => phase.is === "reviewing");
    const left = Promise.withResolvers<string>();
    await lab.approveTogether(tasks, async () => {
      const { number = 0, content } = round ?? {};
      await engine.command(ana, key(), leaving, {
        ...{ type: "record_verdict", of: "round", number, tree: content?.tree ?? "" },
        ...{ requirement: "layer:owner", opinion: "blocker", summary: "Not yet", findings: [] },
        ...{ costUsd: 0, sandboxed: false },
      });
      left.resolve((await engine.task(ana, leaving)).phase.is);
    });

    expect(await left.promise).toBe("held");
    for (const task of [one, two]) await until(task, ({ phase }) => phase.is === "done");
    expect((await engine.task(ana, leaving)).phase.is).toBe("held");
    const files = shop.git("ls-tree", "--name-only", "main").split("\n");
    expect(files).toEqual(expect.arrayContaining(["stays-one.txt", "stays-two.txt"]));
    expect(files).not.toContain("leaves.txt");
    expect((await engine.repositories(ana))[0]?.hold).toBeNull();
  }, 600_000);

  it("are held if a commit from the middle of their train is put on the target", async () => {
    shop.git("branch", "--force", "base", "main");
    const tasks: string[] = [];
    for (const name of ["middle-one", "middle-two", "middle-three"])
      tasks.push(await lab.submitFiles(name, { [`${name}.txt`]: "x\n" }));
    const landed = Promise.withResolvers<string>();
    await lab.approveTogether(tasks, async () => {
      const { rows } = await lab.database.owner.query(
        `SELECT next FROM countersign.moves
          WHERE task_id = ANY ($1) AND tip IS NOT NULL AND tip <> next ORDER BY position LIMIT 1`,
        [tasks],
      );
      const middle = String(rows[0]?.next);
      shop.git("update-ref", "refs/heads/main", middle);
      landed.resolve(middle);
    });

    const middle = await landed.promise;
    const holdOf = async () => (await engine.repositories(ana))[0]?.hold?.why ?? null;
    await expect.poll(holdOf, { timeout: 60_000 }).toBe("target_moved");
    expect(shop.git("rev-parse", "main")).toBe(middle);
    for (const task of tasks) expect((await engine.task(ana, task)).phase.is).not.toBe("done");
  }, 600_000);
});

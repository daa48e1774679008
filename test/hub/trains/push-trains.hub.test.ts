import type { Task } from "@countersign/core";
import { beforeAll, describe, expect, inject, it, vi } from "vitest";
import { WAITING } from "../engine/open-reviewed-shop.ts";
import { type Life, openLife } from "../open-life.ts";
import { withoutRateLimit } from "../without-rate-limit.ts";

const TASKS = inject("scale") >= 10 ? 200 : 20;
const CONFLICTS = TASKS / 10;
const BREAKS = TASKS / 20;
const WAIT = { timeout: 5_400_000, interval: 500 };
/** Red if a change that was green alone meets its counterpart. */
const CHECK =
  "for one in pair/one-*; do test ! -e $one || test ! -e pair/other-$(echo $one | cut -d- -f2) || exit 1; done";

type Planned = { kind: "conflict" | "break" | "plain"; path: string; text: string };
type Opened = Planned & { number: number; commit: string; author: string };

const slots = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Pairs that conflict, pairs that break each other, and changes that do neither, in a mixed order. */
function planChanges(): Planned[] {
  const pairs = (count: number, plan: (slot: number, side: string) => Planned) =>
    slots(count).flatMap((slot) => ["one", "other"].map((side) => plan(slot, side)));
  const conflicts = pairs(CONFLICTS, (slot, side) => {
    return { kind: "conflict", path: `shared/${slot}`, text: `${side}\n` };
  });
  const breaks = pairs(BREAKS, (slot, side) => {
    return { kind: "break", path: `pair/${side}-${slot}`, text: "x\n" };
  });
  const plain = slots(TASKS - conflicts.length - breaks.length).map((slot): Planned => {
    return { kind: "plain", path: `plain/${slot}`, text: "x\n" };
  });
  const all = [...conflicts, ...breaks, ...plain];
  return all
    .map((item, index) => ({ item, at: (index * 7) % all.length }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

let life: Life;
let authors: { login: string; actor: string }[];

beforeAll(async () => {
  const checks = [{ id: "pairs", run: CHECK, timeout: "1m" }];
  life = await openLife({ merge: { through: "push" }, checks });
  const cara = await life.shop.hub.admin.createAccount({ login: "cara" });
  authors = [life.shop.ana, cara].map(({ login, id }) => ({ login, actor: `github-${id}` }));
});

async function openAll(): Promise<Opened[]> {
  const { hub, repository, pushBranch } = life.shop;
  const opened: Opened[] = [];
  for (const [index, planned] of planChanges().entries()) {
    const { login, actor } = authors[index % 2] ?? { login: "ana", actor: "" };
    const head = `work-${index}`;
    const commit = await pushBranch(head, { [planned.path]: planned.text });
    const { number } = await hub.admin.openPull({ repository, author: login, head });
    opened.push({ ...planned, number, commit, author: actor });
  }
  return opened;
}

/** Lists the files of each commit of the target, newest first. */
async function readTargets(): Promise<string[][]> {
  const { git } = life.shop.clone;
  await git("fetch", "--quiet", "origin", "main");
  const commits = (await git("rev-list", "--first-parent", "FETCH_HEAD")).split("\n");
  const lists: string[][] = [];
  for (const commit of commits)
    lists.push((await git("ls-tree", "-r", "--name-only", commit)).split("\n"));
  return lists;
}

const isGreen = (paths: readonly string[]) =>
  !paths.some((path) => path.includes("/one-") && paths.includes(path.replace("/one-", "/other-")));

type Settled = { change: Opened; task: Task };

/** Takes all pull requests to their ends, which are merges and rework. */
async function settleAll(): Promise<Settled[]> {
  const opened = await openAll();
  for (const { commit } of opened)
    await expect.poll(() => life.checkOf(commit), WAIT).toBe(WAITING);
  for (const { number, commit } of opened) await life.approve(number, commit);
  const settled: Settled[] = [];
  for (const change of opened) {
    const task = await vi.waitFor(async () => {
      const found = await life.taskOf(change.number);
      if (found?.phase.is === "done" || found?.phase.is === "rework") return found;
      throw new Error(`Pull request ${change.number} is ${found?.phase.is}`);
    }, WAIT);
    settled.push({ change, task });
  }
  return settled;
}

describe("approved pull requests that are ready together", { timeout: 7_200_000 }, () => {
  it(`are merged by push: ${TASKS} tasks, ${CONFLICTS} conflicts, ${BREAKS} semantic breaks`, async () => {
    const settled = await withoutRateLimit(life.engine.database.owner, settleAll);

    const merged = settled.filter(({ task }) => task.phase.is === "done");
    expect(merged).toHaveLength(TASKS - CONFLICTS - BREAKS);
    const sentBack = settled.filter(({ task }) => task.phase.is === "rework");
    for (const { change, task } of sentBack) {
      expect(task.phase).toMatchObject({ cause: "merge", agent: change.author });
      const category = change.kind === "conflict" ? "merge-conflict" : "merge-checks";
      expect(task.findings.at(-1)?.category).toBe(category);
    }
    const targets = await readTargets();
    expect(targets.filter((paths) => !isGreen(paths))).toEqual([]);
    expect(targets[0]).toEqual(expect.arrayContaining(merged.map(({ change }) => change.path)));
    expect(await life.holdOf()).toBeNull();
    expect(await life.shop.hub.admin.readDeviations()).toEqual([]);
    process.stdout.write(`${merged.length} of ${TASKS} merged, ${sentBack.length} sent back\n`);
  });
});

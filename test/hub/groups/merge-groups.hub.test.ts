import { beforeAll, describe, expect, it } from "vitest";
import { GATE } from "../engine/open-reviewed-shop.ts";
import { WAIT } from "../open-life.ts";
import { type GroupLab, openGroupLab, type SeenGroup } from "./open-group-lab.ts";

const ANSWER_MS = 10_000;
let lab: GroupLab;

beforeAll(async () => {
  lab = await openGroupLab();
});

function report(groups: readonly SeenGroup[]): void {
  const times = groups.map(({ answeredMs }) => answeredMs ?? Number.POSITIVE_INFINITY);
  const slowest = Math.max(...times);
  process.stdout.write(`${groups.length} merge groups, answered in at most ${slowest} ms\n`);
  expect(slowest).toBeLessThanOrEqual(ANSWER_MS);
}

/** Lets the other app pass every group from the first on, until the queue is empty. */
async function drainQueue(): Promise<void> {
  for (let queue = await lab.readQueue(); queue.length > 0; queue = await lab.readQueue()) {
    const commit = queue[0]?.group?.commit;
    if (commit === undefined) continue;
    await expect.poll(() => lab.life.checkOf(commit), WAIT).toContain(GATE);
    await lab.passCi(commit);
  }
}

const branch = (index: number) => `member-${index}`;

describe("a merge group of five pull requests", { timeout: 300_000 }, () => {
  it("is green in the order of the queue, and never with a reordered, altered or unapproved member", async () => {
    const { life } = lab;
    const { clone, hub, repository } = life.shop;
    const members = await lab.propose([0, 1, 2, 3, 4].map(branch));
    const [planted] = await lab.propose(["planted"]);
    const watch = lab.watchGroups();
    for (const { number, commit } of members) {
      await life.approve(number, commit);
      await expect.poll(() => life.phaseOf(number), WAIT).toBe("merging");
    }
    await expect.poll(lab.readGroups, WAIT).toHaveLength(5);
    const groups = await lab.readGroups();
    for (const commit of groups)
      await expect.poll(() => life.checkOf(commit), WAIT).toBe(`${GATE} success`);

    const [a, b, c, d, e] = members.map(({ commit }) => commit) as [string, ...string[]];
    const last = { repository, number: members[4]?.number ?? 0 };
    const addFile = async (index: number): Promise<void> => {
      if (index === 2) await clone.commit("Evil", { "evil.txt": "evil\n" });
    };
    const amend = async (index: number): Promise<void> => {
      if (index !== 2) return;
      await clone.git("rm", "--quiet", `${branch(0)}.txt`);
      await clone.git("commit", "--quiet", "--amend", "--no-edit");
    };
    const forged = [
      await lab.stack("reordered", [a, c, b, d, e].map(String)),
      await lab.stack("altered", [a, b, c, d, e].map(String), amend),
      await lab.stack("added", [a, b, c, d, e].map(String), addFile),
      await lab.stack("unapproved", [a, b, planted?.commit ?? "", d, e].map(String)),
      await lab.stack("shorter", [a, b, c, e].map(String)),
    ];
    for (const commit of forged) {
      await hub.admin.alterGroup({ ...last, commit });
      await expect.poll(() => life.checkOf(commit), WAIT).toBe(`${GATE} failure`);
    }
    await hub.admin.alterGroup({ ...last, commit: groups[4] ?? "" });
    await drainQueue();
    for (const { number } of members)
      await expect.poll(() => life.phaseOf(number), WAIT).toBe("done");

    expect(forged.filter(watch.wasGreen)).toEqual([]);
    report(await watch.stop());
    expect([forged.includes((await life.mainTip()) ?? ""), await life.holdOf()]).toEqual([
      false,
      null,
    ]);
    await clone.git("fetch", "--quiet", "origin", "main");
    const files = (await clone.git("ls-tree", "--name-only", "FETCH_HEAD")).split("\n");
    expect(files).toEqual(
      expect.arrayContaining(members.map((_, index) => `${branch(index)}.txt`)),
    );
    expect(files.filter((file) => /evil|planted/.test(file))).toEqual([]);
    expect(await hub.admin.readDeviations()).toEqual([]);
  });

  it("passes an unapproved member in its middle, whose groups are never green", async () => {
    const { life } = lab;
    const { hub, repository } = life.shop;
    const members = await lab.propose([5, 6, 7, 8, 9].map(branch));
    const watch = lab.watchGroups();
    for (const [index, { number, commit }] of members.entries()) {
      if (index === 2) await hub.admin.enqueuePull({ repository, number, by: "ben" });
      else await life.approve(number, commit);
      await expect.poll(lab.readGroups, WAIT).toHaveLength(index + 1);
    }
    const groups = await lab.readGroups();
    for (const commit of groups)
      await expect.poll(() => life.checkOf(commit), WAIT).toContain(GATE);
    expect(await Promise.all(groups.map(life.checkOf))).toEqual([
      `${GATE} success`,
      `${GATE} success`,
      `${GATE} failure`,
      `${GATE} failure`,
      `${GATE} failure`,
    ]);
    await drainQueue();
    const approved = members.filter((_, index) => index !== 2);
    for (const { number } of approved)
      await expect.poll(() => life.phaseOf(number), WAIT).toBe("done");

    expect(groups.map(watch.wasGreen)).toEqual([true, true, false, false, false]);
    report(await watch.stop());
    expect(await life.phaseOf(members[2]?.number ?? 0)).toBe("reviewing");
    expect(await life.holdOf()).toBeNull();
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openStack } from "./stack-lab.ts";

const lab = await openStack();
const { engine, shop, ana, agent, key, branch, handIn, untilAsked, shownPaths } = lab;

let made = 0;

/** A branch with two commits on main; answers with the ids of both and of main. */
function twoCommits() {
  made += 1;
  const name = `pair-${made}`;
  const main = shop.git("rev-parse", "main");
  const first = branch(name, { [`${name}-1.txt`]: "1\n" });
  const second = branch(name, { [`${name}-2.txt`]: "1\n" }, name);
  return { name, main, first, second };
}

describe("a base that the author names", () => {
  it.each([
    ["a branch", () => "main"],
    ["a branch by its whole name", () => "refs/heads/main"],
    ["an id", ({ main }) => main],
    ["a short id", ({ main }) => main.slice(0, 8)],
    ["a tag", () => "v1"],
    ["a parent of the work", ({ name }) => `${name}~2`],
  ] as [string, (pair: ReturnType<typeof twoCommits>) => string][])(
    "may be %s on the target [R-012]",
    async (_, named) => {
      const pair = twoCommits();
      shop.git("tag", "--force", "v1", "main");
      const task = await handIn(pair.name, { base: named(pair) });
      expect((await engine.task(ana, task)).round?.content.base).toBe(pair.main);
    },
  );

  it("is read in the author's worktree", async () => {
    const { name, main } = twoCommits();
    const worktree = join(shop.folder, `tree-${name}`);
    shop.git("worktree", "add", "--quiet", worktree, name);
    shop.git("checkout", "--quiet", "--detach", "main");
    const { task } = await engine.createTask(agent, key(), { title: "Here", repo: "shop" });
    const work = { signal: "DONE" as const, summary: "", base: "HEAD~2" };
    await engine.submitWork(agent, key(), { task, ...work, from: { worktree } });
    expect((await engine.task(ana, task)).round?.content.base).toBe(main);
    const location = { branch: name, worktree: shop.folder };
    const { task: other } = await engine.createTask(agent, key(), { title: "There", repo: "shop" });
    await expect(
      engine.submitWork(agent, key(), { task: other, ...work, from: { branch: name }, location }),
    ).rejects.toThrow("not a repository");
  });

  it("is where the work parted from a target that has moved on", async () => {
    const { name, main } = twoCommits();
    branch("ahead", { "ahead.txt": "1\n" });
    const ahead = await handIn("ahead");
    await lab.approve(ahead);
    await lab.untilIn(ahead, "done");
    const task = await handIn(name, { base: "main" });
    expect((await engine.task(ana, task)).round?.content.base).toBe(main);
  });

  it.each([
    "nothing-like-it",
    "0123456789",
    "--all",
    "main..HEAD",
    "HEAD@{1}",
    ":/Begin",
    "HEAD~99",
  ])("is refused when there is none: %s", async (base) => {
    const { name } = twoCommits();
    await expect(handIn(name, { base })).rejects.toMatchObject({
      code: "invalid_input",
      message: `There is no commit, branch or tag ${base} in ${shop.repo}`,
      hint: "Name a branch, a tag or a commit, for example main or HEAD~2",
    });
  });

  it("may be the current content of an open task", async () => {
    const { name } = twoCommits();
    shop.git("branch", `${name}-low`, `${name}~1`);
    const lower = await handIn(`${name}-low`);
    const upper = await handIn(name, { base: `${name}-low` });
    const { round } = await untilAsked(upper);
    expect(round?.baseTask).toEqual({ task: lower, round: 1 });
    expect(await shownPaths(upper)).toEqual([`${name}-2.txt`]);
  });

  it("may be the target although the work is built on an open task: then everything is shown", async () => {
    const { name } = twoCommits();
    shop.git("branch", `${name}-low`, `${name}~1`);
    await handIn(`${name}-low`);
    const whole = await handIn(name, { base: "main" });
    const { round } = await untilAsked(whole);
    expect(round?.baseTask).toBeUndefined();
    expect(await shownPaths(whole)).toEqual([`${name}-1.txt`, `${name}-2.txt`]);
  });

  it("is refused where the work is not built on it", async () => {
    const { name } = twoCommits();
    const { name: other, second } = twoCommits();
    await handIn(other);
    await expect(handIn(name, { base: other })).rejects.toThrow(
      `The work is not built on ${other} (${second.slice(0, 12)})`,
    );
  });
});

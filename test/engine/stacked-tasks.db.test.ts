import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openStack } from "./stack-lab.ts";

const lab = await openStack();
const { engine, shop, ana, agent, key, branch, amend, rebase, handIn, approve } = lab;
const { untilAsked, untilIn, shownPaths } = lab;

/** The titles of the tasks that were merged, the last first. */
const mainLog = () =>
  shop
    .git("log", "--first-parent", "--format=%s", "main")
    .split("\n")
    .map((subject) => subject.replace(/^Merge \S+: /, ""));

const baseOf = async (task: string) => (await engine.task(ana, task)).round?.baseTask;

async function storyOf(task: string): Promise<string> {
  return (await engine.why(ana, task)).story.map(({ text }) => text).join("\n");
}

async function end(task: string, how: "reject" | "cancel"): Promise<void> {
  const { round } = await engine.task(ana, task);
  const shown = { round: round?.number ?? null, tree: round?.content.tree ?? null };
  await engine.command(ana, key(), task, { type: how, ...shown, reason: "not wanted" });
}

describe("two branches, one on top of the other", () => {
  it("are two tasks: the upper shows its own change, waits for the lower and is merged after it [R-012]", async () => {
    const begin = shop.git("rev-parse", "main");
    const head = branch("login", { "login.txt": "1\n" });
    branch("logout", { "logout.txt": "1\n" }, "login");
    const lower = await handIn("login");
    const upper = await handIn("logout");
    const { round } = await untilAsked(upper);
    expect(round?.baseTask).toEqual({ task: lower, round: 1 });
    expect(round?.content).toMatchObject({ base: head, accepted: begin });
    expect(await shownPaths(upper)).toEqual(["logout.txt"]);
    expect(await shownPaths(lower)).toEqual(["login.txt"]);

    await approve(upper);
    await pause(1_000);
    const waiting = await engine.task(ana, upper);
    expect(waiting.phase).toEqual({ is: "approved", tries: 0, retryAtMs: null });
    expect((await engine.why(ana, upper)).turn).toEqual({ holder: "engine", who: null });
    expect(await storyOf(upper)).toContain(`built on round 1 of ${lower}, which is merged first`);
    expect(shop.git("rev-parse", "main")).toBe(begin);

    await approve(lower);
    await untilIn(upper, "done");
    expect((await engine.task(ana, lower)).phase.is).toBe("done");
    expect(mainLog().slice(0, 2)).toEqual(["Work on logout", "Work on login"]);
    expect(await storyOf(upper)).toContain(`${lower}, which it is built on, was merged`);
  });

  it("the upper is reviewed again when the lower changes; the same change keeps its approval [R-012]", async () => {
    branch("api", { "api.txt": "1\n" });
    const old = shop.git("rev-parse", "api");
    branch("client", { "client.txt": "1\n" }, "api");
    const lower = await handIn("api");
    const upper = await handIn("client");
    await approve(upper);
    await untilIn(upper, "approved");

    amend("api", { "api.txt": "2\n" });
    await handIn("api", { task: lower });
    const back = await untilIn(upper, "rework");
    expect([back.attempt, back.findings.at(-1)?.message]).toEqual([
      1,
      `${lower}, which this work is built on, has changed.`,
    ]);
    expect((await engine.feedback(agent, upper)).text).toContain(
      `git rebase --onto api ${old.slice(0, 12)}`,
    );
    await expect(handIn("client", { task: upper })).rejects.toThrow(
      `The work is still built on an earlier version of ${lower}`,
    );

    rebase("client", "api", old);
    await handIn("client", { task: upper });
    await untilIn(upper, "approved");
    expect(await baseOf(upper)).toEqual({ task: lower, round: 2 });
    expect(await shownPaths(upper)).toEqual(["client.txt"]);
    await approve(lower);
    await untilIn(upper, "done");
    expect(shop.git("show", "main:api.txt", "main:client.txt")).toBe("2\n1");
  });

  it("another change on the new content asks the owner again", async () => {
    branch("cart", { "cart.txt": "1\n" });
    const old = shop.git("rev-parse", "cart");
    branch("order", { "order.txt": "1\n" }, "cart");
    const lower = await handIn("cart");
    const upper = await handIn("order");
    await approve(upper);
    amend("cart", { "cart.txt": "2\n" });
    await handIn("cart", { task: lower });
    await untilIn(upper, "rework");
    rebase("order", "cart", old);
    amend("order", { "order.txt": "2\n" });
    await handIn("order", { task: upper });
    await untilAsked(upper);
    await approve(lower);
    await untilIn(lower, "done");
    await pause(1_000);
    expect((await engine.task(ana, upper)).phase.is).toBe("reviewing");
    await approve(upper);
    await untilIn(upper, "done");
  });

  it.each(["reject", "cancel"] as const)(
    "a lower task that ends by %s sends the upper back",
    async (how) => {
      branch(`${how}-low`, { [`${how}-low.txt`]: "1\n" });
      const old = shop.git("rev-parse", `${how}-low`);
      branch(`${how}-up`, { [`${how}-up.txt`]: "1\n" }, `${how}-low`);
      const lower = await handIn(`${how}-low`);
      const upper = await handIn(`${how}-up`);
      await approve(upper);
      await end(lower, how);
      const back = await untilIn(upper, "rework");
      expect(back.findings.at(-1)?.message).toBe(
        `${lower}, which this work is built on, was rejected.`,
      );
      await expect(handIn(`${how}-up`, { task: upper })).rejects.toThrow("earlier version");
      rebase(`${how}-up`, "main", old);
      await handIn(`${how}-up`, { task: upper });
      await untilIn(upper, "done");
      expect(await baseOf(upper)).toBeUndefined();
      expect(shop.tryGit("show", `main:${how}-low.txt`)).toContain("does not exist");
    },
  );

  it("three branches merge in their order, whoever is approved first [R-012]", async () => {
    branch("one", { "one.txt": "1\n" });
    branch("two", { "two.txt": "1\n" }, "one");
    branch("three", { "three.txt": "1\n" }, "two");
    const tasks = [await handIn("one"), await handIn("two"), await handIn("three")];
    const [one = "", two = "", three = ""] = tasks;
    expect([await baseOf(one), await baseOf(two), await baseOf(three)]).toEqual([
      undefined,
      { task: one, round: 1 },
      { task: two, round: 1 },
    ]);
    expect(await shownPaths(three)).toEqual(["three.txt"]);
    for (const task of [three, two, one]) await approve(task);
    await untilIn(three, "done");
    expect(mainLog().slice(0, 3)).toEqual(["Work on three", "Work on two", "Work on one"]);
  });

  it("finds uncommitted work that was submitted and committed later with the same files", async () => {
    const worktree = join(shop.folder, "draft");
    shop.git("worktree", "add", "--quiet", "-b", "draft", worktree, "main");
    const git = (...args: string[]) => shop.git("-C", worktree, ...args);
    shop.write("../draft/draft.txt", "1\n");
    const work = { title: "Draft", repo: "shop", signal: "DONE" as const, summary: "" };
    const at = (name: string) => ({
      ...work,
      from: { worktree },
      location: { branch: name, worktree },
    });
    const { task: lower } = await engine.submitWork(agent, key(), at("draft"));
    git("add", ".");
    git("commit", "--quiet", "-m", "Draft");
    git("checkout", "--quiet", "-b", "final");
    shop.write("../draft/final.txt", "1\n");
    const { task: upper } = await engine.submitWork(agent, key(), at("final"));
    expect(await baseOf(upper)).toEqual({ task: lower, round: 1 });
    await untilAsked(upper);
    expect(await shownPaths(upper)).toEqual(["final.txt"]);
    for (const task of [upper, lower]) await approve(task);
    await untilIn(upper, "done");
  });
});

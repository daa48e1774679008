import { beforeEach, describe, expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

const { engine, shop, ana, agent, admin, signIn, key } = await openEngine({
  ...POLICY,
  checks: [],
});
const codex = await signIn({ actor: "codex", role: "author" });
const TARGET = { is: "none_ready" } as const;

let count = 0;
/** A place that no other test uses. */
function place(branch = "work") {
  return { repo: "shop", location: { branch, worktree: `${shop.folder}/place-${count}` } };
}

async function open(title: string): Promise<string> {
  return (await engine.createTask(ana, key(), { title, repo: "shop" })).task;
}

async function submit(task: string, { location } = place(), by = agent): Promise<void> {
  const name = `${task}-${location.branch}`;
  if (!shop.git("branch", "--list", name).includes(name)) {
    shop.git("checkout", "--quiet", "-B", name, "main");
    shop.write(`${name}.txt`, `${name}\n`);
    shop.commit(name);
    shop.git("checkout", "--quiet", "main");
  }
  await engine.submitWork(by, key(), {
    task,
    from: { branch: name },
    signal: "DONE",
    summary: "",
    location,
  });
}

const next = async (by = agent, at = place()) => (await engine.nextAssignment(by, at)).assignment;

/** Nothing waits from an earlier test. */
async function clear(): Promise<void> {
  const { items } = await engine.tasks(ana, { limit: 200 });
  for (const { task, state } of items)
    if (state !== "rejected" && state !== "done") {
      const { round } = await engine.task(ana, task);
      const shown = { round: round?.number ?? null, tree: round?.content.tree ?? null };
      await engine.command(ana, key(), task, { type: "cancel", reason: "next test", ...shown });
    }
  const sprint = await engine.sprint(ana);
  if (sprint !== null && sprint.state !== "ended")
    await engine.changeSprint(ana, key(), { do: "stop" });
}

beforeEach(async () => {
  count += 1;
  await clear();
});

describe("a running sprint", () => {
  it("hands out its own tasks alone, to every agent, and ends at its target [R-005] [R-178]", async () => {
    const all: string[] = [];
    for (let number = 1; number <= 6; number += 1) all.push(await open(`Job ${number}`));
    const [, second = "", , fourth = "", , sixth = ""] = all;
    const tasks = [second, fourth, sixth];
    const target = { is: "tasks", count: 2 } as const;
    await engine.startSprint(ana, key(), { tasks, target, pauseOnFailure: false });

    const taken = [
      await engine.takeAssignment(agent, key(), place("one")),
      await engine.takeAssignment(codex, key(), place("two")),
    ].map((answer) => answer?.task ?? "");
    expect(taken.toSorted()).toEqual([second, fourth].toSorted());
    await submit(taken[0] ?? "", place("one"));
    expect(await engine.sprint(ana)).toMatchObject({ state: "running", worked: 1 });
    await submit(taken[1] ?? "", place("two"), codex);
    expect(await engine.sprint(ana)).toMatchObject({ state: "ended", worked: 2 });
    const last = { ...place("three"), after: taken[0] };
    expect((await engine.nextAssignment(agent, last)).assignment).toBeNull();
    expect((await next(agent, place("three")))?.task).toBe(all[0]);
  });

  it("hands nothing out when its tasks are taken, although others wait [R-025]", async () => {
    const [excluded, chosen] = [await open("Excluded"), await open("Chosen")];
    await engine.startSprint(ana, key(), {
      tasks: [chosen],
      target: TARGET,
      pauseOnFailure: false,
    });
    expect(await engine.takeAssignment(agent, key(), place("one"))).toMatchObject({ task: chosen });
    expect(await engine.takeAssignment(codex, key(), place("two"))).toBeNull();
    await expect(engine.command(codex, key(), excluded, { type: "claim" })).rejects.toMatchObject({
      code: "on_hold",
      message: `A sprint is running, and ${excluded} is not one of its tasks.`,
    });
    expect((await engine.command(ana, key(), excluded, { type: "claim" })).state).toBe(
      "in_progress",
    );
  });

  it("lets an agent open a task for work of its own, and take up its own rework first", async () => {
    const own = await open("Begun before");
    await submit(own, place("one"));
    const { round } = await engine.task(ana, own);
    const shown = { round: 1, tree: round?.content.tree ?? "" };
    await engine.command(ana, key(), own, {
      type: "redo",
      quickIssues: [],
      customFeedback: "again",
      option: "keep",
      priority: "same",
      ...shown,
    });
    const chosen = await open("Chosen");
    await engine.startSprint(ana, key(), {
      tasks: [chosen],
      target: TARGET,
      pauseOnFailure: false,
    });
    expect(await next(agent, place("one"))).toMatchObject({ task: own, is: "here", branch: null });
    expect(await next(agent, place("other"))).toMatchObject({
      task: own,
      is: "elsewhere",
      branch: { name: "one", from: null },
    });
    expect(await next(codex, place("two"))).toMatchObject({ task: chosen, is: "new" });
    const made = await engine.createTask(codex, key(), {
      title: "Asked by a person",
      repo: "shop",
      location: place("two").location,
    });
    await expect(submit(made.task, place("two"), codex)).resolves.toBeUndefined();
  });

  it("of which the time is over hands out what there is", async () => {
    const [excluded, chosen] = [await open("Excluded"), await open("Chosen")];
    const target = { is: "until", untilMs: Date.now() + 1_500 } as const;
    await engine.startSprint(ana, key(), { tasks: [chosen], target, pauseOnFailure: false });
    expect((await next())?.task).toBe(chosen);
    await expect.poll(async () => (await next())?.task, { timeout: 10_000 }).toBe(excluded);
    expect((await engine.command(codex, key(), excluded, { type: "claim" })).state).toBe(
      "in_progress",
    );
  });

  it("hands out none of its tasks while it is paused", async () => {
    const [beside, chosen] = [await open("Beside"), await open("Chosen")];
    await engine.startSprint(ana, key(), {
      tasks: [chosen],
      target: TARGET,
      pauseOnFailure: false,
    });
    await engine.changeSprint(ana, key(), { do: "pause" });
    expect((await next())?.task).toBe(beside);
    await engine.changeSprint(ana, key(), { do: "resume" });
    expect((await next())?.task).toBe(chosen);
  });
});

describe("the next assignment", () => {
  it("begins on a branch of its own where the branch has work in review", async () => {
    const [first, second] = [await open("First"), await open("Second")];
    await engine.takeAssignment(agent, key(), place("one"));
    await submit(first, place("one"));
    expect(await engine.nextAssignment(agent, place("one"))).toMatchObject({
      assignment: { task: second, branch: { name: second, from: "main" } },
      occupiedBy: first,
    });
    const refused = {
      code: "wrong_state",
      hint: `Commit your work, then: git switch -c ${second} main`,
    };
    await expect(engine.takeAssignment(agent, key(), place("one"))).rejects.toMatchObject(refused);
    const claim = { type: "claim", location: place("one").location } as const;
    await expect(engine.command(agent, key(), second, claim)).rejects.toMatchObject({
      message: `${shop.folder}/place-${count} (branch one) still has the work of ${first}`,
    });
    expect(await engine.takeAssignment(agent, key(), place(second))).toMatchObject({
      task: second,
    });
  });

  it("is read for an agent by others, and leaves out the task that it is about to submit", async () => {
    const [first, second] = [await open("First"), await open("Second")];
    await engine.takeAssignment(agent, key(), place("one"));
    const asked = { ...place("one"), author: "claude" };
    expect((await engine.nextAssignment(admin, asked)).assignment?.task).toBe(first);
    const after = await engine.nextAssignment(admin, { ...asked, after: first });
    expect(after.assignment?.task).toBe(second);
  });

  it("is taken once per key, and by one of two agents that ask at once", async () => {
    await open("Only one");
    const again = key();
    const [mine, other] = await Promise.all([
      engine.takeAssignment(agent, again, place("one")),
      engine.takeAssignment(codex, key(), place("two")),
    ]);
    expect([mine, other].filter((one) => one !== null)).toHaveLength(1);
    if (mine !== null)
      expect(await engine.takeAssignment(agent, again, place("one"))).toEqual(mine);
  });

  it("is the only task of a credential for one task", async () => {
    await open("Older");
    const task = await open("Its own");
    const bound = await signIn({ actor: "gemini", role: "author", task });
    expect((await next(bound))?.task).toBe(task);
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openEngine } from "./open-engine.ts";

const { engine, shop, ana, agent, key, until } = await openEngine();

/** A branch with one commit on top of main. */
function branch(name: string, files: Record<string, string>, from = "main"): void {
  shop.git("checkout", "--quiet", "--detach", from);
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.commit(`Work on ${name}`);
  shop.git("branch", "--force", name);
}

async function handIn(name: string, title = `Work on ${name}`, task?: string): Promise<string> {
  const id = task ?? (await engine.createTask(agent, key(), { title, repo: "shop" })).task;
  await engine.submitWork(agent, key(), {
    task: id,
    from: { branch: name },
    signal: "DONE",
    summary: "done",
  });
  return id;
}

const waitsFor = (person: string) => (task: Parameters<Parameters<typeof until>[1]>[0]) =>
  task.phase.is === "reviewing" && task.phase.person === person;

async function approve(id: string): Promise<void> {
  const { round } = await until(id, waitsFor("ana"));
  if (round === null) throw new Error("no round");
  const { number, content } = round;
  await engine.command(ana, key(), id, { type: "approve", round: number, tree: content.tree });
}

/** Waits for a line of a task's story. */
async function untilTold(id: string, text: string): Promise<{ by: string; text: string }> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) {
    const found = (await engine.why(ana, id)).story.find((line) => line.text.includes(text));
    if (found !== undefined) return found;
  }
  throw new Error(`${id} never told: ${text}`);
}

const treeOfMain = () => shop.git("rev-parse", "main^{tree}");

describe("a task", () => {
  it("goes from an agent's branch to the merged commit, which holds exactly the approved tree [R-024]", async () => {
    branch("greeting", { "greeting.txt": "hello\n" });
    const work = shop.git("rev-parse", "greeting");
    const id = await handIn("greeting");
    await approve(id);
    const done = await until(id, ({ phase }) => phase.is === "done");

    expect(treeOfMain()).toBe(done.round?.content.tree);
    expect(shop.git("log", "-1", "--format=%B", "main")).toContain(`Countersign-Task: ${id}`);
    expect(shop.git("rev-parse", "main^2")).toBe(work);
  });

  it("holds exactly the commit that was named, whatever lies in its worktree by then [R-043]", async () => {
    shop.git("checkout", "--quiet", "--detach", "main");
    shop.write("exact.txt", "1\n");
    const commit = shop.commit("Exact");
    shop.write("exact.txt", "2\n");
    const { task } = await engine.createTask(agent, key(), { title: "Exact", repo: "shop" });
    const submit = (worktree: string, named: string) =>
      engine.submitWork(agent, key(), {
        task,
        from: { worktree, commit: named },
        signal: "DONE",
        summary: "",
      });
    await expect(submit(shop.repo, "0".repeat(40))).rejects.toThrow(
      "The repository does not have the commit 000000000000, or has it no longer",
    );
    await expect(submit(shop.folder, commit)).rejects.toThrow("not a repository");
    await submit(shop.repo, commit);
    const { round } = await engine.task(ana, task);
    const tree = shop.git("rev-parse", `${commit}^{tree}`);
    expect(round?.content).toMatchObject({ head: commit, tree });
    shop.write("exact.txt", "1\n");
  });

  it("whose check fails goes back with a finding, and the next round shows what is new [R-035] [R-132]", async () => {
    branch("broken", { "broken.txt": "x\n", "feature.txt": "1\n" });
    const id = await handIn("broken");
    const back = await until(id, ({ phase }) => phase.is === "rework");
    expect(back.findings.map(({ raisedBy, severity }) => [raisedBy, severity])).toEqual([
      [["tests"], "major"],
    ]);

    shop.git("checkout", "--quiet", "--detach", "broken");
    shop.git("rm", "--quiet", "broken.txt");
    shop.commit("Mend");
    shop.git("branch", "--force", "broken");
    await handIn("broken", "", id);
    const { round } = await until(id, waitsFor("ana"));
    const since = await engine.diff(ana, id, { since: 1 });

    expect(round?.number).toBe(2);
    expect(since.files.map(({ path }) => path)).toEqual(["broken.txt"]);
    await approve(id);
    await until(id, ({ phase }) => phase.is === "done");
  });

  it("is merged on top of what was merged meanwhile, and its commands judge the result again", async () => {
    branch("left", { "left.txt": "1\n" });
    branch("right", { "right.txt": "1\n" });
    const [left, right] = [await handIn("left"), await handIn("right")];
    await approve(left);
    await approve(right);
    await until(left, ({ phase }) => phase.is === "done");
    await until(right, ({ phase }) => phase.is === "done");

    expect(shop.git("ls-tree", "--name-only", "main")).toContain("left.txt");
    expect(shop.git("ls-tree", "--name-only", "main")).toContain("right.txt");
  });

  it("that conflicts with the target goes back with the conflict as a finding", async () => {
    branch("one", { "same.txt": "one\n" });
    branch("two", { "same.txt": "two\n" });
    const [one, two] = [await handIn("one"), await handIn("two")];
    await approve(one);
    await until(one, ({ phase }) => phase.is === "done");
    await approve(two);
    const back = await until(two, ({ phase }) => phase.is === "rework");

    expect(back.findings.at(-1)).toMatchObject({ category: "merge-conflict", file: "same.txt" });
  });

  it("is merged where both changed other lines of a file, or the same lines in the same way", async () => {
    const lines = (first: string, last: string) => `${first}\n${"same\n".repeat(20)}${last}\n`;
    branch("whole", { "long.txt": lines("first", "last") });
    const whole = await handIn("whole");
    await approve(whole);
    await until(whole, ({ phase }) => phase.is === "done");
    branch("top", { "long.txt": lines("FIRST", "last"), "twin.txt": "twin\n" });
    branch("bottom", { "long.txt": lines("first", "LAST"), "twin.txt": "twin\n" });
    const [top, bottom] = [await handIn("top"), await handIn("bottom")];
    await approve(top);
    await until(top, ({ phase }) => phase.is === "done");
    await approve(bottom);
    const done = await until(bottom, ({ phase }) => phase.is === "done");

    expect(shop.git("show", "main:long.txt")).toBe(lines("FIRST", "LAST").trimEnd());
    expect([done.attempt, done.flags]).toEqual([
      1,
      expect.arrayContaining(["merged_tree_differs"]),
    ]);
  });

  it("leaves its worktree at the new target, so that the next diff shows new work alone", async () => {
    const worktree = join(shop.folder, "agent");
    shop.git("worktree", "add", "--quiet", "-b", "agent/work", worktree, "main");
    const submit = async (title: string) => {
      const { task } = await engine.createTask(agent, key(), { title, repo: "shop" });
      await engine.submitWork(agent, key(), {
        task,
        from: { worktree },
        signal: "DONE",
        summary: "",
      });
      return task;
    };
    writeFileSync(join(worktree, "first.txt"), "1\n");
    const first = await submit("First");
    await approve(first);
    await until(first, ({ phase }) => phase.is === "done");
    const told = await untilTold(first, "agent/work was brought to main");
    expect(shop.git("-C", worktree, "status", "--porcelain")).toBe("");
    expect(told.by).toBe("countersign");

    writeFileSync(join(worktree, "second.txt"), "2\n");
    const second = await submit("Second");
    await until(second, waitsFor("ana"));
    const { files } = await engine.diff(ana, second, {});
    expect(files.map(({ path }) => path)).toEqual(["second.txt"]);
    writeFileSync(join(worktree, "long.txt"), "begun\n");
    branch("long", { "long.txt": "changed\n" });
    const long = await handIn("long");
    await approve(long);
    await until(long, ({ phase }) => phase.is === "done");
    await approve(second);
    await until(second, ({ phase }) => phase.is === "done");
    await untilTold(second, `git -C ${worktree} merge main`);
    expect(readFileSync(join(worktree, "long.txt"), "utf8")).toBe("begun\n");
    shop.git("worktree", "remove", "--force", worktree);
  });

  it("waits while somebody works on a checked-out target, says so, and brings a clean one along [R-024] [R-030]", async () => {
    branch("along", { "along.txt": "1\n", "readme.md": "# Better\n" });
    shop.git("checkout", "--quiet", "main");
    shop.write("readme.md", "# Being edited\n");
    const id = await handIn("along");
    await approve(id);
    await until(id, ({ phase }) => phase.is === "approved" && phase.waits !== undefined);
    const { story } = await engine.why(ana, id);
    expect(story.at(-1)?.text).toMatch(/^the merge waits for ana: .*readme\.md/);
    expect(shop.git("show", "main:readme.md")).not.toContain("Being edited");

    shop.git("checkout", "--quiet", "readme.md");
    await until(id, ({ phase }) => phase.is === "done");
    expect(shop.git("status", "--porcelain")).toBe("");
    expect(shop.git("show", "HEAD:along.txt")).toBe("1");
    shop.git("checkout", "--quiet", "--detach");
  });

  it("is not merged while somebody else has moved the target, until an owner has looked [R-030] [H20]", async () => {
    branch("late", { "late.txt": "1\n" });
    const id = await handIn("late");
    await until(id, waitsFor("ana"));
    shop.git("checkout", "--quiet", "--detach", "main");
    shop.write("foreign.txt", "not reviewed\n");
    shop.commit("Say more\n\nCo-Authored-By: Claude <noreply@anthropic.com>");
    shop.git("branch", "--force", "main");
    await approve(id);
    await until(id, () => true);
    const deadline = Date.now() + 60_000;
    let hold = null;
    while (hold === null && Date.now() < deadline)
      hold = (await engine.repositories(ana)).find((line) => line.id === "shop")?.hold ?? null;
    expect(hold).toMatchObject({
      why: "target_moved",
      detail: expect.stringMatching(/: [0-9a-f]{7} "Say more" by .+ with Claude/),
    });
    expect((await engine.task(ana, id)).phase.is).toBe("approved");

    const tip = shop.git("rev-parse", "main");
    await engine.releaseRepository(ana, "shop", { tip, reason: "seen" });
    await until(id, ({ phase }) => phase.is === "done");
  });
});

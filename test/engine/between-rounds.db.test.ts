import { toShown } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { openEngine } from "./open-engine.ts";

const { engine, shop, ana, agent, key, until } = await openEngine();

const LINES = Array.from({ length: 60 }, (_, at) => `line ${at + 1}\n`);

/** Commits these files on top of a commit, under the name of the branch that is submitted. */
function work(from: string, files: Record<string, string>): void {
  shop.git("checkout", "--quiet", "--detach", from);
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.commit("Work");
  shop.git("branch", "--force", "work");
}

async function handIn(task: string): Promise<void> {
  await engine.submitWork(agent, key(), {
    task,
    from: { branch: "work" },
    signal: "DONE",
    summary: "done",
  });
  await until(task, ({ phase }) => phase.is === "reviewing" && phase.person === "ana");
}

async function sendBack(task: string): Promise<void> {
  await engine.command(ana, key(), task, {
    type: "redo",
    ...toShown(await engine.task(ana, task)),
    quickIssues: [],
    customFeedback: "again",
    option: "keep",
    priority: "same",
  });
  await until(task, ({ phase }) => phase.is === "rework");
}

/** The owner accepts what others pushed to the target. */
async function acceptMain(): Promise<void> {
  const tip = shop.git("rev-parse", "main");
  await engine.releaseRepository(ana, "shop", { tip, reason: "looked at it" });
}

/** The lines that are added or removed, by file. */
async function changed(
  task: string,
  query: Parameters<typeof engine.diff>[2],
): Promise<Record<string, string[]>> {
  const { files } = await engine.diff(ana, task, query);
  return Object.fromEntries(
    files.map(({ path, patch }) => {
      const lines = Buffer.from(patch).toString().split("\n");
      return [path, lines.filter((line) => /^[+-](?![+-])/.test(line))];
    }),
  );
}

describe("what lies between rounds", () => {
  it("is the author's work alone, whatever the target gained meanwhile", async () => {
    shop.git("checkout", "--quiet", "main");
    shop.write("shared.txt", LINES.join(""));
    shop.commit("Begin");
    await acceptMain();
    const { task } = await engine.createTask(agent, key(), { title: "Work", repo: "shop" });
    work("main", { "shared.txt": LINES.with(9, "ten\n").join(""), "own.txt": "1\n" });
    await handIn(task);
    await sendBack(task);

    // Others merge something; the author rebases without changing a line of its own.
    shop.git("checkout", "--quiet", "main");
    shop.write("shared.txt", LINES.with(49, "fifty\n").join(""));
    shop.write("theirs.txt", "theirs\n");
    shop.commit("Theirs");
    await acceptMain();
    const rebased = LINES.with(9, "ten\n").with(49, "fifty\n").join("");
    work("main", { "shared.txt": rebased, "own.txt": "1\n" });
    await handIn(task);
    const nothing = await engine.diff(ana, task, { since: 1 });
    expect([nothing.upstream, nothing.files]).toEqual(["left_out", []]);
    await sendBack(task);

    work("work", { "own.txt": "2\n" });
    await handIn(task);
    const own = { "own.txt": ["-1", "+2"] };
    expect(await changed(task, { since: 2 })).toEqual(own);
    expect(await changed(task, { since: 1 })).toEqual(own);
    expect((await engine.diff(ana, task, { since: 2 })).upstream).toBe("none");

    // Any two rounds, and any round as it was.
    expect(await changed(task, { since: 1, until: 2 })).toEqual({});
    const first = await engine.diff(ana, task, { until: 1 });
    expect(first.round).toBe(1);
    expect(first.files.map(({ path }) => path)).toEqual(["own.txt", "shared.txt"]);
    await expect(engine.diff(ana, task, { until: 9 })).rejects.toThrow("has no round 9");

    // One file, with all of its lines.
    const { files } = await engine.diff(ana, task, { file: "shared.txt" });
    expect(files.map(({ path }) => path)).toEqual(["shared.txt"]);
    expect(Buffer.from(files[0]?.patch ?? "").toString()).toContain(" line 60\n");
  });

  it("is more, and says so, where the work and the target touch the same lines", async () => {
    const { task } = await engine.createTask(agent, key(), { title: "Clash", repo: "shop" });
    shop.git("checkout", "--quiet", "main");
    shop.write("clash.txt", "a\n");
    shop.commit("Clash");
    await acceptMain();
    work("main", { "clash.txt": "b\n" });
    await handIn(task);
    await sendBack(task);
    shop.git("checkout", "--quiet", "main");
    shop.write("clash.txt", "c\n");
    shop.commit("Theirs again");
    await acceptMain();
    work("main", { "clash.txt": "d\n" });
    await handIn(task);
    const { upstream, files } = await engine.diff(ana, task, { since: 1 });
    expect([upstream, files.map(({ path }) => path)]).toEqual(["included", ["clash.txt"]]);
  });
});

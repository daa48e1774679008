import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openHookLab } from "../testing/hook-lab.ts";

const { stage, asPerson, hook, waiting, until, tasks, titled } = await openHookLab();
afterAll(async () => {
  await stage.bench.close();
});

describe("the spool", () => {
  it("keeps five stops without an engine, and each is one round when it is back", async () => {
    const { bench } = stage;
    await stage.run(["server", "down"]);
    for (const name of ["one", "two", "three"]) {
      await bench.git("switch", "--quiet", "-c", name, "main");
      const session_id = `spool ${name}`;
      await hook("session-start", { session_id }, "codex");
      await bench.write(`${name}.txt`, "1\n");
      expect(await hook("stop", { session_id }, "codex")).toBe("{}\n");
      if (name !== "three") {
        await bench.write(`${name}.txt`, "2\n");
        await hook("stop", { session_id }, "codex");
      }
      await bench.git("add", "-A");
      await bench.git("commit", "--quiet", "-m", name);
    }
    expect(await waiting()).toBe(3); // what was left last contains what was left before on its branch
    const elsewhere = { cwd: bench.directory };
    await bench.run(["status", "--repo", bench.directory], elsewhere);
    expect(await waiting()).toBe(3); // the engine runs now, but no other place sends them

    const both = [
      stage.run(["inbox"]),
      bench.run(["status"]),
      hook("session-start", { session_id: "x" }),
    ];
    await Promise.all(both); // whoever finds the engine sends them, at the same time
    await until(async () => ((await waiting()) === 0 ? true : null));
    const made = (await tasks()).filter(({ title }) => ["one", "two", "three"].includes(title));
    expect(made).toHaveLength(3);
    for (const { task } of made) {
      const view = await stage.json(["task", "show", task], asPerson);
      expect(view).toMatchObject({ authors: ["codex"], round: { number: 1 } });
      const name = String(view.title);
      const tree = (await bench.git("rev-parse", `${name}^{tree}`)).trim();
      expect(view.round.content.tree).toBe(tree);
    }
    const tokens: { actor: string; revokedMs: number | null }[] = await stage.json([
      "token",
      "list",
    ]);
    const agents = tokens.filter(({ actor }) => actor === "codex" || actor === "claude-code");
    expect(agents.length).toBeGreaterThanOrEqual(3);
    expect(agents.filter(({ revokedMs }) => revokedMs === null)).toEqual([]);
  });
});

describe("work that waited", () => {
  /** An agent stops while no engine runs; answers with what it left. */
  async function leave(name: string) {
    const { bench } = stage;
    await stage.run(["server", "down"]);
    await bench.git("switch", "--quiet", "-c", name, "main");
    await hook("session-start", { session_id: name });
    await bench.write(`${name}.txt`, "of the agent\n");
    await hook("stop", { session_id: name });
    const spool = join(bench.data, "spool");
    const [file = ""] = await readdir(spool);
    return JSON.parse(await readFile(join(spool, file), "utf8"));
  }

  it("is submitted as it was at the stop, whatever became of the directory since", async () => {
    const { bench } = stage;
    const { commit, tree } = await leave("exact");
    await bench.write("exact.txt", "of the person\n");
    await bench.write("more.txt", "1\n");
    await stage.run(["inbox"]);
    expect(await waiting()).toBe(0);
    const view = await stage.json(["task", "show", (await titled("exact"))?.task ?? ""], asPerson);
    expect(view.round.content).toMatchObject({ tree });
    expect(await bench.git("show", `${commit}:exact.txt`)).toBe("of the agent\n");
    await bench.git("clean", "--quiet", "-f");
  });

  it("is given up where git has removed it meanwhile, and its agent, the doctor and the log say so until there is more", async () => {
    const { bench } = stage;
    const { commit } = await leave("pruned");
    await bench.git("prune", "--expire=now");
    await stage.run(["inbox"]);
    expect(await waiting()).toBe(0);
    expect(await titled("pruned")).toBeUndefined();
    const gone = `git has removed ${commit.slice(0, 12)}`;
    expect(await readFile(join(bench.data, "hooks", "hook.log"), "utf8")).toContain(gone);
    expect(await hook("session-start", { session_id: "after" })).toContain(gone);
    expect((await bench.run(["doctor", "--plain"])).out).toContain(gone);

    await bench.write("pruned.txt", "again\n");
    await hook("stop", { session_id: "after" });
    await until(async () => ((await titled("pruned")) === undefined ? null : true));
    expect((await bench.run(["doctor", "--plain"])).out).not.toContain(gone);
    await bench.git("clean", "--quiet", "-f");
  });
});

describe("work that is submitted for an agent", () => {
  it("opens no task where nothing differs from the target", async () => {
    const { bench } = stage;
    const before = (await tasks()).length;
    await bench.git("switch", "--quiet", "-c", "same", "main");
    await bench.write("extra.txt", "of the person\n");
    await hook("session-start", { session_id: "same" });
    await bench.git("clean", "--quiet", "-f", "extra.txt");
    await hook("stop", { session_id: "same" });
    expect(await waiting()).toBe(0);
    expect(await tasks()).toHaveLength(before);
  });

  it("is what lay there at the stop, also where its worktree is gone when it is sent", async () => {
    const { bench } = stage;
    const worktree = join(bench.directory, "linked");
    await bench.git("worktree", "add", "--quiet", "-b", "linked", worktree, "main");
    const at = { session_id: "linked", cwd: worktree };
    await hook("session-start", at);
    await stage.run(["server", "down"]);
    await writeFile(join(worktree, "linked.txt"), "1\n");
    await hook("stop", { ...at, last_assistant_message: "Linked." });
    expect(await waiting()).toBe(1);
    await bench.git("worktree", "remove", "--force", worktree);
    await stage.run(["inbox"]);
    const line = await titled("linked");
    const view = await stage.json(["task", "show", line?.task ?? ""], asPerson);
    expect(view.round).toMatchObject({ number: 1, summary: "Linked." });
    expect(await bench.git("show", `${view.round.content.tree}:linked.txt`)).toBe("1\n");
    expect(await waiting()).toBe(0);
  });
});

import { execFileSync } from "node:child_process";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../testing/bench.ts";

const AS_AGENT = { env: { CLAUDECODE: "1" } };

let bench: Bench;
let moved = "";
let other = "";
let task = "";

function gitIn(directory: string, ...args: string[]): void {
  execFileSync("git", ["-C", directory, ...args], { env: bench.env });
}

/** Waits until the repositories are listed as wanted. */
async function untilListed(wanted: string): Promise<string> {
  const elsewhere = { cwd: bench.directory };
  for (let tries = 0; tries < 100; tries += 1) {
    const { out } = await bench.run(["repo", "list"], elsewhere);
    if (out.includes(wanted)) return out;
    await sleep(200);
  }
  return (await bench.run(["repo", "list"], elsewhere)).out;
}

async function registrations(): Promise<string[]> {
  const { out } = await bench.run(["repo", "list", "--json"], { cwd: bench.directory });
  const { data }: { data: { id: string; path: string }[] } = JSON.parse(out);
  return data.map(({ id, path }) => `${id} ${path}`);
}

beforeAll(async () => {
  bench = await openBench();
  moved = join(bench.directory, "moved");
  other = join(bench.directory, "other");
  await bench.git("init", "--quiet", "--initial-branch=main", other);
  await bench.git("-C", other, "commit", "--quiet", "--allow-empty", "-m", "other");
  await bench.write("readme.md", "# Shop\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  expect(await bench.run(["init", "--yes", "--commit", "--agents", "none"])).toMatchObject({
    code: 0,
  });
  await bench.git("switch", "--quiet", "-c", "work");
  await bench.write("more.md", "More\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "work");
  const { out } = await bench.run(["task", "submit", "--title", "More", "--json"], AS_AGENT);
  task = JSON.parse(out).data.task;
  await bench.git("switch", "--quiet", "main");
});
afterAll(async () => {
  await bench.close();
});

describe("a repository that was moved", () => {
  it("is shown as gone wherever a person looks, and logged once", async () => {
    await rename(bench.repository, moved);
    expect(await untilListed("gone")).toContain(
      `shop: its directory is gone (${bench.repository} is gone)`,
    );
    const elsewhere = { cwd: bench.directory };
    expect((await bench.run(["status"], elsewhere)).out).toContain(
      "Merges to shop are stopped: its directory is gone.",
    );
    const doctor = await bench.run(["doctor"], elsewhere);
    expect(doctor.out.replaceAll(/\s+/g, " ")).toContain("countersign repo move shop <path>");
    for (const args of [
      ["task", "show", task],
      ["why", task],
    ])
      expect((await bench.run(args, elsewhere)).out).toContain("its directory is gone");
    await sleep(6_000);
    const log = await readFile(join(bench.data, "engine.log"), "utf8");
    expect(log.split("\n").filter((line) => line.includes("target_unreadable"))).toEqual([]);
    expect(log.split("\n").filter((line) => line.includes("repository_gone"))).toHaveLength(1);
  });

  it("goes on by itself when it is back", async () => {
    await rename(moved, bench.repository);
    expect(await untilListed(" ok ")).not.toContain("gone");
  });

  it("keeps its registration while its directory is there", async () => {
    await bench.git("clone", "--quiet", bench.repository, join(bench.directory, "clone"));
    const kept = await bench.run(["repo", "move", "shop", "../clone"]);
    expect(kept.code).not.toBe(0);
    expect(kept.err).toContain(`shop is still at ${bench.repository}`);
    expect((await bench.run(["repo", "move", "nothing", "."])).err).toContain(
      "There is no repository nothing",
    );
  });

  it("is recognised by init at its new place, with its tasks", async () => {
    await rename(bench.repository, moved);
    const there = { cwd: moved };
    const init = await bench.run(["init", "--yes", "--agents", "none"], there);
    expect(init, init.err).toMatchObject({ code: 0 });
    expect(await registrations()).toEqual([`shop ${moved}`]);
    expect((await bench.run(["task", "show", task], there)).out).not.toContain("gone");
    const view = await bench.run(["task", "show", task, "--json"], there);
    expect(JSON.parse(view.out).data.location).toMatchObject({ worktree: moved, branch: "work" });
    const log = (await bench.run(["why", task], there)).out;
    expect(log).toContain(`its directory was moved to ${moved}`);
    gitIn(moved, "switch", "--quiet", "work");
    await writeFile(join(moved, "more.md"), "Even more\n");
    const round = await bench.run(["task", "submit", "--title", "More", "--json"], {
      ...AS_AGENT,
      cwd: moved,
    });
    expect(JSON.parse(round.out).data.task, round.err).toBe(task);
    gitIn(moved, "switch", "--quiet", "--force", "main");
  });

  it("is moved by name, but not to another repository", async () => {
    const again = join(bench.directory, "again");
    await rename(moved, again);
    await bench.run(["repo", "list"], { cwd: again });
    const refused = await bench.run(["repo", "move", "shop", other], { cwd: again });
    expect(refused.err).toContain("is not shop: its main does not have");
    const done = await bench.run(["repo", "move", "shop", "."], { cwd: again });
    expect(done, done.err).toMatchObject({ code: 0 });
    expect(await registrations()).toEqual([`shop ${again}`]);
  });

  it("is not removed while it has tasks, and init is undone although its old place is gone", async () => {
    const elsewhere = { cwd: bench.directory };
    const kept = await bench.run(["repo", "remove", "shop", "--yes"], elsewhere);
    expect(kept.err).toContain("shop has tasks");
    expect(kept.err).toContain("countersign repo move shop <path>");
    const undone = await bench.run(
      ["init", "--undo", "--yes", "--repo", bench.repository],
      elsewhere,
    );
    expect(undone, undone.err).toMatchObject({ code: 0 });
  });

  it("is removed where it has no task", async () => {
    const there = { cwd: other };
    expect(await bench.run(["init", "--yes", "--agents", "none"], there)).toMatchObject({
      code: 0,
    });
    const inbox = await bench.run(["inbox", "--all"], { cwd: bench.directory });
    expect(inbox.out).toMatch(/ repository +title\n.*\n?.* shop +More/s);
    await rm(other, { recursive: true });
    const removed = await bench.run(["repo", "remove", "other", "--yes"], { cwd: bench.directory });
    expect(removed, removed.err).toMatchObject({ code: 0 });
    expect(await registrations()).toHaveLength(1);
  });
});

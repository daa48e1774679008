import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { agentWork, type Edit, editIn } from "../testing/agent-work.ts";
import { type MirroredWorkshop, openMirrored, refusalCode } from "../testing/open-mirror.ts";

type Agent = {
  lab: MirroredWorkshop;
  worktree: string;
  branch: string;
  base: string;
  head: string;
} & Edit;

/** An agent with one commit on top of main; all tests give its worktree back to main. */
async function openAgent(files: Readonly<Record<string, string>> = {}): Promise<Agent> {
  const lab = openMirrored();
  for (const [path, text] of Object.entries({ a: "base\n", b: "base\n", ...files })) {
    lab.write(path, text);
  }
  lab.commit("Base");
  await lab.mirror.fetch(lab.repository, { branch: "main" });
  const work = await agentWork(lab, ({ write }) => write("a", "committed\n"));
  const { worktree, branch, expected: base, next: head } = work;
  return { lab, worktree, branch, base, head, ...editIn(worktree) };
}

const resetTo = ({ lab, worktree }: Agent, to: string, keepAs = "kept") =>
  lab.mirror.resetWork(lab.repository, { worktree, to, keepAs });

function statusOf({ lab, worktree }: Agent): string {
  return lab.git("-C", worktree, "status", "--porcelain", "--untracked-files=all");
}

async function keptText({ lab }: Agent, path: string, keptAs = "kept"): Promise<string | null> {
  const kept = await lab.mirror.readCheckpoint("acme/shop", keptAs);
  const file = await lab.mirror.readFile("acme/shop", kept?.tree ?? "", path, 1_000);
  return file === null ? null : Buffer.from(file.bytes ?? []).toString();
}

const read = ({ worktree }: Agent, path: string): string =>
  readFileSync(join(worktree, path), "utf8");

describe("resetWork", () => {
  it("keeps committed, changed, staged and new work, then gives the worktree the commit", async () => {
    const agent = await openAgent({ ".gitignore": "*.log\n" });
    agent.write("b", "changed\n");
    agent.write("staged", "staged\n");
    agent.lab.git("-C", agent.worktree, "add", "staged");
    agent.write("new/file", "new\n");
    agent.write("noise.log", "ignored\n");

    const outcome = await resetTo(agent, agent.base);

    const kept = await agent.lab.mirror.readCheckpoint("acme/shop", "kept");
    expect(outcome).toEqual({ outcome: "reset", kept });
    for (const [path, text] of [
      ["a", "committed\n"],
      ["b", "changed\n"],
      ["staged", "staged\n"],
      ["new/file", "new\n"],
    ]) {
      expect(await keptText(agent, path ?? "")).toBe(text);
    }
    expect(statusOf(agent)).toBe("");
    expect([read(agent, "a"), read(agent, "b")]).toEqual(["base\n", "base\n"]);
    expect(existsSync(join(agent.worktree, "new"))).toBe(false);
    expect(read(agent, "noise.log")).toBe("ignored\n");
    expect(agent.lab.git("rev-parse", agent.branch)).toBe(agent.base);
    expect(agent.lab.git("-C", agent.worktree, "symbolic-ref", "HEAD")).toContain(agent.branch);
    expect(agent.lab.git("status", "--porcelain")).toBe("");
  });

  it("gives back what it kept", async () => {
    const agent = await openAgent();
    agent.write("tool", "#!/bin/sh\n", 0o755);
    agent.link("link", "a");
    agent.erase("b");
    const { outcome, ...rest } = await resetTo(agent, agent.base);
    if (outcome !== "reset" || !("kept" in rest)) throw new Error(outcome);

    await resetTo(agent, rest.kept.commit, "other");

    expect(agent.lab.git("-C", agent.worktree, "rev-parse", "HEAD")).toBe(rest.kept.commit);
    expect(statusOf(agent)).toBe("");
    expect(readlinkSync(join(agent.worktree, "link"))).toBe("a");
    expect(existsSync(join(agent.worktree, "b"))).toBe(false);
    execFileSync(join(agent.worktree, "tool"));
  });

  it("gives the same answer when repeated, and still keeps the first work", async () => {
    const agent = await openAgent();
    agent.write("b", "changed\n");

    const first = await resetTo(agent, agent.base);

    expect(await resetTo(agent, agent.base)).toEqual(first);
    expect(await keptText(agent, "b")).toBe("changed\n");
  });

  it("leaves alone what was done since, when it is repeated after it was finished", async () => {
    const agent = await openAgent();
    agent.write("b", "first\n");
    const first = await resetTo(agent, agent.base);
    agent.write("b", "second\n");

    expect(await resetTo(agent, agent.base)).toEqual(first);
    expect(await keptText(agent, "b")).toBe("first\n");
    expect(read(agent, "b")).toBe("second\n");
  });

  it("keeps an ignored file that it must overwrite", async () => {
    const agent = await openAgent({ "x.txt": "base\n", "dir/y": "base\n" });
    agent.erase("x.txt");
    agent.erase("dir");
    agent.write(".gitignore", "x.txt\ndir\n");
    agent.lab.git("-C", agent.worktree, "add", "--all");
    agent.lab.git("-C", agent.worktree, "commit", "--quiet", "-m", "Ignore");
    agent.write("x.txt", "precious\n");
    agent.write("dir", "precious too\n");

    await resetTo(agent, agent.base);

    expect(await keptText(agent, "x.txt")).toBe("precious\n");
    expect(await keptText(agent, "dir")).toBe("precious too\n");
    expect([read(agent, "x.txt"), read(agent, "dir/y"), statusOf(agent)]).toEqual([
      "base\n",
      "base\n",
      "",
    ]);
  });

  it("changes nothing when something in the way cannot be kept", async () => {
    const agent = await openAgent();
    writeFileSync(join(agent.worktree, "b"), new Uint8Array(51 * 1024 * 1024));

    expect(await refusalCode(resetTo(agent, agent.base))).toBe("invalid_input");

    expect(agent.lab.git("rev-parse", agent.branch)).toBe(agent.head);
    expect(readFileSync(join(agent.worktree, "b")).length).toBe(51 * 1024 * 1024);
    expect(existsSync(join(agent.lab.repo, ".git/worktrees", agent.branch, "index.lock"))).toBe(
      false,
    );
  });

  it("leaves nested repositories alone", async () => {
    const agent = await openAgent();
    agent.write("nested/file", "mine\n");
    agent.lab.git("init", "--quiet", join(agent.worktree, "nested"));

    await resetTo(agent, agent.base);

    expect(read(agent, "nested/file")).toBe("mine\n");
  });

  it("writes through no folder that became a link", async () => {
    const agent = await openAgent({ "dir/x": "base\n" });
    agent.erase("dir");
    agent.link("dir", agent.lab.folder);

    await resetTo(agent, agent.base);

    expect(existsSync(join(agent.lab.folder, "x"))).toBe(false);
    expect([read(agent, "dir/x"), statusOf(agent)]).toEqual(["base\n", ""]);
  });

  it("resets a worktree that is on no branch", async () => {
    const agent = await openAgent();
    agent.lab.git("-C", agent.worktree, "checkout", "--quiet", "--detach");

    await resetTo(agent, agent.base);

    expect(agent.lab.git("-C", agent.worktree, "rev-parse", "HEAD")).toBe(agent.base);
    expect(agent.lab.git("rev-parse", agent.branch)).toBe(agent.head);
    expect(statusOf(agent)).toBe("");
  });

  it("ends a rebase that stopped in a conflict, on the branch, and loses none of its commits", async () => {
    const agent = await openAgent();
    agent.lab.write("a", "main moved\n");
    const main = agent.lab.commit();
    await agent.lab.mirror.fetch(agent.lab.repository, { branch: "main" });
    agent.lab.tryGit("-C", agent.worktree, "rebase", "main");
    expect(statusOf(agent)).toBe("UU a");

    await resetTo(agent, main);

    expect(statusOf(agent)).toBe("");
    expect(agent.lab.git("-C", agent.worktree, "status")).toBe(
      `On branch ${agent.branch}\nnothing to commit, working tree clean`,
    );
    expect(agent.lab.git("rev-parse", agent.branch)).toBe(main);
    expect(await keptText(agent, "a")).toContain("<<<<<<<");
    const before = await agent.lab.mirror.readFile("acme/shop", agent.head, "a", 100);
    expect(Buffer.from(before?.bytes ?? []).toString()).toBe("committed\n");
  });

  it("resets a worktree whose git was killed long ago, and waits for one that is at work", async () => {
    const agent = await openAgent();
    const lock = join(agent.lab.repo, ".git/worktrees", agent.branch, "index.lock");
    writeFileSync(lock, "");

    expect(await refusalCode(resetTo(agent, agent.base))).toBe("upstream_failed");
    utimesSync(lock, 0, 0);
    expect(await resetTo(agent, agent.base)).toMatchObject({ outcome: "reset" });
  });

  it("says when the worktree is gone, and refuses one of another repository", async () => {
    const agent = await openAgent();
    const other = openMirrored();
    other.commit();
    const foreign = { worktree: other.repo, to: agent.base, keepAs: "kept" };

    const { mirror, repository } = agent.lab;
    expect(await refusalCode(mirror.resetWork(repository, foreign))).toBe("invalid_input");
    rmSync(agent.worktree, { recursive: true });
    expect(await resetTo(agent, agent.base)).toEqual({ outcome: "gone" });
  });
});

const CHILD = `
  const [module, data, repository, reset] = process.argv.slice(1);
  const { createGitMirror } = await import(module);
  await createGitMirror({ dataDirectory: data }).resetWork(JSON.parse(repository), JSON.parse(reset));
`;

it.each([0, 50, 150])(
  "resetWork killed %d ms after the branch moved keeps the work and is finished",
  async (delay) => {
    const agent = await openAgent();
    const names = Array.from({ length: 400 }, (_, index) => `dir-${index % 10}/${index}`);
    for (const name of names) agent.write(name, `work ${name}\n`);
    const { lab, worktree, base, branch } = agent;
    const reset = { worktree, to: base, keepAs: "kept" };
    const args = [
      inject("gitModules").mirror,
      join(lab.folder, "data"),
      JSON.stringify(lab.repository),
      JSON.stringify(reset),
    ];
    const child = spawn(process.execPath, ["--input-type=module", "--eval", CHILD, "--", ...args]);
    const ended = once(child, "exit");
    const ref = join(lab.repo, ".git/refs/heads", branch);
    while (child.exitCode === null && !readFileSync(ref, "utf8").startsWith(base)) await after(1);
    await after(delay);
    child.kill("SIGKILL");
    await ended;

    expect(await lab.mirror.resetWork(lab.repository, reset)).toMatchObject({ outcome: "reset" });

    expect(statusOf(agent)).toBe("");
    for (const name of names.slice(0, 5))
      expect(await keptText(agent, name)).toBe(`work ${name}\n`);
    expect(existsSync(join(worktree, names[0] ?? ""))).toBe(false);
  },
);

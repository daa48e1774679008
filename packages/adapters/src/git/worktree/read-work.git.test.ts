import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { type MirroredWorkshop, openMirrored } from "../testing/open-mirror.ts";
import { commitEveryKind, leaveEveryChange, stopInMerge } from "../testing/states-of-work.ts";
import { readBranchTree } from "./read-branch-tree.ts";
import { readCommitTree, readWork } from "./read-work.ts";

/** The same question twice: quickly, and as it is asked when work is submitted. */
async function bothTrees(lab: MirroredWorkshop, worktree = lab.repo) {
  const directory = join(lab.folder, "quick");
  mkdirSync(directory, { recursive: true });
  const quick = await readWork({ directory, worktree, timeoutMs: 60_000 });
  const { tree } = await lab.mirror.snapshot(lab.repository, worktree);
  expect(readdirSync(directory).toSorted()).toEqual(["empty-home", "empty-sha1.git"]);
  return { quick, tree };
}

it("gives the tree that submitting would give, for new, changed, deleted and staged files", async () => {
  const lab = openMirrored();
  lab.write("staged", "1");
  commitEveryKind(lab);
  const clean = await bothTrees(lab);
  expect(clean.quick).toBe(clean.tree);
  expect(clean.tree).toBe(lab.git("rev-parse", "HEAD^{tree}"));

  leaveEveryChange(lab);
  lab.write("staged", "2");
  lab.git("add", "staged");
  const before = lab.git("status", "--porcelain");
  const dirty = await bothTrees(lab);

  expect(dirty.quick).toBe(dirty.tree);
  expect(dirty.tree).not.toBe(clean.tree);
  expect(lab.git("status", "--porcelain")).toBe(before);
});

it("gives the same tree whether the work is staged, committed or neither", async () => {
  const lab = openMirrored();
  lab.write("a", "1");
  lab.commit();
  lab.write("a", "2");
  lab.write("b", "1");
  const loose = await bothTrees(lab);
  lab.git("add", "--all");
  const staged = await bothTrees(lab);
  lab.commit();
  const committed = await bothTrees(lab);
  expect(staged).toEqual(loose);
  expect(committed).toEqual(loose);
});

it("sees a change of the same length in the second in which the index was written", async () => {
  const lab = openMirrored();
  const [file, index] = [join(lab.repo, "a"), join(lab.repo, ".git/index")];
  lab.write("a", "1");
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  lab.commit();
  utimesSync(index, 1_700_000_000, 1_700_000_000);
  lab.write("a", "2");
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  const { quick, tree } = await bothTrees(lab);
  expect(quick).toBe(tree);
});

it("sees a change of the second in which the index was written beside entries of ours", async () => {
  const lab = openMirrored();
  await nextSecond();
  lab.write("a", "1");
  lab.commit();
  lab.write(".mcp.json", JSON.stringify({ mcpServers: { countersign: SERVER } }));
  lab.write("a", "2");
  await nextSecond();
  const { quick, tree } = await bothTrees(lab);
  expect(quick).toBe(tree);
});

async function nextSecond(): Promise<void> {
  await pause(1_010 - (Date.now() % 1_000));
}

it("looks at a linked worktree", async () => {
  const lab = openMirrored();
  lab.write("a", "1");
  lab.commit();
  const worktree = join(lab.folder, "linked");
  lab.git("worktree", "add", "--quiet", "-b", "side", worktree);
  lab.write("../linked/b", "2");
  const { quick, tree } = await bothTrees(lab, worktree);
  expect(quick).toBe(tree);
});

it("takes files in the middle of a merge as they lie there", async () => {
  const lab = openMirrored();
  stopInMerge(lab);
  const { quick, tree } = await bothTrees(lab);
  expect(quick).toBe(tree);
});

it("runs nothing that the repository asks for", async () => {
  const lab = openMirrored();
  const mark = join(lab.folder, "ran");
  lab.write(".gitattributes", "* filter=bad\n");
  lab.write("a", "1");
  lab.commit();
  lab.git("config", "filter.bad.clean", `touch '${mark}'; cat`);
  lab.git("config", "core.fsmonitor", `touch '${mark}'; true`);
  lab.write("a", "2");
  const { quick, tree } = await bothTrees(lab);
  expect(quick).toBe(tree);
  expect(existsSync(mark)).toBe(false);
});

it("tells the tree of a commit and of a branch, and of none that the repository does not have", async () => {
  const lab = openMirrored();
  lab.write("a", "1");
  const head = lab.commit();
  lab.git("gc", "--quiet");
  const directory = join(lab.folder, "quick");
  mkdirSync(directory);
  const options = { directory, worktree: lab.repo, timeoutMs: 60_000 };
  expect(await readCommitTree(options, head)).toBe(lab.git("rev-parse", "HEAD^{tree}"));
  expect(await readBranchTree(options, "main")).toBe(lab.git("rev-parse", "HEAD^{tree}"));
  expect(await readBranchTree(options, "other")).toBeNull();
  expect(await readCommitTree(options, "0".repeat(40))).toBeNull();
  expect(await readCommitTree(options, "--all")).toBeNull();
});

const SERVER = { command: "/opt/node", args: ["/opt/main.mjs", "mcp", "--agent", "claude-code"] };
const SETTINGS = {
  hooks: {
    Stop: [{ hooks: [{ type: "command", command: "/opt/node /m.mjs hook claude-code stop" }] }],
  },
};

it("leaves out files that differ from the commit in entries of countersign only", async () => {
  const lab = openMirrored();
  lab.write(".claude/settings.json", '{ "model": "opus" }\n');
  lab.write("AGENTS.md", "# Agents\n");
  lab.write("a", "1");
  lab.commit();
  const clean = lab.git("rev-parse", "HEAD^{tree}");
  lab.write(".claude/settings.json", JSON.stringify({ model: "opus", ...SETTINGS }));
  lab.write(".mcp.json", JSON.stringify({ mcpServers: { countersign: SERVER } }));
  lab.write(
    ".opencode/plugins/countersign.ts",
    "// Written by countersign init; countersign init --undo removes it.\n",
  );
  lab.write("AGENTS.md", "# Agents\n\n<!-- countersign -->\nx\n<!-- /countersign -->\n");
  expect(await bothTrees(lab)).toEqual({ quick: clean, tree: clean });

  lab.git("add", "--all");
  expect(await bothTrees(lab)).toEqual({ quick: clean, tree: clean });

  lab.write("a", "2");
  lab.write(".claude/settings.json", JSON.stringify({ model: "sonnet", ...SETTINGS }));
  const { quick, tree } = await bothTrees(lab);
  expect(quick).toBe(tree);
  expect(lab.git("diff", "--name-only", clean, await kept(lab, tree))).toBe(
    ".claude/settings.json\na",
  );
});

it("leaves a committed file of ours in place when init has removed it from the worktree", async () => {
  const lab = openMirrored();
  lab.write(".mcp.json", JSON.stringify({ mcpServers: { countersign: SERVER } }));
  lab.write("a", "1");
  lab.commit();
  const clean = lab.git("rev-parse", "HEAD^{tree}");
  rmSync(join(lab.repo, ".mcp.json"));
  expect(await bothTrees(lab)).toEqual({ quick: clean, tree: clean });
});

/** The tree as an object of the repository, which the mirror alone has so far. */
async function kept(lab: MirroredWorkshop, tree: string): Promise<string> {
  lab.git("add", "a", ".claude/settings.json");
  lab.git("reset", "--quiet", "--", ".mcp.json", ".opencode", "AGENTS.md");
  const written = lab.git("write-tree");
  expect(written).toBe(tree);
  return written;
}

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hookFiles } from "../hook/files/hook-files.ts";
import { recordHookCall } from "../hook/sessions/hook-calls.ts";
import { writePrograms } from "../init/testing/write-programs.ts";
import { openStage, type Stage } from "../testing/stage.ts";

let stage: Stage;
let worktree = "";
beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("a.txt", "one\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await mkdir(join(bench.directory, ".claude"));
  await mkdir(join(bench.directory, ".codex"));
  await writePrograms(join(bench.directory, "bin"));
  await stage.json(["init", "--yes", "--commit", "--agents", "claude,codex"]);
  worktree = join(bench.directory, "elsewhere");
  await bench.git("worktree", "add", "--quiet", "-b", "agent/work", worktree);
});
afterAll(async () => {
  await stage.bench.close();
});

const text = async (command: string) => (await stage.run([command])).out;

describe("how agents are connected", () => {
  it("is told by status for each agent and for each worktree", async () => {
    const out = await text("status");
    expect(out).toMatch(/^Claude Code +hooks not heard yet$/m);
    expect(out).toMatch(/^Codex CLI +does not trust the hooks yet: start it and type \/hooks$/m);
    expect(out).toMatch(/elsewhere +agent\/work +no hooks heard yet$/m);
    expect(out).not.toContain("Not submitted:");
  });

  it("is told by doctor, with what to do", async () => {
    const out = (await stage.run(["doctor", "--plain"])).out;
    expect(out).toMatch(/^warn\tCodex CLI\tset up, but Codex does not trust its hooks yet/m);
    expect(out).toMatch(/^ok\tworktree\t.*elsewhere \(agent\/work\): no hooks heard yet\t$/m);
  });

  it("names a worktree with changes in which no hook was heard, until one is", async () => {
    const { bench } = stage;
    await stage.bench.git(
      "-C",
      worktree,
      "commit",
      "--quiet",
      "--allow-empty",
      "-m",
      "by an agent",
    );
    const line = `Not submitted: ${worktree} (agent/work) has changes, but no agent's hooks were heard there.`;
    expect(await text("status")).toContain(line);
    expect(await text("inbox")).toContain(line);
    expect((await stage.run(["doctor", "--plain"])).out).toMatch(/^warn\tworktree\t.*elsewhere/m);
    const common = join(bench.repository, ".git");
    const files = hookFiles({ directory: bench.data });
    await recordHookCall(files, { agent: "claude-code", common, root: worktree, atMs: Date.now() });
    const after = await text("status");
    expect(after).not.toContain("Not submitted:");
    expect(after).toMatch(/^Claude Code +hooks last heard \d+ s ago$/m);
    expect(after).toMatch(/elsewhere +agent\/work +covered, claude-code heard \d+ s ago$/m);
    expect(await text("inbox")).not.toContain("Not submitted:");
  });
});

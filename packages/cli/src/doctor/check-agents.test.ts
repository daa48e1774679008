import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { hookFiles } from "../hook/files/hook-files.ts";
import { recordHookCall } from "../hook/sessions/hook-calls.ts";
import { isFileChange } from "../init/plan/confirm-plan.ts";
import { agentAdditions } from "../init/plan/plan-additions.ts";
import { planFiles } from "../init/plan/plan-files.ts";
import { writeFileChanges } from "../init/plan/write-file-changes.ts";
import { launcherPath, writeLauncher } from "../launcher/launcher.ts";
import { initFile } from "../local-engine/files/init-file.ts";
import { writePrivate } from "../local-engine/files/private-file.ts";
import { checkAgents } from "./check-agents.ts";

const PROGRAM = import.meta.filename;

const BOTH = ["claude-code", "codex"] as const;

/** A repository in which Claude Code and Codex are set up. */
async function openPlace(connected: readonly ("claude-code" | "codex")[] = BOTH) {
  const home = await realpath(await mkdtemp(join(tmpdir(), "countersign-doctor-")));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const directory = join(home, "shop");
  execFileSync("git", ["init", "--quiet", directory], { env: { PATH: process.env.PATH } });
  const env = { HOME: home, XDG_DATA_HOME: join(home, "data") };
  const data = join(home, "data", "countersign");
  const launcher = launcherPath(data);
  await writeLauncher(data, { node: process.execPath, program: PROGRAM });
  const agents = await Promise.all(connected.map((id) => agentAdditions(id, { launcher, env })));
  await writeFileChanges(
    (await planFiles(agents.flat(), { own: null, others: [] })).filter(isFileChange),
  );
  const common = join(directory, ".git");
  await writePrivate(initFile(data, { common }), { files: [], registered: null, beads: null });
  const check = async () => {
    const found = await checkAgents({ directory, env, program: PROGRAM });
    return Object.fromEntries(found.map(({ about, level, says }) => [about, `${level} ${says}`]));
  };
  const hear = (agent: string) =>
    recordHookCall(hookFiles({ directory: data }), {
      agent,
      common,
      root: directory,
      atMs: Date.now(),
    });
  return { check, hear, home };
}

it("does not count an agent as a problem that init was told to leave out", async () => {
  const { check, home } = await openPlace(["claude-code"]);
  await mkdir(join(home, ".codex"), { recursive: true });
  expect(await check()).toEqual({
    "Claude Code": "ok set up; its hooks were not heard yet",
    "Codex CLI": "ok not connected; countersign init connects it",
  });
});

it("names hooks that Codex does not trust yet, until they are heard", async () => {
  const { check, hear } = await openPlace();
  expect(await check()).toEqual({
    "Claude Code": "ok set up; its hooks were not heard yet",
    "Codex CLI":
      "warn set up, but Codex does not trust its hooks yet, so it does not run them and nothing is submitted",
  });
  await hear("codex");
  await hear("claude-code");
  const heard = /^ok set up; hooks last heard \d+ s ago in /;
  expect(await check()).toEqual({
    "Claude Code": expect.stringMatching(heard),
    "Codex CLI": expect.stringMatching(heard),
  });
});

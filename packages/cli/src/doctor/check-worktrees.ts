import type { CommandContext } from "../command/context.ts";
import { connectedAgents } from "../connections/connected-agents.ts";
import { worktreeCoverage } from "../connections/worktree-coverage.ts";
import { readInitRecord } from "../init/plan/init-record.ts";
import { launcherPath, readLauncherState, writeLauncher } from "../launcher/launcher.ts";
import { isTemporaryProgram, requireInstalled } from "../launcher/temporary-program.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { coverageText } from "../views/connections-text.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { type Diagnosis, reportFine, reportWarning } from "./diagnosis.ts";

type CheckContext = Pick<CommandContext, "directory" | "env" | "program">;

/** The command that agents run, and for each worktree whether hooks were heard in it. Silent without an init. */
export async function checkWorktrees({
  directory,
  env,
  program,
}: CheckContext): Promise<Diagnosis[]> {
  const place = await findWorkplace(directory).catch(() => null);
  const data = localFiles(env).directory;
  if (place === null || (await readInitRecord(data, place)) === null) return [];
  const launcher = await checkLauncher(data, { node: process.execPath, program });
  if ((await connectedAgents(env, [])).length === 0) return launcher;
  const worktrees = await worktreeCoverage(place.common, env, async () => false);
  return [
    ...launcher,
    ...worktrees.map((worktree) => {
      const says = `${worktree.root} (${worktree.branch ?? "no branch"}): ${coverageText(worktree)}`;
      return worktree.isUnreported
        ? reportWarning("worktree", says, SUBMIT)
        : reportFine("worktree", says);
    }),
  ];
}

const SUBMIT =
  "Restart the agent there so that it reads your settings, and submit its work with countersign task submit";

async function checkLauncher(
  data: string,
  target: Parameters<typeof writeLauncher>[1],
): Promise<Diagnosis[]> {
  const state = await readLauncherState(data, target);
  if (state === "current" || (state === "other" && isTemporaryProgram(target.program))) return [];
  const path = launcherPath(data);
  const says =
    state === "other"
      ? `${path} starts another version than this one (${target.program})`
      : `${path} names a Node or a program that is gone; hooks and tools search for them on PATH, and do nothing without them`;
  return [
    {
      level: state === "other" ? "warn" : "fail",
      about: "agents' command",
      says,
      fix: "countersign init",
      async repair() {
        requireInstalled(target.program);
        await writeLauncher(data, target);
        return `${path} starts ${target.program}`;
      },
    },
  ];
}

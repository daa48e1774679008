import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../runtime/environment.ts";
import type { Workplace } from "../../workplace/find-workplace.ts";
import type { FileAddition } from "../edits/file-addition.ts";
import { ampFiles } from "../hosts/amp-files.ts";
import { claudeFiles } from "../hosts/claude-files.ts";
import { codexFiles } from "../hosts/codex-files.ts";
import { copilotFiles } from "../hosts/copilot-files.ts";
import { cursorFiles } from "../hosts/cursor-files.ts";
import type { KnownAgent } from "../hosts/find-agents.ts";
import { geminiFiles } from "../hosts/gemini-files.ts";
import { GUIDE_MARKS, guideFile } from "../hosts/guide-file.ts";
import { opencodeFiles } from "../hosts/opencode-files.ts";
import { type UserFolders, userFolders } from "../hosts/user-file.ts";
import { type CiSystem, ciFile } from "../repository/ci-files.ts";
import { gitHookFiles } from "../repository/git-hook-files.ts";
import type { PlannedFile } from "./plan-files.ts";

const AGENT_FILES: Readonly<
  Record<KnownAgent["id"], (folders: UserFolders, launcher: string) => Promise<FileAddition[]>>
> = {
  "claude-code": claudeFiles,
  codex: codexFiles,
  gemini: geminiFiles,
  opencode: opencodeFiles,
  copilot: copilotFiles,
  cursor: cursorFiles,
  amp: ampFiles,
};

type Around = { place: Workplace; launcher: string; env: Environment };

/** Everything that is wanted for these agents and for git, and what cannot be had. */
export async function planAdditions(
  agents: readonly KnownAgent[],
  { guide, ci, ...around }: Around & { guide: boolean; ci: CiSystem | undefined },
): Promise<{ additions: FileAddition[]; left: PlannedFile[] }> {
  const { root } = around.place;
  const files = await Promise.all(agents.map(({ id }) => agentAdditions(id, around)));
  const wantsGuide = guide || (await hasGuide(root));
  const guides = wantsGuide ? [guideFile({ folder: root, prefix: "" })] : [];
  const hooks = await gitHookFiles(around.place, around);
  const jobs = ci === undefined ? [] : [ciFile(root, ci)];
  const additions = [...files.flat(), ...guides, ...jobs];
  if (Array.isArray(hooks)) return { additions: [...additions, ...hooks], left: [] };
  return { additions, left: [{ is: "leave", line: "git hooks", says: hooks.left }] };
}

/** What one agent gets: entries in the user's own settings, which count in every worktree. */
export async function agentAdditions(
  id: KnownAgent["id"],
  { launcher, env }: Pick<Around, "launcher" | "env">,
): Promise<FileAddition[]> {
  const folders = userFolders(env);
  if (folders === null) return [];
  return await AGENT_FILES[id](folders, launcher);
}

/** Lines that are there already are kept up to date. */
async function hasGuide(root: string): Promise<boolean> {
  const text = await readFile(join(root, "AGENTS.md"), "utf8").catch(() => "");
  return text.includes(GUIDE_MARKS.begin);
}

import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../context.ts";
import type { Workplace } from "../workplace/find-workplace.ts";
import type { Addition, Base } from "./addition.ts";
import { claudeFiles } from "./claude-files.ts";
import { codexFiles } from "./codex-files.ts";
import type { KnownAgent } from "./find-agents.ts";
import { geminiFiles } from "./gemini-files.ts";
import { gitHookFiles } from "./git-hook-files.ts";
import { guideFile } from "./guide-file.ts";
import { opencodeFiles } from "./opencode-files.ts";
import type { Pinned } from "./pinned.ts";
import type { PlannedFile } from "./plan-files.ts";

type Around = { place: Workplace; home: string | null; pinned: Pinned; env: Environment };

/** Agents that read the guide because they have no other way to learn how work is handed in. */
const READS_GUIDE: ReadonlySet<KnownAgent["id"]> = new Set(["codex", "opencode"]);

/** Everything that is wanted for these agents and for git, and what cannot be had. */
export async function additionsFor(
  agents: readonly KnownAgent[],
  around: Around,
): Promise<{ additions: Addition[]; left: PlannedFile[] }> {
  const { root } = around.place;
  const files = await Promise.all(agents.map(({ id }) => filesFor(id, around)));
  const hasGuide = (await stat(join(root, "AGENTS.md")).catch(() => null)) !== null;
  const wantsGuide = hasGuide || agents.some(({ id }) => READS_GUIDE.has(id));
  const guide = wantsGuide ? [guideFile({ folder: root, prefix: "" })] : [];
  const hooks = await gitHookFiles(around.place, around);
  const additions = [...files.flat(), ...guide];
  if (Array.isArray(hooks)) return { additions: [...additions, ...hooks], left: [] };
  return { additions, left: [{ is: "leave", line: "git hooks", says: hooks.left }] };
}

/** What one agent gets. */
export async function filesFor(
  id: KnownAgent["id"],
  { place, home, pinned }: Around,
): Promise<Addition[]> {
  const repository: Base = { folder: place.root, prefix: "" };
  switch (id) {
    case "claude-code":
      return claudeFiles(repository, pinned);
    case "codex":
      return codexFiles(repository, pinned);
    case "gemini":
      return home === null ? [] : geminiFiles({ folder: home, prefix: "~/" }, pinned);
    case "opencode":
      return await opencodeFiles(repository, pinned);
  }
}

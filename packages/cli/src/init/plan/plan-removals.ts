import { rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { CONFIG_FILES } from "@countersign/core";
import type { Workplace } from "../../workplace/find-workplace.ts";
import { readFileState } from "../edits/file-state.ts";
import type { KnownAgent } from "../hosts/find-agents.ts";
import { FORMER_FILES } from "./former-files.ts";
import type { FileRecord, InitRecord } from "./init-record.ts";
import type { PlanStep } from "./plan-steps.ts";
import { undoFile } from "./undo-file.ts";
import { replaceText } from "./write-file-changes.ts";

/** An entry that an earlier version wrote into the repository, and how it goes. */
export type Removal = PlanStep & { path: string; act: (() => Promise<void>) | null };

type Known = {
  done: InitRecord | null;
  agents: readonly KnownAgent[];
  wanted: ReadonlySet<string>;
};

/**
 * Finds what release 0.1 wrote into this repository's worktrees for agents that are now connected for the user.
 * Files that nothing else has changed since come back byte for byte.
 */
export async function planRemovals(place: Workplace, known: Known): Promise<Removal[]> {
  const connected = new Set<string>(known.agents.map(({ id }) => id));
  const recorded = (known.done?.files ?? []).filter(
    (file) => !known.wanted.has(file.path) && isFormer(file, place, connected),
  );
  const paths = new Set(recorded.map(({ path }) => path));
  const names = FORMER_FILES.filter(({ agent }) => agent !== null && connected.has(agent));
  const others = names.filter(({ name }) => !paths.has(join(place.root, name)));
  const found = await Promise.all([
    ...recorded.map(removeRecorded),
    ...others.map((own) => removeFound(place.root, own)),
  ]);
  return found.flatMap((removal) => removal ?? []);
}

/** Whether a file that init wrote lies in a worktree and belongs to an agent, or is a hook that git finds there. */
function isFormer(
  { path, within, shown }: FileRecord,
  { common }: Workplace,
  connected: ReadonlySet<string>,
): boolean {
  if (within === common || shown.startsWith("~/") || shown === "AGENTS.md") return false;
  if (CONFIG_FILES.some((name) => name === basename(path))) return false;
  const own = FORMER_FILES.find(({ name }) => name === relative(within, path));
  return own === undefined ? isGitHook(path) : own.agent !== null && connected.has(own.agent);
}

function isGitHook(path: string): boolean {
  return ["post-commit", "pre-push"].includes(basename(path));
}

async function removeRecorded(file: FileRecord): Promise<Removal> {
  const { act, ...step } = await undoFile(file, { isShared: false });
  return { ...step, path: file.path, act };
}

/** An entry without a record: a colleague committed it, or the record is lost. */
async function removeFound(
  root: string,
  { name, take }: (typeof FORMER_FILES)[number],
): Promise<Removal | null> {
  const path = join(root, name);
  const state = await readFileState(path, root);
  if (state.is !== "file") return null;
  const rest = take(state.text);
  if (rest === state.text) return null;
  if (rest !== null)
    return { what: "edit", detail: name, says: WHY, path, act: () => replaceText(path, rest) };
  const act = async () => {
    await rm(path, { force: true });
    await rmdir(dirname(path)).catch(() => undefined); // holds something else
  };
  return { what: "remove", detail: name, says: WHY, path, act };
}

const WHY = "the agent is connected for your user now";

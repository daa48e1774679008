import { access } from "node:fs/promises";
import { NO_BRANCH, type RepositoryLine, type TaskView } from "@countersign/api";
import type { CommandContext } from "../command/context.ts";
import { quoteShellCommand } from "../launcher/quote-shell.ts";
import { display } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import type { CliSession } from "./open-session.ts";

/** A task that waits for its author in a directory that is gone, and how it can be continued. */
export type StrandedWork = { task: string; title: string; detail: string; fix: string };

const MAX_LISTED = 100;

/** Reads which tasks wait in a directory that is gone. The directories of another machine are not known here. */
export async function strandedWork(
  { server }: Pick<CommandContext, "server">,
  { client }: Pick<CliSession, "client">,
  repositories: readonly Pick<RepositoryLine, "id" | "path">[],
): Promise<StrandedWork[]> {
  if (server !== null) return [];
  const { items } = await client.listTasks({
    state: ["in_progress", "rework"],
    turn: "agent",
    limit: MAX_LISTED,
  });
  const found: StrandedWork[] = [];
  for (const { task, title, repo, location } of items) {
    const worktree = location?.worktree ?? null;
    const repository = repositories.find(({ id }) => id === repo);
    if (location === null || worktree === null || repository === undefined) continue;
    if ((await isThere(worktree)) || !(await isThere(repository.path))) continue;
    const { author, branch } = location;
    found.push({
      task,
      title,
      detail: `${task} waits for ${author} in ${worktree}, which is gone`,
      fix: `${bringBack(repository.path, worktree, branch)}Continue elsewhere: countersign task submit --task ${task}`,
    });
  }
  return found;
}

/** The same for one task. */
export async function strandedTask(
  context: Pick<CommandContext, "server">,
  session: Pick<CliSession, "client">,
  { id, state }: Pick<TaskView, "id" | "state">,
): Promise<StrandedWork[]> {
  if (state !== "in_progress" && state !== "rework") return [];
  const { items } = await session.client.listRepositories();
  return (await strandedWork(context, session, items)).filter(({ task }) => task === id);
}

function bringBack(repository: string, worktree: string, branch: string): string {
  if (branch === NO_BRANCH) return "";
  const words = ["git", "-C", repository, "worktree", "add", "--force", worktree, branch];
  return `Bring it back: ${quoteShellCommand(words)}. `;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Two lines per task whose directory is gone: where it waits, and how it can be continued. */
export function strandedWorkLines(work: readonly StrandedWork[], style: Style): string[] {
  return work.map(
    ({ detail, fix }) =>
      `${style.paint("warn", "Directory gone:")} ${display(detail, style)}\n  ${display(fix, style)}`,
  );
}

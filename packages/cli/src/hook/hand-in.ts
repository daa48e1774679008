import { basename, dirname } from "node:path";
import { readBranchTree, readCommitTree } from "@countersign/adapters";
import type { Client, RepositoryLine, TaskView } from "@countersign/api";
import { CountersignError, oneLine } from "@countersign/core";
import { branchTask, rememberBranchTask } from "../client/branch-task.ts";
import { knownRepository } from "../client/repository-here.ts";
import type { EngineFiles } from "../local-engine/engine-files.ts";
import { findWorkplace, type Workplace } from "../workplace/find-workplace.ts";
import { hookFiles } from "./hook-files.ts";
import type { Waiting } from "./spool.ts";

export type HandIn = { client: Client; files: EngineFiles };

const GIT_MS = 60_000;
const MOST_TITLE = 80;

/** Hands in what an agent left: to the task of its branch, to the one that it works on, or to a new one. */
export async function handIn(by: HandIn, work: Waiting): Promise<void> {
  const place = await placeOf(work);
  const repository = await knownRepository(by, place);
  if (repository === null)
    throw new CountersignError("not_found", `The engine does not know ${place.repository}`);
  const from = { ...placeNow(work, place), commit: work.commit };
  await requireKept(by, work, place);
  const task = (await goingOn(by, place, work, repository)) ?? (await open(by, work, repository));
  const body = { from, summary: work.summary };
  await by.client.submit({ task, body, key: `hook:${work.key}` });
  await rememberBranchTask(by.files.directory, { ...place, branch: work.branch }, task);
}

/** The repository must still be the one in which the work was left; a worktree of it may be gone. */
async function placeOf({ root, common }: Waiting): Promise<Workplace> {
  const main = basename(common) === ".git" ? dirname(common) : common;
  for (const folder of [root, main]) {
    const place = await findWorkplace(folder).catch(() => null);
    if (place?.common === common) return place;
  }
  throw new CountersignError("not_found", `The repository of ${root} is gone`);
}

/** Where a redo finds the work: in the directory, or where that is another branch's now, on the branch. */
function placeNow({ root, branch }: Waiting, place: Workplace) {
  const isThere = place.root === root && (branch === null || branch === place.branch);
  if (isThere) return { worktree: root };
  if (branch !== null) return { branch };
  throw new CountersignError("not_found", `${root} is gone, and had no branch`);
}

/** A commit that nothing names may be cleared away; what lies in the directory now is something else. */
async function requireKept(
  { files }: HandIn,
  { agent, commit }: Waiting,
  { repository }: Workplace,
): Promise<void> {
  const options = { directory: hookFiles(files).scratch, worktree: repository, timeoutMs: GIT_MS };
  if ((await readCommitTree(options, commit)) !== null) return;
  throw new CountersignError(
    "not_found",
    `What ${agent} left in ${repository} is gone: git has removed ${commit.slice(0, 12)} since. Hand in what is there now: countersign task submit`,
  );
}

async function goingOn(
  { client, files }: HandIn,
  place: Workplace,
  { branch, agent }: Waiting,
  { id: repo }: RepositoryLine,
): Promise<string | null> {
  const remembered = await branchTask(files.directory, { ...place, branch });
  const view = remembered === null ? null : await show(client, remembered);
  if (view !== null && view.state !== "done" && view.state !== "rejected") {
    requireRoundsLeft(view);
    return view.id;
  }
  const state = ["in_progress"] as const;
  const { items } = await client.listTasks({ repo, turn: "agent", who: agent, state: [...state] });
  const [only, another] = items;
  return only !== undefined && another === undefined ? only.task : null;
}

/** What used its attempts up belongs to a person; more work would only be in the way. */
function requireRoundsLeft({ id, hold }: TaskView): void {
  if (hold?.reasons.some(({ code }) => code === "limit_attempts"))
    throw new CountersignError("rounds_used", `${id} used its rounds and is ${hold.inTurn}'s now`);
}

async function show(client: Client, task: string): Promise<TaskView | null> {
  try {
    return await client.showTask({ task });
  } catch (error) {
    if (error instanceof CountersignError && error.code === "not_found") return null;
    throw error;
  }
}

/** A task is opened only for work that differs from what it would be merged to. */
async function open(
  { client, files }: HandIn,
  { title, tree, key }: Waiting,
  { id, path, target }: RepositoryLine,
): Promise<string> {
  const options = { directory: hookFiles(files).scratch, worktree: path, timeoutMs: GIT_MS };
  if ((await readBranchTree(options, target)) === tree)
    throw new CountersignError("nothing_changed", `There is nothing that ${target} does not have`);
  const { task } = await client.createTask({
    body: { title: oneLine(title, MOST_TITLE), repo: id },
    key: `hook:open:${key}`,
  });
  return task;
}

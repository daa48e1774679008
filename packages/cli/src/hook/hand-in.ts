import { basename, dirname } from "node:path";
import { readCommitTree } from "@countersign/adapters";
import type { Client, TaskView } from "@countersign/api";
import { CountersignError, oneLine } from "@countersign/core";
import { knownRepository } from "../client/repository-here.ts";
import { openTaskOf } from "../client/task-here.ts";
import type { EngineFiles } from "../local-engine/engine-files.ts";
import { findWorkplace, locationOf, type Workplace } from "../workplace/find-workplace.ts";
import { hookFiles } from "./hook-files.ts";
import type { Waiting } from "./spool.ts";

export type HandIn = { client: Client; files: EngineFiles };

const GIT_MS = 60_000;
const MOST_TITLE = 80;

/** Submits what an agent left: to its open task on that branch in that directory, or to a new one. */
export async function handIn(by: HandIn, work: Waiting): Promise<void> {
  const place = await placeOf(work);
  const repository = await knownRepository(by, place);
  if (repository === null)
    throw new CountersignError("not_found", `The engine does not know ${place.repository}`);
  const from = { ...placeNow(work, place), commit: work.commit };
  await requireKept(by, work, place);
  const { agent, title, summary, root, branch } = work;
  const key = `hook:${work.key}`;
  const known = await openTaskOf(by, agent, repository.id, { ...place, root, branch });
  const body = { from, summary, location: locationOf(work) };
  if (known !== null) {
    requireRoundsLeft(known);
    await by.client.submit({ task: known.id, body, key });
    return;
  }
  const opened = { repo: repository.id, title: oneLine(title, MOST_TITLE) };
  await by.client.submitWork({ body: { ...body, ...opened }, key });
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

/** What used its attempts up belongs to a person; more work would only be in the way. */
function requireRoundsLeft({ id, hold }: TaskView): void {
  if (hold?.reasons.some(({ code }) => code === "limit_attempts"))
    throw new CountersignError("rounds_used", `${id} used its rounds and is ${hold.inTurn}'s now`);
}

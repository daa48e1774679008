import { basename, dirname } from "node:path";
import { readCommitTree } from "@countersign/adapters";
import { type Client, unknownRepository } from "@countersign/api";
import { CountersignError, oneLine } from "@countersign/core";
import { formerBranchTask } from "../../client/branch-task.ts";
import { knownRepository } from "../../client/repository-here.ts";
import type { EngineFiles } from "../../local-engine/files/engine-files.ts";
import {
  findWorkplace,
  type Workplace,
  workplaceLocation,
} from "../../workplace/find-workplace.ts";
import { hookFiles } from "../files/hook-files.ts";
import type { SpooledWork } from "./spool.ts";
import { submissionText } from "./submission-text.ts";

export type SubmitDeps = { client: Client; files: EngineFiles };

const GIT_MS = 60_000;
const MAX_TITLE = 80;

/** Submits what an agent left; the engine finds its task or opens one. */
export async function submitSpooledWork(
  { client, files }: SubmitDeps,
  work: SpooledWork,
): Promise<void> {
  const place = await placeOf(work);
  const repository = await knownRepository({ client }, place);
  if (repository === null) throw unknownRepository();
  const from = { ...placeNow(work, place), commit: work.commit };
  await requireKept(files, work, place);
  const { title, root, branch } = work;
  const former = await formerBranchTask(files.directory, { ...place, root, branch });
  const body = {
    from,
    ...submissionText(work),
    repo: repository.id,
    title: oneLine(title, MAX_TITLE),
    location: workplaceLocation(work),
    formerTask: former ?? undefined,
  };
  await client.submitWork({ body, key: `hook:${work.key}` });
}

/** The repository must still be the one in which the work was left; a worktree of it may be gone. */
async function placeOf({ root, common }: SpooledWork): Promise<Workplace> {
  const main = basename(common) === ".git" ? dirname(common) : common;
  for (const folder of [root, main]) {
    const place = await findWorkplace(folder).catch(() => null);
    if (place?.common === common) return place;
  }
  throw new CountersignError("not_found", `The repository of ${root} is gone`);
}

/** Where a redo finds the work: in the directory, or where that is another branch's now, on the branch. */
function placeNow({ root, branch }: SpooledWork, place: Workplace) {
  const isThere = place.root === root && (branch === null || branch === place.branch);
  if (isThere) return { worktree: root };
  if (branch !== null) return { branch };
  throw new CountersignError("not_found", `${root} is gone, and had no branch`);
}

/** A commit that nothing names may be cleared away; what lies in the directory now is something else. */
async function requireKept(
  files: EngineFiles,
  { agent, commit }: SpooledWork,
  { repository }: Workplace,
): Promise<void> {
  const options = { directory: hookFiles(files).scratch, worktree: repository, timeoutMs: GIT_MS };
  if ((await readCommitTree(options, commit)) !== null) return;
  throw new CountersignError(
    "not_found",
    `What ${agent} left in ${repository} is gone: git has removed ${commit.slice(0, 12)} since. Submit the current work: countersign task submit`,
  );
}

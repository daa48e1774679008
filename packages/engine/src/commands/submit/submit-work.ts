import { createHash } from "node:crypto";
import { CountersignError, type WorkLocation } from "@countersign/core";
import { requirePermission } from "../../access/permissions.ts";
import type { Principal } from "../../access/principal.ts";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { transact } from "../../platform/transact.ts";
import { readRepository } from "../../store/organisation/repositories.ts";
import type { CommandAnswer } from "../../store/schema/answer.ts";
import { countTasksAt } from "../../store/tasks/list-tasks.ts";
import { followTarget } from "../../target/follow-target.ts";
import { openTask } from "./create-task.ts";
import { findTask } from "./find-task.ts";
import type { NewTask } from "./new-task.ts";
import { afterSubmit, prepareSubmit, type Submission, submitTo } from "./submit.ts";
import { answeredTask, openTasksAt, taskOfWork } from "./task-of-work.ts";

/** Work that is submitted, with the task that it belongs to or what is needed to find or open one. */
export type WorkSubmission = Submission & {
  /** The task's id or a unique beginning of it; left out: the author's task at the location, or a new one. */
  task?: string | undefined;
  /** Needed where no task is named. */
  repo?: string | undefined;
  /** The title of a new task; left out: none is opened. */
  title?: string | undefined;
  type?: string | undefined;
  /** The task that release 0.1 remembered for the branch. */
  formerTask?: string | undefined;
};

/** Work of no named task. */
type UnnamedWork = Submission & { repo: string; location: WorkLocation } & Pick<
    WorkSubmission,
    "title" | "type" | "formerTask"
  >;

/** How many tasks of one location may end while a new one is opened there. */
const MAX_ENDED = 20;

/**
 * Submits work: to the named task, as the next round of the author's open task at the same location, or as a new
 * task. Never as a task of the backlog. A submission that the task already holds is answered and changes nothing; a
 * refused one leaves nothing behind.
 */
export async function submitWork(
  parts: EngineDeps,
  by: Principal,
  key: string,
  { task, ...work }: WorkSubmission,
): Promise<CommandAnswer> {
  if (task !== undefined) {
    requirePermission(by, "submit", by.task?.startsWith(task) ? by.task : task);
    const { repo: _, title, type, formerTask, ...submission } = work;
    return await submitTo(parts, by, key, await findTask(parts, by, task), submission);
  }
  requirePermission(by, "submit");
  const { repo, location } = work;
  if (repo === undefined || location === undefined)
    throw new CountersignError(
      "invalid_input",
      "Name the task, or the repository and the location of the work",
    );
  return await submitUnnamed(parts, by, key, { ...work, repo, location });
}

async function submitUnnamed(
  parts: EngineDeps,
  by: Principal,
  key: string,
  work: UnnamedWork,
): Promise<CommandAnswer> {
  const { repo, title, type, formerTask, ...submission } = work;
  const { org } = by;
  // Counted before the search for an open task, so that a task opened in the meantime uses the same number.
  const number = await transact(parts.pool, org, async (session) => {
    await readRepository(session, org, repo);
    return await countTasksAt(session, org, repo, { author: by.actor.id, ...work.location });
  });
  const known = (await answeredTask(parts, by, key)) ?? (await taskOfWork(parts, by, work));
  if (known !== null) return await submitTo(parts, by, key, known, submission);
  requirePermission(by, "create");
  if (title === undefined) return await refuseUntitled(parts, by, work);
  const wanted = { title, repo, type, location: work.location };
  return await openAndSubmit(parts, by, key, { wanted, first: number }, submission);
}

/** A task to open, and how many its author already had at the location. */
type Opening = { wanted: NewTask & { location: WorkLocation }; first: number };

/** Opens a task for the work and submits it in one step. */
async function openAndSubmit(
  parts: EngineDeps,
  by: Principal,
  key: string,
  { wanted, first }: Opening,
  submission: Submission,
): Promise<CommandAnswer> {
  const { org } = by;
  const { repo, title, location } = wanted;
  await followTarget(parts, org, repo);
  const submit = await prepareSubmit(parts, by, key, { repo, title }, submission);
  for (let number = first; ; number += 1) {
    try {
      const answer = await openTask(parts, by, keyOf(wanted, number), wanted, [submit]);
      await afterSubmit(parts, org, answer, submission);
      return answer;
    } catch (error) {
      if (!isTaken(error) || number - first === MAX_ENDED) throw error;
    }
    const known = await taskOfWork(parts, by, { repo, location });
    if (known !== null) return await submitTo(parts, by, key, known, submission);
  }
}

/** The task with that number was opened before, under another title or until its end. */
function isTaken(error: unknown): boolean {
  return (
    error instanceof CountersignError &&
    (error.code === "reused_key" || error.code === "wrong_state")
  );
}

/** Sessions of one author that open the same task at the same time use the same key, so they open one. */
function keyOf({ repo, location }: NewTask & { location: WorkLocation }, number: number): string {
  const words = JSON.stringify([repo, location.worktree, location.branch, number]);
  return `work:${createHash("sha256").update(words).digest("hex").slice(0, 48)}`;
}

/** Work without a title continues a task, and there is none of this author. */
async function refuseUntitled(
  parts: EngineDeps,
  { org }: Principal,
  { repo, location }: Pick<UnnamedWork, "repo" | "location">,
): Promise<never> {
  const [other] = await openTasksAt(parts, org, repo, location);
  const author = other?.location?.author;
  if (other === undefined || author === undefined)
    throw new CountersignError("invalid_input", "There is no task for this branch yet", {
      hint: "Add --title '<what it is>', or --task <id>",
    });
  throw new CountersignError("invalid_input", `${other.task} on this branch is ${author}'s`, {
    hint: `Submit for that author with --agent ${author}, or open a task of your own with --title`,
  });
}

import { createHash } from "node:crypto";
import { CountersignError, type Task, type WorkLocation } from "@countersign/core";
import { requirePermission } from "../../access/permissions.ts";
import type { Principal } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { notFound } from "../../store/locked-rows.ts";
import { readRepository } from "../../store/organisation/repositories.ts";
import type { CommandAnswer } from "../../store/schema/command-answer.ts";
import { countTasksAt } from "../../store/tasks/task-filter.ts";
import { followTarget } from "../../target/follow-target.ts";
import { openTask } from "./create-task.ts";
import { findTaskId } from "./find-task.ts";
import { answeredTask, findTaskOfWork, openTasksAt } from "./find-task-of-work.ts";
import type { NewTask } from "./new-task.ts";
import { prepareSubmit, type Submission, submitTo } from "./submit.ts";

/** Submitted work, with its task or the data to find or open one. */
export type WorkSubmission = Submission & {
  /** The task's id or a unique prefix. Default: the author's task at the location, or a new one. */
  task?: string | undefined;
  /** Required if `task` is omitted. */
  repo?: string | undefined;
  /** The title of a new task. Without it no task is opened. */
  title?: string | undefined;
  type?: string | undefined;
  /** The branch's task according to release 0.1. */
  formerTask?: string | undefined;
};

/** Work without a named task. */
type UnnamedWork = Submission & { repo: string; location: WorkLocation } & Pick<
    WorkSubmission,
    "title" | "type" | "formerTask"
  >;

/** Maximum number of tasks at one location that may end while a new one is opened there. */
const MAX_ENDED = 20;

/**
 * Submits work: to the named task, as the next round of the author's open task at the same location, or as a new
 * task, but never to a backlog task. A repeated submission changes nothing; a refused one leaves no data behind.
 */
export async function submitWork(
  scope: EngineScope,
  by: Principal,
  key: string,
  { task, ...work }: WorkSubmission,
): Promise<CommandAnswer> {
  if (task !== undefined) {
    requirePermission(by, "submit", by.task?.startsWith(task) ? by.task : task);
    const { repo: _, title, type, formerTask, ...submission } = work;
    // Most callers name the whole id. A credential of one task never reaches another, whose id may be the prefix.
    const named = await scope.store.load(scope.org, by.task ?? task);
    const found = named ?? (await load(scope, await findTaskId(scope, by, task)));
    return await submitTo(scope, by, key, found, submission);
  }
  requirePermission(by, "submit");
  const { repo, location } = work;
  if (repo === undefined || location === undefined)
    throw new CountersignError(
      "invalid_input",
      "Name the task, or the repository and the location of the work",
    );
  return await submitUnnamed(scope, by, key, { ...work, repo, location });
}

async function submitUnnamed(
  scope: EngineScope,
  by: Principal,
  key: string,
  work: UnnamedWork,
): Promise<CommandAnswer> {
  const { repo, title, type, formerTask, ...submission } = work;
  // Counted before the search for an open task, so that a task opened in the meantime uses the same number.
  const number = await scope.transact(async (session) => {
    await readRepository(session, repo);
    return await countTasksAt(session, repo, { author: by.actor.id, ...work.location });
  });
  const known = (await answeredTask(scope, by, key)) ?? (await findTaskOfWork(scope, by, work));
  if (known !== null) return await submitTo(scope, by, key, await load(scope, known), submission);
  requirePermission(by, "create");
  if (title === undefined) return await refuseUntitled(scope, work);
  const wanted = { title, repo, type, location: work.location };
  return await openAndSubmit(scope, by, key, { wanted, first: number }, submission);
}

async function load({ store, org }: EngineScope, task: string): Promise<Task> {
  return (await store.load(org, task)) ?? notFound(task);
}

/** A task to open, and the number of the author's earlier tasks at the location. */
type Opening = { wanted: NewTask & { location: WorkLocation }; first: number };

/** Opens a task for the work and submits it in one step. */
async function openAndSubmit(
  scope: EngineScope,
  by: Principal,
  key: string,
  { wanted, first }: Opening,
  submission: Submission,
): Promise<CommandAnswer> {
  const { repo, title, location } = wanted;
  await followTarget(scope, repo);
  const submit = await prepareSubmit(scope, by, key, { repo, title }, submission);
  for (let number = first; ; number += 1) {
    try {
      return await openTask(scope, by, openingKey(wanted, number), wanted, [submit]);
    } catch (error) {
      if (!isTaken(error) || number - first === MAX_ENDED) throw error;
    }
    const known = await findTaskOfWork(scope, by, { repo, location });
    if (known !== null) return await submitTo(scope, by, key, await load(scope, known), submission);
  }
}

/** Returns true if a task with that number was opened before, with another title or until its end. */
function isTaken(error: unknown): boolean {
  return (
    error instanceof CountersignError &&
    (error.code === "reused_key" || error.code === "wrong_state")
  );
}

/** Returns the same key for all sessions of one author at one location, so that they open only one task. */
function openingKey(
  { repo, location }: NewTask & { location: WorkLocation },
  number: number,
): string {
  const words = JSON.stringify([repo, location.worktree, location.branch, number]);
  return `work:${createHash("sha256").update(words).digest("hex").slice(0, 48)}`;
}

/** Refuses work without a title if the author has no task to continue. */
async function refuseUntitled(
  scope: EngineScope,
  { repo, location }: Pick<UnnamedWork, "repo" | "location">,
): Promise<never> {
  const [other] = await openTasksAt(scope, repo, location);
  const author = other?.location?.author;
  if (other === undefined || author === undefined)
    throw new CountersignError("invalid_input", "There is no task for this branch yet", {
      hint: "Add --title '<what it is>', or --task <id>",
    });
  throw new CountersignError("invalid_input", `${other.task} on this branch is ${author}'s`, {
    hint: `Submit for that author with --agent ${author}, or open a task of your own with --title`,
  });
}

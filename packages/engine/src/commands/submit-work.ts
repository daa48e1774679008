import { createHash } from "node:crypto";
import { CountersignError, type PhaseName, type WorkLocation } from "@countersign/core";
import { requireMay } from "../access/may.ts";
import type { Principal } from "../access/principal.ts";
import { speakerOf } from "../names/speaker.ts";
import type { Answer } from "../store/answer.ts";
import { countTasksAt, listTasks } from "../store/list-tasks.ts";
import { answeredUnder } from "../store/read-place.ts";
import { readRepository } from "../store/repositories.ts";
import { transact } from "../store/transact.ts";
import { createTask } from "./create-task.ts";
import type { Parts } from "./parts.ts";
import { pinSubmission, type Submission, submit } from "./submit.ts";

/** Work that names no task, and what a task for it would be called. */
export type WorkSubmission = Submission & {
  repo: string;
  title: string;
  type?: string | undefined;
  location: WorkLocation;
};

/** Tasks that go on. What is being worked on comes first, then what came back. */
const GOING_ON: readonly PhaseName[] = [
  "in_progress",
  "rework",
  "held",
  "open",
  "reviewing",
  "approved",
  "merging",
];

/**
 * Submits work that names no task: as the next round of the open task of its author, branch and working
 * directory, or as a new task. Never as a task of the backlog.
 */
export async function submitWork(
  parts: Parts,
  by: Principal,
  key: string,
  { repo, title, type, ...submission }: WorkSubmission,
): Promise<Answer> {
  requireMay(by, "submit");
  const task =
    (await answeredTask(parts, by, key)) ??
    (await openTaskAt(parts, by, repo, submission.location)) ??
    (await openFor(parts, by, { repo, title, type }, submission));
  return await submit(parts, by, key, task, submission);
}

/** The task of an earlier call with this key: a repeat gets its answer. */
async function answeredTask(
  { pool }: Parts,
  { org, actor }: Principal,
  key: string,
): Promise<string | null> {
  const speaker = speakerOf(key, actor);
  const answer = await transact(pool, org, (session) => answeredUnder(session, org, speaker, key));
  return answer?.task ?? null;
}

async function openTaskAt(
  { pool }: Parts,
  { org, actor }: Principal,
  repo: string,
  location: WorkLocation,
): Promise<string | null> {
  const at = { author: actor.id, ...location };
  const { items } = await transact(pool, org, (session) =>
    listTasks(session, org, { repo, states: GOING_ON, location: at }),
  );
  const rank = ({ state }: { state: PhaseName }) => GOING_ON.indexOf(state);
  return items.toSorted((a, b) => rank(a) - rank(b))[0]?.task ?? null;
}

type NewWork = Pick<WorkSubmission, "repo" | "title" | "type">;

/** Opens a task for work that changes something. */
async function openFor(
  parts: Parts,
  by: Principal,
  { repo, title, type }: NewWork,
  submission: Submission & { location: WorkLocation },
): Promise<string> {
  requireMay(by, "create");
  const { org } = by;
  const { location } = submission;
  const [repository, before] = await transact(parts.pool, org, async (session) => [
    await readRepository(session, org, repo),
    await countTasksAt(session, org, repo, { author: by.actor.id, ...location }),
  ]);
  await pinSubmission(parts, org, repository, submission);
  const wanted = { title, repo, type, location };
  for (let number = before; ; number += 1) {
    const task = await openAs(parts, by, number, wanted);
    if (task !== null) return task;
  }
}

/**
 * Opens the task with a number of one place; null when that one has ended. Sessions of one author that open it at
 * the same time use the same key, so they open one.
 */
async function openAs(
  parts: Parts,
  by: Principal,
  number: number,
  { location, ...wanted }: NewWork & { location: WorkLocation },
): Promise<string | null> {
  const words = JSON.stringify([wanted.repo, location.worktree, location.branch, number]);
  const key = `work:${createHash("sha256").update(words).digest("hex").slice(0, 48)}`;
  try {
    await createTask(parts, by, key, { ...wanted, location });
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code !== "reused_key") throw error;
  }
  return await openTaskAt(parts, by, wanted.repo, location);
}

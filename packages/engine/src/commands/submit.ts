import {
  CountersignError,
  ENGINE_EMAIL,
  oneLine,
  redactSecrets,
  type WorkLocation,
} from "@countersign/core";
import { requireMay } from "../access/may.ts";
import { actingAs, type Principal } from "../access/principal.ts";
import { boundary } from "../boundaries/boundary.ts";
import { acceptedTip } from "../effects/follow-target.ts";
import type { Mirror, Pinned, Repository, WorkRef } from "../ports/mirror.ts";
import type { Answer } from "../store/answer.ts";
import { readRepository, type StoredRepository } from "../store/repositories.ts";
import { workPlaces } from "../store/schema.ts";
import { transact } from "../store/transact.ts";
import { parseCommand } from "./parse-command.ts";
import type { Parts } from "./parts.ts";
import { surroundings } from "./surroundings.ts";

export type Submission = {
  /**
   * Where the work is; a worktree's uncommitted work is taken too. `commit` names exact bytes of the
   * repository, which are taken instead of those that are there now.
   */
  from: WorkRef & { commit?: string | undefined };
  /** The commit that the work began from; left out: where it parted from the target. */
  base?: string | undefined;
  signal: "DONE" | "PARTIAL" | "BLOCKED";
  summary: string;
  askedType?: string | undefined;
  /** Where its author works, so that what comes back is told there. */
  location?: WorkLocation | undefined;
  answers?:
    | readonly { finding: string; status: "fixed" | "answered" | "wont_fix"; note: string }[]
    | undefined;
};

/** Characters of a task's title in the message of a commit. */
const MAX_SUBJECT = 120;

/** Pins the work to exact bytes and submits it. */
export async function submit(
  parts: Parts,
  by: Principal,
  key: string,
  taskId: string,
  submission: Submission,
): Promise<Answer> {
  requireMay(by, "submit", taskId);
  const { org } = by;
  const task = await parts.store.load(org, taskId);
  if (task === null) throw new CountersignError("not_found", `There is no task ${taskId}`);
  const repository = await transact(parts.pool, org, (session) =>
    readRepository(session, org, task.repo),
  );
  const { base, work: pinned } = await pinSubmission(parts, org, repository, submission);
  const work = await parts.mirrorOf(org).nameWork(repository.id, pinned, {
    message: `${oneLine(redactSecrets(task.title), MAX_SUBJECT)}\n`,
    author: { name: by.actor.id, email: ENGINE_EMAIL },
  });
  const { signal, summary, askedType, answers, location } = submission;
  const command = parseCommand({
    type: "submit",
    content: {
      repo: task.repo,
      target: repository.target,
      base,
      head: work.commit,
      tree: work.tree,
    },
    signal,
    summary,
    askedType: askedType ?? null,
    committers: [],
    answers: answers ?? [],
    ...(location !== undefined && { location }),
  });
  const context = surroundings(parts, org, actingAs(by));
  const answer = await parts.store.execute(org, taskId, key, command, context, {
    submit: submission,
  });
  boundary("submit.said");
  const { commit: _, ...place } = submission.from;
  await rememberPlace(parts, org, taskId, place);
  return answer;
}

/** Pins work and the commit that it began from. Work that changes nothing is refused. */
export async function pinSubmission(
  parts: Parts,
  org: string,
  repository: StoredRepository,
  { from: { commit, ...place }, base: given }: Pick<Submission, "from" | "base">,
): Promise<{ base: string; work: Pinned }> {
  const mirror = parts.mirrorOf(org);
  const target = await acceptedTip(parts, org, repository.id);
  const work = await pinWork(mirror, repository, place, commit);
  boundary("submit.pinned");
  const base = await baseOf(mirror, repository.id, target, work.commit, given);
  for (const from of new Set([base, target]))
    await requireChanges(mirror, repository, { from, to: work.commit });
  return { base, work };
}

async function requireChanges(
  mirror: Mirror,
  { id, target }: StoredRepository,
  sides: { from: string; to: string },
): Promise<void> {
  const { paths } = await mirror.listChanges(id, sides, []);
  if (paths.length > 0) return;
  throw new CountersignError(
    "nothing_changed",
    `There is nothing to review: the work equals ${target}`,
    { hint: "Save your changes, then submit again" },
  );
}

async function pinWork(
  mirror: Mirror,
  repository: Repository,
  place: WorkRef,
  commit: string | undefined,
): Promise<Pinned> {
  if (commit === undefined)
    return "worktree" in place
      ? await mirror.snapshot(repository, place.worktree)
      : await mirror.fetch(repository, place);
  if ("worktree" in place) await mirror.fetch(repository, place); // refuses another repository's
  const pinned = await mirror.pin(repository, commit);
  if (pinned !== null) return pinned;
  throw new CountersignError(
    "not_found",
    `The repository does not have the commit ${commit.slice(0, 12)}, or has it no longer`,
    { hint: "Hand in what is there now: countersign task submit" },
  );
}

/**
 * Where the work began: a commit of the target's accepted history, so that reviewers see everything that
 * is not on it.
 */
async function baseOf(
  mirror: Mirror,
  repo: string,
  target: string,
  work: string,
  given: string | undefined,
): Promise<string> {
  const parted = await mirror.mergeBase(repo, target, work);
  if (parted === null)
    throw new CountersignError(
      "invalid_input",
      "The work has no history in common with the target",
    );
  if (given === undefined || given === parted) return parted;
  if ((await mirror.mergeBase(repo, given, parted)) === given) return given;
  throw new CountersignError(
    "invalid_input",
    `The base ${given.slice(0, 12)} is not part of the target's accepted history`,
    { hint: "Leave the base out, or rebase the work on the target branch" },
  );
}

/** Where a redo or a lost lease finds the work. */
async function rememberPlace(
  { pool }: Parts,
  org: string,
  taskId: string,
  place: WorkRef,
): Promise<void> {
  await transact(pool, org, ({ db }) =>
    db
      .insert(workPlaces)
      .values({ orgId: org, taskId, place })
      .onConflictDoUpdate({ target: [workPlaces.orgId, workPlaces.taskId], set: { place } }),
  );
}

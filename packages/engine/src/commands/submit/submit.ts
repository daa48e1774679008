import {
  CountersignError,
  ENGINE_EMAIL,
  isRepeatedSubmission,
  oneLine,
  redactSecrets,
  type Task,
  type WorkLocation,
} from "@countersign/core";
import type { Principal } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { clientPhases } from "../../execute/execute-command.ts";
import { parseCommand } from "../../execute/parse-command.ts";
import { boundary } from "../../platform/boundary.ts";
import type { Session } from "../../platform/transact.ts";
import type { Mirror, Pinned, Repository, WorkRef } from "../../ports/mirror.ts";
import type { CommandPhases } from "../../store/command-phases.ts";
import type { ContextRows } from "../../store/context-rows.ts";
import { readRepository, type StoredRepository } from "../../store/organisation/repositories.ts";
import type { CommandAnswer } from "../../store/schema/command-answer.ts";
import { readBaseTask } from "../../store/tasks/base-tasks.ts";
import { readAcceptedTip } from "../../target/follow-target.ts";
import { findBase } from "./find-base.ts";
import type { FoundBase } from "./stacked-base.ts";

export type Submission = {
  /**
   * The location of the work, including uncommitted work of a worktree. `commit` names exact bytes, which are
   * submitted instead.
   */
  from: WorkRef & { commit?: string | undefined };
  /**
   * The commit, branch or tag that the work started from, resolved in the author's worktree. Default: the nearest
   * content of another open task below the work, else the merge base with the target.
   */
  base?: string | undefined;
  signal: "DONE" | "PARTIAL" | "BLOCKED";
  summary: string;
  askedType?: string | undefined;
  /** The author's location, where feedback is delivered. */
  location?: WorkLocation | undefined;
  answers?:
    | readonly { finding: string; status: "fixed" | "answered" | "wont_fix"; note: string }[]
    | undefined;
};

/** Maximum characters of a task's title in a commit message. */
const MAX_SUBJECT = 120;

/** The task of submitted work, or the one to open. */
type SubmitTarget = Task | Pick<Task, "repo" | "title">;

/** Pins the work to exact bytes and submits it to a task. */
export async function submitTo(
  scope: EngineScope,
  by: Principal,
  key: string,
  task: Task,
  submission: Submission,
): Promise<CommandAnswer> {
  const submit = await prepareSubmit(scope, by, key, task, submission);
  return await scope.store.execute({ ...submit, org: by.org, task: task.id });
}

const SAVE_PLACE = `
  INSERT INTO countersign.work_places (org_id, task_id, place) VALUES ($1, $2, $3)
  ON CONFLICT (org_id, task_id) DO UPDATE SET place = $3`;

/** Stores the location of the work for a redo or an expired lease. */
function savePlace(session: Session, task: string, place: WorkRef): void {
  const values = [session.org, task, JSON.stringify(place)];
  session.send({ name: "save_place", text: SAVE_PLACE, values });
}

/**
 * Copies the work and creates the command that submits it. The copy is kept only if the command is accepted. A forge
 * names the committers; otherwise the addresses of the commits tell them.
 */
export async function prepareSubmit(
  scope: EngineScope,
  by: Principal,
  key: string,
  task: SubmitTarget,
  submission: Submission,
  committers: readonly string[] = [],
): Promise<CommandPhases> {
  const mirror = scope.mirror;
  const repository = await scope.read((session) => readRepository(session, task.repo));
  const known = "id" in task ? task : null;
  const { work: pinned, ...found } = await pinSubmission(scope, repository, submission, known);
  const { id: repo, target } = repository;
  const { commit: head, tree } = await mirror.unkept.nameWork(repo, pinned, {
    message: `${oneLine(redactSecrets(task.title), MAX_SUBJECT)}\n`,
    author: { name: by.actor.id, email: ENGINE_EMAIL },
  });
  const { signal, summary, askedType, answers, location } = submission;
  const { commit: _, ...place } = submission.from;
  const { base, accepted, baseTask } = found;
  const isStacked = baseTask !== undefined;
  const command = {
    type: "submit" as const,
    content: { repo, target, base, head, tree, ...(isStacked && { accepted }) },
    signal,
    summary,
    askedType: askedType ?? null,
    committers: [...committers],
    answers: [...(answers ?? [])],
    changedPaths: await changedPaths(mirror, known, tree),
    ...(location !== undefined && { location }),
    ...(isStacked && { baseTask }),
  };
  const sent = { command: parseCommand(command), body: { submit: submission } };
  const phases = clientPhases(scope, by, { permission: "submit", ...sent });
  return {
    key,
    ...sent,
    ...withBaseTask(phases, baseTask?.task),
    isRepeated: (now) => isRepeatedSubmission(now, command, by.actor.id),
    whileLocked: async (session, now) => {
      await mirror.keep(repo, head);
      if (now !== null) savePlace(session, now.id, place);
    },
  };
}

/** Returns the files with findings that differ from the last round. */
async function changedPaths(mirror: Mirror, task: Task | null, tree: string): Promise<string[]> {
  const files = new Set((task?.findings ?? []).flatMap(({ file }) => file ?? []));
  if (task === null || task.round === null || files.size === 0) return [];
  const sides = { from: task.round.content.tree, to: tree };
  const { paths } = await mirror.listChanges(task.repo, sides, []);
  return paths.filter((path) => files.has(path));
}

/** Pins work and its base. Refuses work without changes. */
async function pinSubmission(
  scope: EngineScope,
  repository: StoredRepository,
  {
    from: { commit, ...place },
    base: given,
    location,
  }: Pick<Submission, "from" | "base" | "location">,
  task: Task | null,
): Promise<FoundBase & { work: Pinned }> {
  const mirror = scope.mirror;
  const target = await readAcceptedTip(scope, repository.id, repository);
  const work = await pinWork(mirror, repository, place, commit);
  boundary("submit.pinned");
  const worktree = "worktree" in place ? place.worktree : (location?.worktree ?? null);
  const where = { repository, target, worktree };
  const found = await findBase(scope, where, { work, given, task });
  for (const from of new Set([found.base, target]))
    await requireChanges(mirror, repository, { from, to: work.commit });
  return { ...found, work };
}

/** Adds the base task to the context of a submission. */
function withBaseTask<Phases extends Pick<CommandPhases, "readContext">>(
  phases: Phases,
  base: string | undefined,
): Phases {
  if (base === undefined) return phases;
  return {
    ...phases,
    readContext: async (session: Session, task: Task | null, rows: ContextRows) => ({
      ...(await phases.readContext(session, task, rows)),
      baseTask: await readBaseTask(session, base),
    }),
  };
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
  { unkept }: Mirror,
  repository: Repository,
  place: WorkRef,
  commit: string | undefined,
): Promise<Pinned> {
  if (commit === undefined)
    return "worktree" in place
      ? await unkept.snapshot(repository, place.worktree)
      : await unkept.fetch(repository, place);
  if ("worktree" in place) await unkept.fetch(repository, place); // refuses a worktree of another repository
  const pinned = await unkept.pin(repository, commit);
  if (pinned !== null) return pinned;
  throw new CountersignError(
    "not_found",
    `The repository does not have the commit ${commit.slice(0, 12)}, or has it no longer`,
    { hint: "Submit the current work: countersign task submit" },
  );
}

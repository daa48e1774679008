import { oneLine, type Task } from "@countersign/core";
import { actorForRole, type Principal } from "../access/principal.ts";
import { openTask } from "../commands/submit/create-task.ts";
import { prepareSubmit, type Submission } from "../commands/submit/submit.ts";
import { commandContext } from "../execute/command-context.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { parseCommand } from "../execute/parse-command.ts";
import { boundary } from "../platform/boundary.ts";
import type { ForgeChange } from "../ports/forge.ts";
import type { CommandPhases } from "../store/command-phases.ts";
import { bindTask, lockChange, saveReadChange } from "../store/forge/stored-changes.ts";
import { notFound } from "../store/locked-rows.ts";
import { ENGINE, ENGINE_KEYS, type EngineKey } from "../store/names/engine-keys.ts";
import { readAcceptedTip } from "../target/follow-target.ts";
import { type ChangeAuthor, findAuthor, listCommitters } from "./change-author.ts";
import { type ForgePlace, readTrust } from "./forge-place.ts";
import type { ChangeStep } from "./plan-change.ts";

type Submit = Extract<ChangeStep, { do: "submit" }>;

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 20_000;
const MAX_LABELS = 50;
const MAX_LABEL = 200;

/**
 * Submits the head of a pull request as its author. The task is bound to the pull request in the transaction that
 * opens it, so a crash never leaves a second task.
 */
export async function submitChange(
  scope: EngineScope,
  place: ForgePlace,
  change: ForgeChange,
  task: Task | null,
  { from }: Submit,
): Promise<void> {
  const { link, repository } = place;
  const { policy, linked } = await readTrust(scope, place);
  const contributors = await place.forge.contributors(link.forge, change.number);
  const by = authorPrincipal(
    scope.org,
    link.host,
    findAuthor(change, contributors, linked, policy),
  );
  const key = `change:${change.number}:${change.head.commit}:${task?.seq ?? 0}`;
  const wanted = newTaskFor(repository.id, change);
  const work = await submissionFor(scope, place, change, task);
  const committers = listCommitters(contributors, linked);
  const submit = bound(
    await prepareSubmit(scope, by, key, task ?? wanted, work, committers),
    repository.id,
    change,
  );
  boundary("change.prepared");
  if (task === null) await openTask(scope, by, `${key}:open`, wanted, [submit]);
  else
    await scope.store.executeAll({ org: scope.org, task: task.id }, [
      ...engineSteps(scope, task, from),
      submit,
    ]);
  boundary("change.submitted");
}

function authorPrincipal(org: string, host: string, author: ChangeAuthor): Principal {
  const role = author.kind === "human" ? "human" : "author";
  return {
    ...{ org, role, task: null, sponsor: author.sponsor, modelFamily: null },
    actor: actorForRole(author.actor, role),
    token: `forge:${host}`,
  };
}

function newTaskFor(repo: string, { number, title, body, labels }: ForgeChange) {
  return {
    title: oneLine(title, MAX_TITLE) || `Pull request ${number}`,
    repo,
    location: { branch: `pull/${number}`, worktree: null },
    trackerLabels: labels.slice(0, MAX_LABELS).map((name) => name.slice(0, MAX_LABEL)),
    ...(body.trim() !== "" && { description: body.slice(0, MAX_DESCRIPTION) }),
  };
}

/**
 * Names the exact head, compared with the accepted target. A push is the author's answer to the findings of the last
 * round: reviewers raise again what it did not fix.
 */
async function submissionFor(
  scope: EngineScope,
  { link, repository }: ForgePlace,
  { number, head }: ForgeChange,
  task: Task | null,
): Promise<Submission> {
  const open = (task?.findings ?? []).filter(({ disposition }) => disposition.is === "open");
  const location = { branch: `pull/${number}`, worktree: null };
  return {
    from: { branch: location.branch, commit: head.commit },
    base: await readAcceptedTip(scope, repository.id),
    signal: "DONE",
    summary: `Pull request ${oneLine(link.forge.name, MAX_TITLE)}#${number}`,
    location,
    answers: open.map(({ id }) => ({ finding: id, status: "fixed", note: "" })),
  };
}

/** Binds the task to the pull request while it is locked. Refuses a second task for the same pull request. */
function bound(submit: CommandPhases, repo: string, change: ForgeChange): CommandPhases {
  const key = { repo, number: change.number };
  return {
    ...submit,
    whileLocked: async (session, now) => {
      await submit.whileLocked?.(session, now);
      await saveReadChange(session, repo, change);
      if (now === null) return;
      await bindTask(session, key, now.id);
      if ((await lockChange(session, key))?.taskId !== now.id) notFound(now.id);
    },
  };
}

/** Returns the engine's commands before the submission: closing the last round, and reopening the task. */
function engineSteps(scope: EngineScope, task: Task, from: Submit["from"]): CommandPhases[] {
  const { org } = scope;
  const { id, seq, round } = task;
  const asEngine = (key: EngineKey, command: object): CommandPhases => ({
    key,
    command: parseCommand(command),
    ...commandContext(scope, ENGINE),
  });
  const shown = { round: round?.number ?? null, tree: round?.content.tree ?? null };
  const close = { type: "closed_elsewhere", outcome: "closed", tree: null };
  const closed = asEngine(ENGINE_KEYS.closedOnForge(org, id, seq), close);
  const reopened = asEngine(ENGINE_KEYS.reopenedOnForge(org, id, seq), {
    type: "reopen",
    ...shown,
  });
  if (from === "restart") return [closed, reopened];
  return from === "reopen" ? [reopened] : [];
}

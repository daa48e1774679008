import type { Content, Policy, Task } from "@countersign/core";
import { findStackedBase } from "../../commands/submit/stacked-base.ts";
import { commandContext } from "../../execute/command-context.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { readTaskWithContext } from "../../execute/read-task-with-context.ts";
import { boundary } from "../../platform/boundary.ts";
import { isSameDiff } from "../../review/rounds/is-same-diff.ts";
import { readFacts } from "../../review/rounds/read-facts.ts";
import { ENGINE, ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { readAcceptedTip } from "../../target/follow-target.ts";
import { runBuiltinChecks } from "./builtin-verdicts.ts";
import { findRoundGaps } from "./find-round-gaps.ts";
import { findWorkLocation } from "./find-work-location.ts";
import { readOwnedPaths } from "./read-owned-paths.ts";

/** Reads the content of a round from the mirror and sends the facts to the task as a command. */
export async function readContent(
  scope: EngineScope,
  job: { id: string; task: string; round: number },
): Promise<void> {
  const read = await readUnplanned(scope, job);
  if (read === null) return;
  const { task, context, round } = read;
  const mirror = scope.mirror;
  const facts = await readFacts(mirror, context.policy, round.content, (paths) =>
    readOwnedPaths(scope, task.repo, context.policy, paths),
  );
  const { previous } = task;
  const sameDiff =
    previous?.bounced === true && (await isSameDiff(mirror, previous.content, round.content));
  boundary("read_content.read");
  const { command, told } = await findRoundGaps(scope, read, round.content, {
    type: "plan_round",
    round: job.round,
    facts,
    gaps: [],
    ...(sameDiff && { sameDiff }),
  });
  const verdicts = await runBuiltinChecks(scope, read, command, job.id);
  const missing =
    told === null
      ? []
      : [
          {
            key: ENGINE_KEYS.job(job.id, "gaps"),
            command: told,
            ...commandContext(scope, ENGINE),
          },
        ];
  boundary("read_content.checked");
  const key = ENGINE_KEYS.job(job.id, "planned");
  await executeAsEngine(scope, { task: task.id, key, command }, [...missing, ...verdicts]);
}

/** Reads a task whose round has no plan, with its context. Null if the round has a plan or is over. */
async function readUnplanned(
  scope: EngineScope,
  { task: id, round: number }: { task: string; round: number },
) {
  for (;;) {
    const read = await readTaskWithContext(scope, id);
    const round = read?.task.round;
    if (!read || round?.number !== number || round.plan !== null) return null;
    boundary("read_content.begun");
    // A reviewer that was just checked may belong to the context now.
    if (!(await scope.readiness.refresh(read.context.policy))) return { ...read, round };
  }
}

/** Reads the current state of unfinished work. */
export async function readCheckup(
  scope: EngineScope,
  job: { id: string; task: string; checkup: number },
): Promise<void> {
  const read = await readTaskWithContext(scope, job.task);
  const checkup = read?.task.checkup;
  if (!read || checkup?.number !== job.checkup || checkup.planned !== null) return;
  const { task, context } = read;
  const content = await unfinishedContent(scope, task);
  if (content === null) return;
  const facts = await readFacts(scope.mirror, context.policy, content);
  await executeAsEngine(scope, {
    task: task.id,
    key: ENGINE_KEYS.job(job.id, "planned"),
    command: { type: "plan_checkup", checkup: job.checkup, facts },
  });
}

async function unfinishedContent(scope: EngineScope, task: Task): Promise<Content | null> {
  const work = await findWorkLocation(scope, task.id);
  if (work === null) return null;
  const { repository, place } = work;
  const mirror = scope.mirror;
  const target = await readAcceptedTip(scope, task.repo);
  const pinned =
    "worktree" in place
      ? await mirror.snapshot(repository, place.worktree)
      : await mirror.fetch(repository, place);
  const accepted = await mirror.mergeBase(task.repo, target, pinned.commit);
  if (accepted === null) return null;
  const content = {
    repo: task.repo,
    target: repository.target,
    head: pinned.commit,
    tree: pinned.tree,
  };
  const stacked = await findStackedBase(scope, {
    repo: task.repo,
    accepted,
    work: pinned,
    task,
  });
  return stacked === null
    ? { ...content, base: accepted }
    : { ...content, base: stacked.base, accepted };
}

/** Returns the current policy of a repository. */
export async function policyInForce(scope: EngineScope, repo: string): Promise<Policy> {
  return scope.transact((session) => scope.policies.inForce(session, repo));
}

import type { Content, Policy, Task } from "@countersign/core";
import { findStackedBase } from "../../commands/submit/stacked-base.ts";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { boundary } from "../../platform/boundary.ts";
import { transact } from "../../platform/transact.ts";
import { isSameDiff } from "../../review/rounds/is-same-diff.ts";
import { readFacts } from "../../review/rounds/read-facts.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { readAcceptedTip } from "../../target/follow-target.ts";
import { findGaps } from "./find-gaps.ts";
import { readTask } from "./read-task.ts";
import { findWork } from "./work-place.ts";

/** Reads the content of a round from the mirror and sends the facts to the task as a command. */
export async function readContent(
  parts: EngineDeps,
  org: string,
  job: { id: string; task: string; round: number },
): Promise<void> {
  const read = await readTask(parts, org, job.task);
  const round = read?.task.round;
  if (!read || round?.number !== job.round || round.plan !== null) return;
  const { task, context } = read;
  boundary("read_content.begun");
  await parts.readiness.refresh(context.policy);
  const mirror = parts.mirrorOf(org);
  const facts = await readFacts(mirror, context.policy, round.content);
  const { previous } = task;
  const sameDiff =
    previous?.bounced === true && (await isSameDiff(mirror, previous.content, round.content));
  boundary("read_content.read");
  const { command, told } = await findGaps(parts, org, task, round.content, {
    type: "plan_round",
    round: job.round,
    facts,
    gaps: [],
    ...(sameDiff && { sameDiff }),
  });
  await executeAsEngine(parts, {
    org,
    task: task.id,
    key: ENGINE_KEYS.job(job.id, "planned"),
    command,
  });
  if (told !== null)
    await executeAsEngine(parts, {
      org,
      task: task.id,
      key: ENGINE_KEYS.job(job.id, "gaps"),
      command: told,
    });
}

/** Reads the current state of unfinished work. */
export async function readCheckup(
  parts: EngineDeps,
  org: string,
  job: { id: string; task: string; checkup: number },
): Promise<void> {
  const read = await readTask(parts, org, job.task);
  const checkup = read?.task.checkup;
  if (!read || checkup?.number !== job.checkup || checkup.planned !== null) return;
  const { task, context } = read;
  const content = await unfinishedContent(parts, org, task);
  if (content === null) return;
  const facts = await readFacts(parts.mirrorOf(org), context.policy, content);
  await executeAsEngine(parts, {
    org,
    task: task.id,
    key: ENGINE_KEYS.job(job.id, "planned"),
    command: { type: "plan_checkup", checkup: job.checkup, facts },
  });
}

async function unfinishedContent(
  parts: EngineDeps,
  org: string,
  task: Task,
): Promise<Content | null> {
  const work = await findWork(parts, org, task.id);
  if (work === null) return null;
  const { repository, place } = work;
  const mirror = parts.mirrorOf(org);
  const target = await readAcceptedTip(parts, org, task.repo);
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
  const stacked = await findStackedBase(parts, org, {
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
export async function policyInForce(parts: EngineDeps, org: string, repo: string): Promise<Policy> {
  return transact(parts.pool, org, (session) => parts.policies.inForce(session, org, repo));
}

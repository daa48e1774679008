import type { Command, Policy, Task } from "@countersign/core";
import type { ProvenAct } from "../access/presence-verifier.ts";
import type { Session } from "../platform/transact.ts";
import type { Mirror } from "../ports/mirror.ts";
import { readRepository } from "../store/organisation/repositories.ts";
import { findUndoneAct } from "./find-undone-act.ts";
import { readTrustVersion } from "./read-trust-version.ts";
import { type RoundOfTask, stateAct } from "./state-act.ts";
import { trustedKeys } from "./trusted-keys.ts";

type DecisionOnTask = {
  by: string;
  task: Task;
  command: Command;
  policy: Policy;
  /** Number of changed files that the client displayed. Null: it displayed a summary. */
  opened: number | null;
};

type DescribeDeps = { mirror: Mirror; session: Session };

/**
 * Describes a person's decision on a task as a proof states it. Null if a proof never contains it: the target has no
 * trust file, the task has no round, or the command decides nothing that a verifier recomputes.
 */
export async function describeTaskAct(
  { mirror, session }: DescribeDeps,
  { by, task, command, policy, opened }: DecisionOnTask,
): Promise<ProvenAct | null> {
  const { round } = task;
  if (round === null) return null;
  const { tip, target } = await readRepository(session, task.repo);
  const trust = await readTrustVersion(mirror, task.repo, tip);
  if (trust === null) return null;
  const { file, sha256 } = trust;
  const common = { repository: file.repository, trust: { number: file.number, sha256 } };
  const subject = { target, tree: round.content.tree };
  const keys = trustedKeys(trust, by);
  if (command.type === "undo") {
    const retracts = await findUndoneAct(session, task, by);
    if (retracts === null) return null;
    return { subject, keys, stated: { act: "retract", ...common, retracts } };
  }
  const decided: RoundOfTask = { task, round, policy, ...common };
  const stated = await stateAct(mirror, decided, command, opened);
  return stated && { subject, keys, stated };
}

import { sql } from "drizzle-orm";
import { commandContext } from "../../execute/command-context.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine, type FurtherCommand } from "../../execute/execute-command.ts";
import { CLOCK } from "../../platform/read-clock.ts";
import type { Session } from "../../platform/transact.ts";
import { ENGINE, ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { isHeld } from "../../store/organisation/foreign-tips.ts";
import { tasks } from "../../store/schema/schema.ts";
import { findTrustFiles } from "../../target/find-trust-files.ts";
import {
  isPlannedUnder,
  type MergeContext,
  readMergeContext,
} from "../../target/read-merge-context.ts";
import type { MergeFailure } from "./blocked-checkout.ts";
import { WAITS_FOR_BASE } from "./follow-bases.ts";
import { findMove, requireSameContent } from "./own-move.ts";
import { WAITS_FOR_PERSON } from "./resume-merges.ts";
import { sealBeforeMerge } from "./seal-before-merge.ts";

/** A task that is merged as part of a train. Tasks after the first start their merge when the checks have passed. */
export type TrainMember = MergeContext & { isStarted: boolean };

/** Maximum number of tasks that are merged together with the first. Each doubling costs a red train one more check. */
const MAX_COMPANIONS = 15;

/**
 * Reads the tasks that can be merged together with one that is being merged, oldest first, each verified and sealed.
 * Tasks that another job must finish or report are left out.
 */
export async function readCompanions(
  scope: EngineScope,
  { task, tip, policy }: MergeContext,
): Promise<TrainMember[]> {
  const companions: TrainMember[] = [];
  if (await scope.read((session) => isHeld(session, task.repo))) return companions;
  for (const id of await scope.read((session) => listReady(session, task))) {
    const read = await readMergeContext(scope, id);
    if (read === null || "damage" in read) continue;
    if (read.repository.tip !== tip || !canLandUnder(read.round, policy)) continue;
    if (!(await sealBeforeMerge(scope, read.task))) return [];
    const member = { ...read, tip, isStarted: read.task.phase.is === "merging" };
    if ((await findMove(scope, member)) === null) companions.push(member);
  }
  return companions;
}

function canLandUnder(round: MergeContext["round"], policy: MergeContext["policy"]): boolean {
  return isPlannedUnder(round, policy) && findTrustFiles(round).length === 0;
}

/** Lists tasks of a repository whose merge is due and waits for neither a person nor another task. */
async function listReady(
  { db, org }: Session,
  { id, repo }: MergeContext["task"],
): Promise<string[]> {
  const { rows } = await db.execute<{ task: string }>(sql`
    SELECT ${tasks.taskId} AS task FROM ${tasks}
     WHERE ${tasks.orgId} = ${org} AND ${tasks.repo} = ${repo} AND ${tasks.taskId} <> ${id}
       AND ${tasks.state} IN ('approved', 'merging')
       AND NOT ${WAITS_FOR_BASE} AND NOT ${WAITS_FOR_PERSON}
       AND greatest((${tasks.body} #>> '{grace,untilMs}')::numeric,
                    (${tasks.body} #>> '{phase,retryAtMs}')::numeric, 0) <= ${sql.raw(CLOCK)}
     ORDER BY ${tasks.updated}, ${tasks.taskId} LIMIT ${MAX_COMPANIONS}`);
  return rows.map(({ task }) => task);
}

/** Starts the merge of a member. Returns false if the task has moved on. */
export async function startMember(scope: EngineScope, member: TrainMember): Promise<boolean> {
  if (member.isStarted) return true;
  return (await executeAsEngine(scope, startCommand(scope, member))) !== null;
}

/** Records why a member cannot be merged, and starts its merge for that if needed. */
export async function failMember(
  scope: EngineScope,
  member: TrainMember,
  failure: MergeFailure,
): Promise<void> {
  const failed: FurtherCommand = {
    ...commandContext(scope, ENGINE),
    key: memberKey(scope, member, "failed"),
    command: { type: "merge_failed", ...failure },
  };
  if (!member.isStarted) await executeAsEngine(scope, startCommand(scope, member), [failed]);
  else await executeAsEngine(scope, { ...failed, task: member.task.id });
}

function startCommand(scope: EngineScope, member: TrainMember) {
  return {
    task: member.task.id,
    key: memberKey(scope, member, "started"),
    command: { type: "merge_started" },
    whileLocked: async (_: Session, task: MergeContext["task"] | null) => {
      if (task !== null) requireSameContent(task, member.round);
    },
  } as const;
}

/** The key names the task's last entry when it was read, so that another train has another key. */
export function memberKey(
  { org }: Pick<EngineScope, "org">,
  { task: { id, seq } }: Pick<MergeContext, "task">,
  step: Parameters<typeof ENGINE_KEYS.train>[3],
) {
  return ENGINE_KEYS.train(org, id, seq, step);
}

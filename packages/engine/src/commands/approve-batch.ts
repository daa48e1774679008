import { createHash } from "node:crypto";
import { batchObstacles, CountersignError, toShown } from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { executeCommand } from "../execute/execute-command.ts";
import { receiptFor } from "../store/command-keys.ts";
import { notFound } from "../store/locked-rows.ts";
import { verdictIdFor } from "../store/names/derived-ids.ts";
import { speakerFor } from "../store/names/speaker.ts";
import { runOnce } from "../store/run-once.ts";
import type { CommandAnswer } from "../store/schema/command-answer.ts";

/** A task as the person was shown it. */
export type BatchItem = {
  task: string;
  round: number;
  tree: string;
  /** How much of it the person has read. */
  note?: string | undefined;
};

/** Each task of a batch is either decided or refused with the reason. */
export type BatchResult = {
  decided: readonly CommandAnswer[];
  refused: readonly { task: string; code: string; message: string }[];
};

/**
 * Approves every task of an exact list that still has the round and tree that were shown. The key belongs to the
 * list: a retry gets the same answers, and another list is refused.
 */
export async function approveBatch(
  scope: EngineScope,
  by: Principal,
  key: string,
  shown: readonly BatchItem[],
): Promise<BatchResult> {
  requirePermission(by, "approve");
  if (new Set(shown.map(({ task }) => task)).size < shown.length)
    throw new CountersignError("invalid_input", "The list names a task more than once.");
  const { org, actor } = by;
  const command = { type: "approvals", items: shown };
  const receipt = receiptFor({ org, task: "", key, actor, command });
  await scope.transact((session) => runOnce(session, receipt, async () => undefined));
  return await forEachTask(shown, ({ task, round, tree, note }) => {
    const approve = { type: "approve", round, tree, note } as const;
    return executeCommand(scope, by, batchKey(key, task), task, approve, refuseObstacles);
  });
}

/** Undoes everything that the caller's key decided and that can still be undone. */
export async function undoBatch(
  scope: EngineScope,
  by: Principal,
  key: string,
  batch: string,
): Promise<BatchResult> {
  requirePermission(by, "undo");
  const tasks = await listApproved(scope, by, batch);
  if (tasks.length === 0)
    throw new CountersignError("not_found", "There is no batch of yours with this key.");
  return await forEachTask(tasks, async ({ task }) => {
    const found = (await scope.store.load(by.org, task)) ?? notFound(task);
    const verdict = verdictIdFor(by.org, task, batchKey(batch, task), by.actor);
    if (found.grace !== null && found.grace.verdict !== verdict)
      throw new CountersignError("undo_closed", `${task} was decided again since.`);
    return await executeCommand(scope, by, batchKey(key, task), task, {
      type: "undo",
      ...toShown(found),
    });
  });
}

async function forEachTask<Item extends { task: string }>(
  items: readonly Item[],
  act: (item: Item) => Promise<CommandAnswer>,
): Promise<BatchResult> {
  const decided: CommandAnswer[] = [];
  const refused: BatchResult["refused"][number][] = [];
  for (const item of items)
    try {
      decided.push(await act(item));
    } catch (error) {
      if (!(error instanceof CountersignError)) throw error;
      refused.push({ task: item.task, code: error.code, message: error.message });
    }
  return { decided, refused };
}

/** Refuses a task that a person must review separately. */
function refuseObstacles(task: Parameters<typeof batchObstacles>[0]): void {
  const obstacles = batchObstacles(task);
  if (task.phase.is !== "reviewing" || obstacles.length === 0) return;
  throw new CountersignError(
    "wrong_state",
    `${task.id} cannot be approved together with others: ${obstacles.join(", ")}.`,
    { hint: `Approve it alone: countersign approve ${task.id}` },
  );
}

/** The key of one task's command in a batch. Tasks have no colon in their ids. */
function batchKey(key: string, task: string): string {
  return `${batchPrefix(key)}${task}`;
}

function batchPrefix(key: string): string {
  return `batch:${createHash("sha256").update(key).digest("hex").slice(0, 32)}:`;
}

const APPROVED = `SELECT response ->> 'task' AS task FROM countersign.commands
  WHERE org_id = $1 AND speaker = $2 AND starts_with(key, $3) ORDER BY key`;

async function listApproved(
  { read }: Pick<EngineScope, "read">,
  { org, actor }: Principal,
  batch: string,
): Promise<{ task: string }[]> {
  const { rows } = await read(({ client }) =>
    client.query<{ task: string }>({
      text: APPROVED,
      values: [org, speakerFor(batch, actor), batchPrefix(batch)],
    }),
  );
  return rows;
}

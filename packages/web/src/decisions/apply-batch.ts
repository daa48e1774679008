import type { Client } from "@countersign/api";
import type { DeciderDeps, UndoRequest } from "./apply-request.ts";
import type { TaskDecision } from "./decision.ts";
import { sendUntilAnswered, toCountersignError } from "./send-until-answered.ts";

export type Approval = Extract<TaskDecision, { act: "approve" }>;
type BatchAnswer = Awaited<ReturnType<Client["approveBatch"]>>;

/** Approves several tasks with one key, and returns the function that undoes all of it. */
export function applyBatch(deps: DeciderDeps, approvals: readonly Approval[]): UndoRequest {
  const { engine, mark, onChanged, fail } = deps;
  const key = crypto.randomUUID();
  const items = approvals.map(({ task, round, tree, note }) => ({ task, round, tree, note }));
  for (const { task } of items) mark(task, Number.POSITIVE_INFINITY);
  const sent = sendUntilAnswered(
    () => engine.approveBatch({ body: { items }, key }),
    () => fail("The engine does not answer. The approvals are kept and sent again."),
  )
    .catch((thrown: unknown): BatchAnswer => {
      const { code, message } = toCountersignError(thrown);
      return { approved: [], refused: items.map(({ task }) => ({ task, code, message })) };
    })
    .then(({ approved, refused }) => {
      for (const { task, seq } of approved) mark(task, seq);
      for (const { task } of refused) mark(task, 0);
      if (refused.length > 0) fail(refusedText(refused));
      for (const { task } of items) onChanged(task);
      return approved.length > 0;
    });
  return async () => ((await sent) ? await undoBatch(deps, key) : []);
}

async function undoBatch({ engine, mark, onChanged, fail }: DeciderDeps, key: string) {
  try {
    const { undone, refused } = await engine.undoBatch({ body: { key } });
    for (const { task } of undone) mark(task, 0);
    for (const { task } of [...undone, ...refused]) onChanged(task);
    if (refused.length > 0) fail(refusedText(refused));
    return undone.map(({ task }) => task);
  } catch (thrown) {
    fail(`Cannot undo the approvals: ${toCountersignError(thrown).message}`);
    return [];
  }
}

function refusedText(refused: BatchAnswer["refused"]): string {
  return refused.map(({ task, message }) => `Not changed: ${task}: ${message}`).join(" ");
}

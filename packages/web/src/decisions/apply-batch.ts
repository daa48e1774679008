import type { Client } from "@countersign/api";
import type { DeciderDeps, UndoRequest } from "./apply-request.ts";
import { sendShownDecision, sendUndo, type TaskDecision } from "./decision.ts";
import { signatureText } from "./decision-text.ts";
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
    .then((answer) => signRefused(engine, approvals, answer))
    .then(({ approved, refused, signed }) => {
      for (const { task, seq } of approved) mark(task, seq);
      for (const { task } of refused) mark(task, 0);
      if (refused.length > 0) fail(notApprovedText(refused, approvals));
      for (const { task } of items) onChanged(task);
      const inBatch = approved.length - signed.length;
      return { signed, inBatch };
    });
  return async () => {
    const { signed, inBatch } = await sent;
    const alone = approvals.filter(({ task }) => signed.includes(task));
    const undone = await Promise.all(alone.map((approval) => undoSigned(deps, approval)));
    return [...undone.flat(), ...(inBatch > 0 ? await undoBatch(deps, key) : [])];
  };
}

/** `signed`: the tasks that were approved one by one. */
type SignedAnswer = BatchAnswer & { signed: readonly string[] };

/** Approves tasks that need a signature one after the other: each has its own. The first refusal ends it. */
async function signRefused(
  engine: Client,
  approvals: readonly Approval[],
  { approved, refused }: BatchAnswer,
): Promise<SignedAnswer> {
  const left = new Map(refused.map((one) => [one.task, one]));
  const signed: BatchAnswer["approved"] = [];
  try {
    for (const approval of approvals) {
      if (left.get(approval.task)?.code !== "human_only") continue;
      signed.push(await sendShownDecision(engine, approval, crypto.randomUUID()));
      left.delete(approval.task);
    }
  } catch (thrown) {
    // Without a level, a passkey of this page was asked and did not sign.
    const { message, details } = toCountersignError(thrown);
    const code = "wrong_state";
    if (details.level === undefined)
      for (const task of unsignedTasks([...left.values()])) left.set(task, { task, code, message });
  }
  const tasks = signed.map(({ task }) => task);
  return { approved: [...approved, ...signed], refused: [...left.values()], signed: tasks };
}

function unsignedTasks(refused: BatchAnswer["refused"]): string[] {
  return refused.filter(({ code }) => code === "human_only").map(({ task }) => task);
}

async function undoSigned({ engine, mark, onChanged, fail }: DeciderDeps, approval: Approval) {
  const { task } = approval;
  const refusal = await sendUndo(engine, approval).then(() => null, toCountersignError);
  if (refusal === null) mark(task, 0);
  else fail(`Cannot undo ${task}: ${refusal.message}`);
  onChanged(task);
  return refusal === null ? [task] : [];
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

/** Lists the commands for tasks that must be signed: each task has a signature of its own. */
function notApprovedText(refused: BatchAnswer["refused"], approvals: readonly Approval[]): string {
  const unsigned = new Set(unsignedTasks(refused));
  const others = refused.filter(({ task }) => !unsigned.has(task));
  const commands = approvals
    .filter(({ task }) => unsigned.has(task))
    .map(({ task, tree }) => `countersign approve ${task} --tree ${tree}`);
  const texts = [
    ...(commands.length > 0 ? [signatureText(commands)] : []),
    ...(others.length > 0 ? [refusedText(others)] : []),
  ];
  return texts.join(" ");
}

function refusedText(refused: BatchAnswer["refused"]): string {
  return refused.map(({ task, message }) => `Not changed: ${task}: ${message}`).join(" ");
}

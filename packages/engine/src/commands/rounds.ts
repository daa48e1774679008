import { CountersignError, type Gate, type LogEntry } from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";

/** One submission of a task and what became of it. */
export type RoundRecord = {
  number: number;
  submittedMs: number;
  author: string;
  signal: "DONE" | "PARTIAL" | "BLOCKED";
  summary: string;
  base: string;
  head: string;
  tree: string;
  files: number | null;
  linesAdded: number | null;
  linesDeleted: number | null;
  mode: string | null;
  risk: number | null;
  /** The last decided gate. Null if there was none. */
  gate: Gate | null;
  /** The last decisions of people on this round, except undone ones. */
  decisions: readonly { by: string; atMs: number; decision: "approved" | "redo" | "rejected" }[];
  /** True if its work was merged. */
  isMerged: boolean;
};

/** Lists the rounds of a task, oldest first. */
export async function rounds(
  scope: EngineScope,
  by: Principal,
  taskId: string,
): Promise<RoundRecord[]> {
  requirePermission(by, "read", taskId);
  const log = await scope.store.log(by.org, taskId);
  if (log.length === 0) throw new CountersignError("not_found", `There is no task ${taskId}`);
  return readRounds(log);
}

/** Reads the rounds from a task's log. */
export function readRounds(log: readonly LogEntry[]): RoundRecord[] {
  const found: RoundRecord[] = [];
  for (const entry of log) {
    const begun = startRound(entry);
    if (begun !== null) found.push(begun);
    const last = found.at(-1);
    if (begun === null && last !== undefined) found[found.length - 1] = continueRound(last, entry);
  }
  return found;
}

function startRound({ event, atMs }: LogEntry): RoundRecord | null {
  if (event.type !== "submitted") return null;
  const { round, content, signal, summary, author } = event;
  const { base, head, tree } = content;
  const unknown = { files: null, linesAdded: null, linesDeleted: null, mode: null, risk: null };
  return {
    ...{ number: round, submittedMs: atMs, author, signal, summary, base, head, tree },
    ...unknown,
    gate: null,
    decisions: [],
    isMerged: false,
  };
}

function continueRound(round: RoundRecord, { event, atMs }: LogEntry): RoundRecord {
  switch (event.type) {
    case "planned": {
      const { facts, plan } = event;
      const { linesAdded, linesDeleted } = facts;
      const size = { files: facts.files.length, linesAdded, linesDeleted };
      return { ...round, ...size, mode: plan.mode.mode, risk: plan.classification.risk };
    }
    case "replanned":
      return { ...round, mode: event.plan.mode.mode, risk: event.plan.classification.risk };
    case "decided":
      return { ...round, gate: event.decision.gate };
    case "feedback_given": {
      const { by, decision } = event.entry;
      return { ...round, decisions: [...round.decisions, { by, atMs, decision }] };
    }
    case "undone":
      return { ...round, decisions: round.decisions.slice(0, -1) };
    case "merged":
      return { ...round, isMerged: true };
    default:
      return round;
  }
}

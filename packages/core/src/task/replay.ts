import { DECIDER_VERSION, decide } from "../decision/decide.ts";
import type { Decision } from "../decision/schema.ts";
import { canonicalJson } from "../kernel/canonical-json.ts";
import type { Policy } from "../policy/policy.ts";
import { applyEntry, fold } from "./fold/fold.ts";
import type { LogEntry, TaskEvent } from "./model/events.ts";
import type { Task } from "./model/state.ts";
import { decideCheckup } from "./review/checkup.ts";
import { decisionInput } from "./review/decide-now.ts";

/** One decision recomputed from the log. */
export type Replayed = {
  seq: number;
  result: "equal" | "different" | "unknown_policy" | "other_version";
  decision: Decision;
  again: Decision | null;
};

/**
 * Recomputes every decision of a log from the preceding entries.
 *
 * The same version must give the same bytes. The decision of another version is shown beside the old one.
 */
export function replay(
  log: readonly LogEntry[],
  policyOf: (digest: string) => Policy | undefined,
): Replayed[] {
  const replayed: Replayed[] = [];
  let task: Task | null = null;
  for (const entry of log) {
    if (task !== null && isDecision(entry.event))
      replayed.push({ seq: entry.seq, ...decideAgain(task, entry.event, policyOf) });
    task = task === null ? fold([entry]) : applyEntry(task, entry);
  }
  return replayed;
}

type DecisionEvent = Extract<TaskEvent, { decision: Decision }>;

function isDecision(event: TaskEvent): event is DecisionEvent {
  return event.type === "decided" || event.type === "checkup_decided";
}

function decideAgain(
  task: Task,
  { type, decision }: DecisionEvent,
  policyOf: (digest: string) => Policy | undefined,
): Omit<Replayed, "seq"> {
  const policy = policyOf(decision.policyDigest);
  if (policy === undefined) return { result: "unknown_policy", decision, again: null };
  const again = type === "decided" ? ofRound(task, policy) : ofCheckup(task, policy);
  if (decision.deciderVersion !== DECIDER_VERSION)
    return { result: "other_version", decision, again };
  const isEqual = canonicalJson(again) === canonicalJson(decision);
  return { result: isEqual ? "equal" : "different", decision, again };
}

/** Returns null if the log has no round, so that the decision cannot be recomputed. */
function ofRound(task: Task, policy: Policy): Decision | null {
  return task.round === null ? null : decide(decisionInput(task, task.round, policy));
}

function ofCheckup(task: Task, policy: Policy): Decision | null {
  const { checkup } = task;
  return checkup?.planned ? decideCheckup(task, checkup.planned, checkup.number, policy) : null;
}

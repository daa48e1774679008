import type { Decision } from "../../decision/schema.ts";
import { escalationLine } from "../../decision/turn.ts";
import { digestOf } from "../../kernel/digest.ts";
import { durationMs } from "../../policy/words.ts";
import type { Finding } from "../../verdict/schema.ts";
import { type Context, firstOwner } from "../model/context.ts";
import type { HoldReason, Phase, Task } from "../model/state.ts";
import { type Draft, emit, record } from "../step/draft.ts";
import { reminderMs } from "./ask.ts";
import { namesIn } from "./concerns.ts";

/** Asks the author one question, stored as a finding that can be answered. It is asked only once. */
export function clarify(
  draft: Draft,
  decision: Decision,
  context: Context,
  resume: Phase | null,
): Draft {
  const { task } = draft;
  if (task.phase.is === "held" && task.phase.kind === "clarify") return draft;
  const conflict = decision.reasons.filter((reason) => reason.effect === "clarify");
  const raisedBy = [...new Set(conflict.flatMap((reason) => namesIn(reason.inputs)))];
  const question = questionFinding(task, raisedBy);
  const line = peopleFor(task, context);
  const asked = record(draft, context, { type: "findings_changed", findings: [question] });
  const held = record(asked, context, {
    type: "held",
    hold: {
      kind: "clarify",
      reasons: conflict.map((reason) => ({ code: reason.row, about: reason.requirement })),
      line,
      inTurn: task.assignee ?? line[0],
      deadlineMs: context.nowMs + durationMs(context.policy.limits.clarify),
      question: question.id,
      offer: null,
      resume,
    },
  });
  return held;
}

function questionFinding(task: Task, raisedBy: readonly string[]): Finding {
  const round = task.round?.number ?? 1;
  return {
    id: `F-${task.findings.length + 1}`,
    fingerprint: digestOf({ clarification: task.id, round }),
    severity: "info",
    category: "clarification",
    message: `${raisedBy.join(" and ")} raised concerns that need an answer`,
    raisedBy: [...raisedBy],
    rounds: [round],
    disposition: { is: "open" },
  };
}

/** Holds the task until a named person decides. */
export function escalate(
  draft: Draft,
  reasons: readonly HoldReason[],
  context: Context,
  resume: Phase | null,
): Draft {
  const line = peopleFor(draft.task, context);
  const [inTurn] = line;
  const held = record(draft, context, {
    type: "held",
    hold: {
      kind: "escalated",
      reasons,
      line,
      inTurn,
      deadlineMs: context.nowMs + reminderMs(context.policy),
      question: null,
      offer: null,
      resume,
    },
  });
  return emit(held, { do: "notify", to: inTurn, why: "escalated" });
}

/**
 * Returns the escalation line without authors, because none may release a hold of their own work.
 *
 * If only authors are left, the owners are named anyway, so that a person is notified; see `release`.
 */
export function peopleFor(task: Task, context: Context): [string, ...string[]] {
  const { policy } = context;
  const [first, ...others] = escalationLine(policy).filter(
    (person) => !task.authors.includes(person),
  );
  return first === undefined
    ? [firstOwner(context), ...policy.people.owner.slice(1)]
    : [first, ...others];
}

export function holdReasons(decision: Decision): HoldReason[] {
  return decision.reasons
    .filter((reason) => reason.effect === "escalate")
    .flatMap((reason): HoldReason[] => {
      const verdicts = reason.inputs.verdicts;
      if (Array.isArray(verdicts)) return verdicts.map((about) => ({ code: reason.row, about }));
      return [{ code: reason.row, about: reason.requirement }];
    });
}

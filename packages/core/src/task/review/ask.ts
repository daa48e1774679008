import type { Decision } from "../../decision/schema.ts";
import { asked as askedFor } from "../../decision/trust.ts";
import type { Requirement } from "../../plan/schema.ts";
import type { Policy } from "../../policy/policy.ts";
import { durationMs } from "../../policy/words.ts";
import { CONTENT } from "../fold/asked.ts";
import type { Context } from "../model/context.ts";
import type { Round, Task } from "../model/state.ts";
import { type Draft, emit, record } from "../step/draft.ts";
import { worksOn } from "../step/involved.ts";
import { requireRound } from "../step/refuse.ts";

/**
 * Asks the outstanding reviewers of the stage. After an escalation, which stopped them, asks all of them again.
 *
 * A clarification keeps its hold until its own answers are in.
 */
export function askOutstanding(draft: Draft, decision: Decision, context: Context): Draft {
  const { phase } = draft.task;
  const round = requireRound(draft.task);
  const { outstanding } = decision;
  if (
    phase.is === "held" &&
    phase.kind === "clarify" &&
    phase.reasons.some(({ about }) => about !== null && outstanding.includes(about))
  )
    return draft;
  const wasStopped = phase.is === "held" && phase.kind === "escalated";
  const unasked = outstanding.filter((id) => wasStopped || round.asked[id] === undefined);
  if (phase.is !== "reviewing" || unasked.length > 0)
    return ask(draft, unasked, context, outstanding);
  return phase.person === null && isPersonsTurn(draft.task, outstanding, context)
    ? ask(draft, outstanding, context)
    : draft;
}

/** Returns true if the round waits only for people. A machine that was asked later had taken their turn. */
function isPersonsTurn(task: Task, outstanding: readonly string[], context: Context): boolean {
  const waiting = requirementsOf(requireRound(task), outstanding);
  return waiting.every(({ human }) => human) && ablePeople(task, waiting, context).length > 0;
}

/** Records the question, sets the deadline and the person in turn. */
export function ask(
  draft: Draft,
  requirements: readonly string[],
  context: Context,
  outstanding: readonly string[] = requirements,
): Draft {
  const round = requireRound(draft.task);
  const waiting = requirementsOf(round, outstanding);
  const people = waiting.length > 0 && waiting.every((requirement) => requirement.human);
  const person = (people ? ablePeople(draft.task, waiting, context)[0] : null) ?? null;
  const limitMs = people
    ? reminderMs(context.policy)
    : durationMs(context.policy.limits.machineDeadline);
  const deadlineMs = context.nowMs + limitMs;
  const asked = record(draft, context, { type: "asked", requirements, person, deadlineMs });
  return emit(
    asked,
    { do: "ask", round: round.number, requirements },
    ...(person === null ? [] : [{ do: "notify", to: person, why: "your_turn" } as const]),
  );
}

/** Asks one machine only. `again`: on request of a person. */
export function askOne(
  draft: Draft,
  { requirement, reviewer: only, again }: { requirement: string; reviewer: string; again?: true },
  context: Context,
): Draft {
  const { number } = requireRound(draft.task);
  const requirements = [requirement];
  const deadlineMs = context.nowMs + durationMs(context.policy.limits.machineDeadline);
  const asked = record(draft, context, {
    type: "asked",
    requirements,
    person: null,
    deadlineMs,
    only,
    ...(again === undefined ? {} : { again }),
  });
  return emit(asked, { do: "ask", round: number, requirements, only });
}

/** Requests the content, again if necessary. The round waits for its plan. */
export function askContent(draft: Draft, { number }: Round, context: Context): Draft {
  const deadlineMs = context.nowMs + durationMs(context.policy.limits.machineDeadline);
  const asked = record(draft, context, {
    type: "asked",
    requirements: [CONTENT],
    person: null,
    deadlineMs,
  });
  return emit(asked, { do: "read_content", round: number });
}

/** Returns the milliseconds before a person's turn moves on. */
export function reminderMs({ limits }: Policy): number {
  return durationMs(limits.reminders[0] ?? "24h");
}

/**
 * Returns the people who may answer, in the order in which they are asked: first the person who requested the
 * last redo.
 */
export function ablePeople(
  task: Task,
  waiting: readonly Requirement[],
  context: Context,
): string[] {
  const { resolutions } = requireRound(task);
  const able = waiting
    .flatMap((requirement) => askedFor(requirement, resolutions))
    .filter((who) => mayAnswer(who, task, context));
  const asker = task.feedback.findLast((entry) => entry.decision === "redo")?.by;
  return [...able.filter((who) => who === asker), ...able.filter((who) => who !== asker)];
}

/** Returns true if a person may answer. The turn never moves to a person who may not. */
export function mayAnswer(who: string, task: Task, { policy }: Context): boolean {
  return !worksOn(who, task, policy);
}

/** Returns the requirements that wait for an answer according to the last decision. */
export function outstandingOf(round: Round): Requirement[] {
  return requirementsOf(round, round.decision?.outstanding ?? []);
}

function requirementsOf({ plan }: Round, ids: readonly string[]): Requirement[] {
  return (plan?.requirements ?? []).filter((requirement) => ids.includes(requirement.id));
}

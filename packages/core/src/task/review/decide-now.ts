import { decide } from "../../decision/decide.ts";
import type { DecisionInput } from "../../decision/input.ts";
import type { Policy } from "../../policy/policy.ts";
import { aggregate } from "../../verdict/aggregate.ts";
import type { Context } from "../model/context.ts";
import type { Round, Task } from "../model/state.ts";
import { type Draft, record } from "../step/draft.ts";
import { involvedIn } from "../step/involved.ts";
import { carryOut } from "./carry-out.ts";

/** Decides the current round and carries the decision out. */
export function decideNow(draft: Draft, context: Context, round: Round): Draft {
  const decision = decide(decisionInput(draft.task, round, context.policy));
  return carryOut(record(draft, context, { type: "decided", decision }), decision, context);
}

/** Returns the input of `decide()` for a task. Replay builds the same from the log. */
export function decisionInput(task: Task, round: Round, policy: Policy): DecisionInput {
  return {
    policy,
    plan: round.plan,
    verdicts: round.verdicts,
    report: aggregate(task.findings, round.number),
    task: taskParties(task, policy),
    round: {
      number: round.number,
      tree: round.content.tree,
      purpose: "gate",
      signal: round.signal,
      clarified: round.clarified,
      noResult: round.noResult,
      resolutions: round.resolutions,
      turns: round.turns,
    },
  };
}

/** Returns the people and agents behind the task, and its usage. */
export function taskParties(task: Task, policy: Policy): DecisionInput["task"] {
  return {
    authors: task.authors,
    ...involvedIn(task, policy),
    attempt: task.attempt,
    attemptLimit: task.attemptLimit ?? policy.limits.attempts,
    granted: task.attemptLimit !== null,
    costUsd: task.costUsd,
    budgetUsd: task.budgetUsd ?? policy.limits.costUsdPerTask,
  };
}

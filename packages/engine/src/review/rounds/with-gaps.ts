import {
  type Command,
  type Context,
  findGaps,
  type Reviewer,
  type Task,
  transition,
} from "@countersign/core";

export type PlanRound = Extract<Command, { type: "plan_round" }>;

/**
 * Adds what the policies missed to the command that plans a round.
 *
 * The plan is made twice, and the second one asks the reviewers that the first one lacks. Nothing is removed.
 * Reviewers that cannot be asked are not added: the policies did not require them, and the task would wait
 * for them in vain.
 */
export function withGaps(
  task: Task,
  command: PlanRound,
  context: Context,
  canBeAsked: (reviewer: Reviewer) => boolean = () => true,
): PlanRound {
  const { plan } = transition(task, command, context).task.round ?? {};
  if (!plan) return command;
  const reviewers = context.policy.reviewers.filter(canBeAsked);
  const found = findGaps(command.facts, plan, { ...context.policy, reviewers });
  return addGaps(command, found);
}

const MAX_GAPS = 50;

export function addGaps(command: PlanRound, found: PlanRound["gaps"]): PlanRound {
  return { ...command, gaps: [...command.gaps, ...found].slice(0, MAX_GAPS) };
}

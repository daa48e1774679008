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
 * Adds the gaps in the policies to the command that plans a round.
 *
 * The plan is compiled twice; the second one adds the reviewers that the first one lacks and removes none.
 * Reviewers that cannot be asked are not added, because the task would wait for them forever.
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

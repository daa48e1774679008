import { type Content, CountersignError, type Policy, transition } from "@countersign/core";
import { ENGINE } from "../../store/names/engine-keys.ts";
import { askMachine, type MachineResult, type ReviewDeps } from "./ask-machine.ts";
import { createLocalTask, LOCAL_AUTHOR, localContext, localSubmission } from "./local-task.ts";
import { readFacts } from "./read-facts.ts";

export type ReviewerTrial = {
  content: Content;
  policy: Policy;
  /** The reviewer's id in the policy. */
  reviewer: string;
  title: string;
  nowMs: number;
  signal: AbortSignal;
};

/**
 * Asks one reviewer about one change, in memory, even if the policy does not require it. Nothing is stored or
 * counted. The reviewer gets the brief, the copy and the caps of a real round.
 */
export async function tryReviewer(
  deps: ReviewDeps,
  { content, policy, reviewer, title, nowMs, signal }: ReviewerTrial,
): Promise<MachineResult> {
  const context = localContext({ policy, nowMs });
  const created = createLocalTask(title, content.repo, context);
  const submitted = transition(created, localSubmission(content), context(LOCAL_AUTHOR)).task;
  const facts = await readFacts(deps.mirror, policy, content);
  const { task } = transition(
    submitted,
    { type: "plan_round", round: 1, facts, gaps: [] },
    context(ENGINE),
  );
  const result = await askMachine(deps, { policy, task, of: "round", content, reviewer, signal });
  if (result !== null) return result;
  throw new CountersignError("not_found", `${reviewer} cannot be asked from here`, {
    hint: "See which reviewers are ready with: countersign reviewer list",
  });
}

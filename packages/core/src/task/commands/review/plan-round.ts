import type { Plan } from "../../../plan/schema.ts";
import { sealVerdict } from "../../../verdict/seal-verdict.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { TaskEvent } from "../../model/events.ts";
import type { Round, Task } from "../../model/state.ts";
import { carried } from "../../review/carried-verdicts.ts";
import { compileFor } from "../../review/compile-task-plan.ts";
import { decideNow } from "../../review/decide-now.ts";
import { type Draft, record } from "../../step/draft.ts";
import { refuse, requireRound, requireSystem, wrongState } from "../../step/refuse.ts";

/** Compiles the plan after the content was read, counts existing answers and decides. */
export function planRound(draft: Draft, command: CommandOf<"plan_round">, context: Context): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is !== "reviewing") return wrongState(task);
  const round = requireRound(task);
  if (command.round !== round.number)
    refuse("stale_round", task, `${task.id} is at round ${round.number}`, { given: command.round });
  if (round.plan !== null)
    refuse("wrong_state", task, `Round ${round.number} of ${task.id} already has a plan`);
  if (
    command.facts.content.tree !== round.content.tree ||
    command.facts.content.base !== round.content.base
  ) {
    refuse("stale_content", task, `The facts describe other content than round ${round.number}`);
  }
  const plan = compileFor(task, round, command.facts, command.gaps, context);
  const planned = record(draft, context, {
    type: "planned",
    round: round.number,
    facts: command.facts,
    plan,
    ...(command.costUsd === undefined ? {} : { costUsd: command.costUsd }),
  });
  const answered = record(
    planned,
    context,
    ...selfVerdict(task, round, plan),
    ...carried(task, round, plan, { context, sameDiff: command.sameDiff === true }),
  );
  return decideNow(answered, context, requireRound(answered.task));
}

/** Records the author's own review from a submission with DONE. It answers only `self`. */
function selfVerdict(task: Task, round: Round, plan: Plan): TaskEvent[] {
  const self = plan.requirements.find((requirement) => requirement.kind === "self");
  if (self === undefined || round.signal !== "DONE" || task.assignee === null) return [];
  const verdict = sealVerdict({
    id: `vrd_self${round.number}`,
    requirement: self.id,
    by: task.assignee,
    byKind: "agent",
    round: round.number,
    tree: round.content.tree,
    opinion: "approved",
    summary: "submitted with DONE",
    findings: [],
    costUsd: 0,
    sandboxed: false,
  });
  return [{ type: "verdict_recorded", verdict }];
}

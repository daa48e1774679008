import { gateOf } from "../../../decision/gate.ts";
import { asked, distrusted } from "../../../decision/trust.ts";
import type { FeedbackEntry } from "../../../feedback/schema.ts";
import { sealVerdict } from "../../../verdict/seal-verdict.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { Task } from "../../model/state.ts";
import { outstandingOf } from "../../review/ask.ts";
import { decideNow, decisionInput } from "../../review/decide-now.ts";
import { type Draft, record } from "../../step/draft.ts";
import { refuse, requirePerson, requireRound, wrongState } from "../../step/refuse.ts";
import { feedbackStamp, openGrace } from "./grace.ts";

export function approve(draft: Draft, command: CommandOf<"approve">, context: Context): Draft {
  const { task } = draft;
  requirePerson(task, context, command.requirement);
  if (task.phase.is === "approved" || task.phase.is === "merging" || task.phase.is === "done") {
    return record(draft, context, { type: "noted", what: "already_approved" });
  }
  if (task.phase.is !== "reviewing") return wrongState(task);
  requireSeat(task, command, context);
  const { round, tree, requirement, id, note } = command;
  const verdict = sealVerdict({
    id,
    requirement,
    by: context.actor.id,
    byKind: "human",
    round,
    tree,
    opinion: "approved",
    summary: note ?? "",
    findings: [],
    costUsd: 0,
    sandboxed: false,
  });
  const recorded = record(draft, context, { type: "verdict_recorded", verdict });
  const decided = decideNow(recorded, context, requireRound(recorded.task));
  if (decided.task.phase.is !== "approved") return decided;
  const entry: FeedbackEntry = {
    ...feedbackStamp(task, context),
    decision: "approved",
    ...(note === undefined ? {} : { customFeedback: note }),
  };
  return openGrace(
    record(decided, context, { type: "feedback_given", entry }),
    task,
    "approve",
    id,
    context,
  );
}

/** Requires that the person holds an open requirement of the current stage. */
function requireSeat(task: Task, command: CommandOf<"approve">, context: Context): void {
  const round = requireRound(task);
  const requirement = outstandingOf(round).find(
    (candidate) => candidate.id === command.requirement,
  );
  if (requirement?.human !== true) {
    const waiting = outstandingOf(round).map(({ id, who }) => `${who.join(", ")} (${id})`);
    const message = `${task.id} is waiting for ${waiting.join(" and ") || "no reviewer"}, not for you as ${command.requirement}`;
    refuse("not_your_turn", task, message, { turn: "others" });
  }
  const seat = {
    by: context.actor.id,
    byKind: context.actor.kind,
    round: command.round,
    tree: command.tree,
  };
  const distrust = distrusted(seat, requirement, decisionInput(task, round, context.policy));
  if (distrust === "trust_author")
    refuse("self_review", task, `${context.actor.id} is an author of ${task.id}`, {
      layer: requirement.kind,
    });
  if (distrust !== null) {
    refuse(
      "not_your_turn",
      task,
      `${task.id} is waiting for ${asked(requirement, round.resolutions).join(", ")}`,
      { turn: requirement.who.join(", ") },
    );
  }
  const gate = round.decision && gateOf(round.decision.counts);
  const isFlagged = context.policy.tables.severity.needsFixes === "flag";
  if (gate === "fail" || (gate === "needs_fixes" && !isFlagged))
    refuse("gate_closed", task, `The gate of ${task.id} is ${gate}`, { gate });
}

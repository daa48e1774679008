import type { Actor, Command } from "@countersign/core";
import { ENGINE } from "../../store/names/engine-keys.ts";
import type { MachineQuestion, MachineResult } from "./ask-machine.ts";

/** A command for the task, and its actor. */
export type AnswerCommand = {
  actor: Actor;
  command: Extract<Command, { type: "record_verdict" | "no_result" }>;
};

/** Converts a machine's result into the command for its task: a verdict, or a missing result. */
export function answerCommand(
  id: string,
  number: number,
  { policy, of, content, requirement, reviewer }: MachineQuestion,
  result: MachineResult,
): AnswerCommand {
  const about = { of, number, tree: content.tree, requirement: requirement.id } as const;
  const used = "kind" in result ? result : null;
  const costUsd = used?.costUsd ?? 0;
  const tokens = used?.tokens ?? undefined;
  if ("noResult" in result) {
    const reason = result.noResult.slice(0, MAX_REASON);
    const cause = "cause" in result ? result.cause : "failed";
    return {
      actor: ENGINE,
      command: { type: "no_result", ...about, reviewer, cause, reason, costUsd, tokens },
    };
  }
  const { opinion, summary, findings, sandboxed } = result;
  const seen = "unchanged" in result ? result.unchanged : [];
  const notShownWhole = "notShownWhole" in result ? result.notShownWhole : undefined;
  const entry = policy.reviewers.find((known) => known.id === reviewer);
  const isAgent = used !== null && entry?.kind !== "check";
  return {
    actor: isAgent
      ? { id: reviewer, kind: "agent", planner: false, engineRun: true }
      : { id: reviewer, kind: "check", planner: false },
    command: {
      type: "record_verdict",
      id,
      ...about,
      opinion,
      summary,
      findings: findings.map((raw, index) => ({ raw, onUnchangedLines: seen.includes(index) })),
      costUsd,
      sandboxed,
      family: entry?.modelFamily ?? undefined,
      tokens,
      ...(notShownWhole === undefined ? {} : { notShownWhole }),
    },
  };
}

const MAX_REASON = 2_000;

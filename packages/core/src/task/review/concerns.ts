import type { Decision, Reason } from "../../decision/schema.ts";
import type { Context } from "../model/context.ts";
import type { Concern } from "../model/state.ts";
import { type Draft, record } from "../step/draft.ts";

/** Logs concerns that block nothing to the task's issues, each once per round. */
export function logConcerns(draft: Draft, decision: Decision, context: Context): Draft {
  const concerns = decision.reasons
    .filter((reason) => reason.effect === "flag")
    .map(({ row, inputs }) => ({ row, by: namesIn(inputs) }));
  return logFresh(draft, concerns, context);
}

/** Logs the concerns that the issues of this round do not have yet. */
export function logFresh(draft: Draft, concerns: readonly Concern[], context: Context): Draft {
  const round = draft.task.round?.number ?? 0;
  const known = draft.task.issues.filter((issue) => issue.round === round).map(nameOfConcern);
  const fresh = new Map(concerns.map((concern) => [nameOfConcern(concern), concern]));
  for (const name of known) fresh.delete(name);
  return [...fresh.values()].reduce(
    (current, concern) => record(current, context, { type: "concern_logged", ...concern }),
    draft,
  );
}

function nameOfConcern({ row, by }: Concern): string {
  return [row, ...by].join(" ");
}

export function namesIn(inputs: Reason["inputs"]): string[] {
  return [inputs.by, inputs.concerns].flatMap((value) => (Array.isArray(value) ? value : []));
}

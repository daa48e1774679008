import type { ReviewerState } from "../../ports/reviewer-runner.ts";

/** Why a reviewer cannot be asked, and what helps, in two sentences. */
export function describeNotReady({ reason, hint }: Extract<ReviewerState, { ok: false }>): string {
  return `${reason.replace(/\.$/, "")}. ${hint}`;
}

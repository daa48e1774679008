import type { Policy, Reviewer, RunnableReviewer } from "@countersign/core";
import { findRunner } from "../../policy/engine-run.ts";
import type {
  ReviewerRunner,
  ReviewerRunners,
  ReviewerState,
} from "../../ports/reviewer-runner.ts";

/** Milliseconds for which a reviewer's state is taken as known. */
const FRESH_MS = 60_000;

/** Whether the reviewers that the engine runs can be asked now: their program, key and sandbox are there. */
export interface ReviewerReadiness {
  /** Looks at every agent reviewer of a policy whose state is not known or old. */
  refresh(policy: Pick<Policy, "reviewers">): Promise<void>;
  /** The agent reviewers that were ready when they were last looked at. */
  ready(policy: Pick<Policy, "reviewers">): RunnableReviewer[];
}

/** What one runner said; another runner, made from a changed configuration, is looked at again. */
type Known = { runner: ReviewerRunner; isReady: boolean; atMs: number };

/** Remembers the state of each reviewer, because looking may start its program. */
export function createReadiness(
  runners: ReviewerRunners,
  now: () => number = () => performance.now(),
): ReviewerReadiness {
  const known = new Map<string, Known>();
  const agentsOf = ({ reviewers }: Pick<Policy, "reviewers">) =>
    reviewers.filter(({ kind }) => kind === "agent");
  return {
    async refresh(policy) {
      for (const reviewer of agentsOf(policy)) {
        const runner = findRunner(reviewer, runners);
        const last = known.get(keyOf(reviewer));
        const isFresh = last?.runner === runner && now() - last.atMs < FRESH_MS;
        if (runner === null || isFresh) continue;
        const state = await runner.state(reviewer).catch(() => ({ ok: false }));
        known.set(keyOf(reviewer), { runner, isReady: state.ok, atMs: now() });
      }
    },
    ready: (policy) =>
      agentsOf(policy)
        .filter((reviewer) => {
          const last = known.get(keyOf(reviewer));
          return last?.isReady === true && last.runner === findRunner(reviewer, runners);
        })
        .map(({ id, modelFamily }) => ({ id, ...(modelFamily === null ? {} : { modelFamily }) })),
  };
}

/** Reviewers that are run in the same way have one state. */
function keyOf({ id, adapter, model }: Reviewer): string {
  return JSON.stringify([id, adapter, model]);
}

/** Why a reviewer cannot be asked, and what helps, in two sentences. */
export function describeNotReady({ reason, hint }: Extract<ReviewerState, { ok: false }>): string {
  return `${reason.replace(/\.$/, "")}. ${hint}`;
}

import type { Policy, Reviewer, RunnableReviewer } from "@countersign/core";
import { findRunner } from "../../policy/engine-run.ts";
import type {
  ReviewerRunner,
  ReviewerRunners,
  ReviewerState,
} from "../../ports/reviewer-runner.ts";

/** Milliseconds for which a reviewer's state is cached. */
const FRESH_MS = 60_000;

/** Reports whether the reviewers that the engine runs are available: program, key and sandbox. */
export interface ReviewerReadiness {
  /** Checks every agent reviewer of a policy whose state is unknown or expired. True if it checked one. */
  refresh(policy: Pick<Policy, "reviewers">): Promise<boolean>;
  /** Returns the agent reviewers that were ready at the last check. */
  ready(policy: Pick<Policy, "reviewers">): RunnableReviewer[];
}

/** The cached state of one runner. A new runner after a configuration change is checked again. */
type CachedState = { runner: ReviewerRunner; isReady: boolean; atMs: number };

/** Caches the state of each reviewer, because a check may start its program. */
export function createReadiness(
  runners: ReviewerRunners,
  now: () => number = () => performance.now(),
): ReviewerReadiness {
  const known = new Map<string, CachedState>();
  const agentReviewers = ({ reviewers }: Pick<Policy, "reviewers">) =>
    reviewers.filter(({ kind }) => kind === "agent");
  return {
    async refresh(policy) {
      let hasChecked = false;
      for (const reviewer of agentReviewers(policy)) {
        const runner = findRunner(reviewer, runners);
        const last = known.get(stateKey(reviewer));
        const isFresh = last?.runner === runner && now() - last.atMs < FRESH_MS;
        if (runner === null || isFresh) continue;
        const state = await runner.state(reviewer).catch(() => ({ ok: false }));
        known.set(stateKey(reviewer), { runner, isReady: state.ok, atMs: now() });
        hasChecked = true;
      }
      return hasChecked;
    },
    ready: (policy) =>
      agentReviewers(policy)
        .filter((reviewer) => {
          const last = known.get(stateKey(reviewer));
          return last?.isReady === true && last.runner === findRunner(reviewer, runners);
        })
        .map(({ id, modelFamily }) => ({ id, ...(modelFamily === null ? {} : { modelFamily }) })),
  };
}

/** Returns one key for all reviewers that run the same way. */
function stateKey({ id, adapter, model }: Reviewer): string {
  return JSON.stringify([id, adapter, model]);
}

/** Describes why a reviewer is not ready and how to fix it, in two sentences. */
export function describeNotReady({ reason, hint }: Extract<ReviewerState, { ok: false }>): string {
  return `${reason.replace(/\.$/, "")}. ${hint}`;
}

import type { ReviewerRunner } from "@countersign/engine";
import { plainPolicy } from "../../engine/plain-policy.ts";

const FAILS = "fails-at-once";
const builtin = { kind: "check", adapter: "builtin", description: "For a test" };
const asked = { kind: "agent", adapter: "model", retries: 0, description: "For a test" };

/** What the policy asks besides the built-in checks, by label. */
function required(label: string, reviewer: string) {
  return { id: label, when: { label }, require: [{ reviewer }], description: "For a test" };
}

/** Two owners, no merge within the hour, and labels that bring a task into the state that an action needs. */
export const RACE_POLICY = {
  ...plainPolicy("ana"),
  people: { owner: ["ana", "eve"] },
  reviewers: [
    { id: "integrity", name: "Integrity", ...builtin },
    { id: "secrets", name: "Secrets", ...builtin },
    { id: FAILS, name: "Fails", ...asked },
    { id: "never-answers", name: "Silent", ...asked },
  ],
  policies: [
    { ...required("universal", "secrets"), when: "always" },
    required("finding", "integrity"),
    required("held", FAILS),
    required("waiting", "never-answers"),
  ],
  merge: { graceSeconds: 3_600 },
};

/** One reviewer has no result at once; the other answers only when it is stopped. */
export const raceRunner: ReviewerRunner = {
  state: async () => ({ ok: true, version: "1" }),
  ask: async ({ reviewer, signal }) => {
    if (reviewer.id !== FAILS) await untilAborted(signal);
    const reason = "It has no result.";
    return { ok: false, reason, again: "never", usage: null, durationMs: 1, sandboxed: true };
  },
};

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

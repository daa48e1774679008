import { CountersignError } from "@countersign/core";
import { transact } from "../platform/transact.ts";
import type { Seal } from "../ports/seal-body.ts";
import type { SigningKey } from "../ports/signer.ts";
import { type ActingParty, recordChange } from "../store/organisation/organisation-log.ts";
import { type CopyState, compareCopy } from "./compare-copy.ts";
import { makeSeal, requireCopy, type SealDeps } from "./seal-once.ts";
import { lockSeals, readLastSeal } from "./seal-store.ts";

/** The hashes of the last seals that the person was shown, and why one is missing. */
export type ShownLoss = { outside: string | null; inside: string | null; reason: string };

/**
 * Resumes sealing after a loss that a person accepted: a restored database, or a missing copy or key.
 *
 * The new seal follows the last one in the database and permanently records the missing one.
 */
export async function acceptLoss(
  deps: SealDeps,
  org: string,
  { by, reason, ...shown }: { by: ActingParty } & ShownLoss,
): Promise<Seal> {
  const seal = await transact(deps.pool, org, async (session) => {
    await lockSeals(session);
    const last = await readLastSeal(session);
    const outside = await deps.copy.last(org);
    requireShown(shown, outside, last);
    const state = compareCopy(outside, last);
    const key = await deps.signer.current();
    requireLoss(state, last, key);
    if (state.is === "behind" && last !== null) await deps.copy.append(org, last);
    const missing = state.is === "lost" ? state.missing : null;
    const number = Math.max(last?.body.number ?? 0, missing?.number ?? 0) + 1;
    const says = { type: "accept" as const, by: by.id, reason, missing };
    const entry = { type: "loss_accepted", seal: missing?.number ?? null, reason } as const;
    await recordChange(session, by, entry);
    return makeSeal(deps, session, { org, last, leaves: [], says, key, number });
  });
  await requireCopy(deps, org);
  return seal;
}

/**
 * Refuses to accept a loss while the external copy is complete and the current key is the one that signed
 * last.
 */
function requireLoss(state: CopyState, last: Seal | null, key: SigningKey): void {
  if (state.is === "lost" || (last !== null && last.body.key !== key.id)) return;
  throw new CountersignError("wrong_state", "No seal is missing, so there is nothing to accept", {
    details: { task: "The log", state: "complete" },
  });
}

/** Accepts only the loss that the person was shown, not one that happened since. */
function requireShown(
  shown: Omit<ShownLoss, "reason">,
  outside: Seal | null,
  inside: Seal | null,
): void {
  const isSame =
    shown.outside === (outside?.hash ?? null) && shown.inside === (inside?.hash ?? null);
  if (isSame) return;
  const outsideText = sealText(outside);
  const insideText = sealText(inside);
  throw new CountersignError(
    "stale_content",
    `The seals have changed since they were shown: ${outsideText} outside the database, ${insideText} in it`,
    {
      details: { task: "The log" },
      hint: "Check the loss again: countersign audit accept --dry-run",
    },
  );
}

function sealText(seal: Seal | null): string {
  return seal === null ? "none" : `seal ${seal.body.number}`;
}

import { CountersignError } from "@countersign/core";
import { transact } from "../store/transact.ts";
import { compareCopy } from "./compare-copy.ts";
import type { Seal } from "./seal-body.ts";
import { makeSeal, requireCopy, type SealParts } from "./seal-once.ts";
import { lockSeals, readLastSeal } from "./seal-store.ts";

/**
 * Goes on after a loss that a person has understood: a database that was restored, a copy or a key that is gone.
 *
 * The seal that says so follows the last one in the database, names the one that is missing, and stays.
 */
export async function acceptLoss(
  parts: SealParts,
  org: string,
  { by, reason }: { by: string; reason: string },
): Promise<Seal> {
  const seal = await transact(parts.pool, org, async (session) => {
    await lockSeals(session, org);
    const last = await readLastSeal(session, org);
    const outside = await parts.copy.last(org);
    const state = compareCopy(outside, last);
    const key = await parts.signer.current();
    const isOwnKey = last === null || last.body.key === key.id;
    if (state.is !== "lost" && isOwnKey)
      throw new CountersignError("wrong_state", "Nothing is missing: there is nothing to accept", {
        details: { task: "The log", state: "complete" },
      });
    if (state.is === "behind" && last !== null) await parts.copy.append(org, last);
    const missing = state.is === "lost" ? state.missing : null;
    const number = Math.max(last?.body.number ?? 0, missing?.number ?? 0) + 1;
    const says = { type: "accept" as const, by, reason, missing };
    return makeSeal(parts, session, { org, last, leaves: [], says, key, number });
  });
  await requireCopy(parts, org);
  return seal;
}

import type { checkpoints } from "@countersign/core";

/**
 * What a witness answers to a checkpoint. `cosigned`: its lines, which are not verified yet. `other_size`: it saw the
 * chain at another size last. `failed`: it could not be asked, or refused.
 */
export type WitnessAnswer =
  | { is: "cosigned"; lines: string }
  | { is: "other_size"; size: number }
  | { is: "failed"; reason: string };

/** Offers checkpoints to witnesses, as tlog-witness of C2SP defines it. */
export interface WitnessClient {
  /** Sends the body of `add-checkpoint` to a witness. Never throws. */
  addCheckpoint(address: string, body: string): Promise<WitnessAnswer>;
  verify: checkpoints.VerifyEd25519;
}

import { createHash, randomBytes } from "node:crypto";
import { CountersignError } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { createBuckets } from "../guards/buckets.ts";
import { requireRoom } from "../guards/limit-requests.ts";
import type { IdentityProvider, SignInProof } from "./identity-provider.ts";

/** Seconds that a person has to sign in at the provider. */
export const BEGUN_S = 300;

/** Sign-ins that may begin in a burst and then per second, for all clients together. */
const BURST = 1_000;
const PER_SECOND = 30;

/** What a sign-in is for. */
type Purpose = {
  method: IdentityProvider["method"];
  /** Binds the account to the invited person. Null for a person who is already known. */
  invitation: string | null;
  /** The session for which administration is wanted. Null for a new session. */
  administrator: Principal | null;
};

export type BegunSignIn = Purpose & { proof: SignInProof };

export type BegunSignIns = {
  begin(purpose: Purpose): BegunSignIn;
  /** Uses up a begun sign-in. Each is valid once, for five minutes, for the method with which it began. */
  take(state: string, method: IdentityProvider["method"]): BegunSignIn;
};

/**
 * Keeps begun sign-ins in the memory of this process, by the hash of their state. Their number is bounded by the rate
 * at which they begin, so a flood refuses new ones and never pushes out one that a person is about to finish.
 */
export function createBegunSignIns(nowMs: () => number = Date.now): BegunSignIns {
  const kept = new Map<string, BegunSignIn>();
  const rate = createBuckets(BURST, PER_SECOND, nowMs);
  const isOver = ({ proof }: BegunSignIn) => proof.begunMs + BEGUN_S * 1_000 <= nowMs();
  return {
    begin(purpose) {
      requireRoom(rate.take(""), "Too many sign-ins begin at the same time.");
      for (const [key, begun] of kept)
        if (isOver(begun)) kept.delete(key);
        else break;
      const isFresh = purpose.administrator !== null;
      const [state, nonce, verifier] = [random(), random(), random()];
      const proof = { state, nonce, verifier, begunMs: nowMs(), isFresh };
      const begun = { ...purpose, proof };
      kept.set(hashState(state), begun);
      return begun;
    },
    take(state, method) {
      const key = hashState(state);
      const begun = kept.get(key);
      if (begun === undefined || begun.method !== method || isOver(begun)) throw notBegun();
      kept.delete(key);
      return begun;
    },
  };
}

/** Says the same for a sign-in that was never begun, has expired, was used, or began in another browser. */
export function notBegun(): CountersignError {
  return new CountersignError("forbidden", "This sign-in was not begun here, or too long ago.", {
    hint: "Sign in again.",
  });
}

function random(): string {
  return randomBytes(32).toString("base64url");
}

function hashState(state: string): string {
  return createHash("sha256").update(state).digest("base64url");
}

import { z } from "zod";
import type { Policy } from "../policy/policy.ts";

/**
 * How sure a verifier can be that a person was present, weakest first.
 *
 * `told`: the engine says so. `signed`: a key signed. `touched`: a device was touched. `unlocked`: a device checked a
 * PIN, a fingerprint or a face.
 */
export const PresenceLevel = z.enum(["told", "signed", "touched", "unlocked"]);
export type PresenceLevel = z.infer<typeof PresenceLevel>;

/** The levels that a signature can show. */
export const SignatureLevel = PresenceLevel.exclude(["told"]);
export type SignatureLevel = z.infer<typeof SignatureLevel>;

export function isLevelAtLeast(level: PresenceLevel, minimum: PresenceLevel): boolean {
  return PresenceLevel.options.indexOf(level) >= PresenceLevel.options.indexOf(minimum);
}

const REQUIRED_LEVELS = {
  terminal: "told",
  verified: "signed",
  touched: "touched",
  unlocked: "unlocked",
} as const satisfies Record<Policy["trust"]["humanPresence"], PresenceLevel>;

/** Returns the highest level that any of the policies requires of a decision that lets something through. */
export function requiredLevel(policies: readonly Pick<Policy, "trust">[]): PresenceLevel {
  const levels = policies.map(({ trust }): PresenceLevel => REQUIRED_LEVELS[trust.humanPresence]);
  return PresenceLevel.options.findLast((level) => levels.includes(level)) ?? "told";
}

import { z } from "zod";

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

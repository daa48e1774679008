import type { TrustVersion } from "@countersign/core";
import type { ProvenAct } from "../access/presence-verifier.ts";

/** Returns the keys of a person in a trust file, with their origins. Only their signatures count in a proof. */
export function trustedKeys(trust: TrustVersion | null, name: string): ProvenAct["keys"] {
  if (trust === null || !Object.hasOwn(trust.file.people, name)) return [];
  return trust.file.people[name]?.keys ?? [];
}

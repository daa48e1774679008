import { isSameName } from "../kernel/name-key.ts";
import type { SignatureReading } from "./evidence.ts";
import type { SignedLine } from "./parse-proof.ts";
import type { ActStatement, PersonAct } from "./schema-act.ts";
import type { TrustedKey, TrustFile } from "./schema-trust.ts";

/** An act of the proof with its signature and the time at which the engine recorded it. */
export type JudgedAct = {
  digest: string;
  statement: ActStatement;
  act: PersonAct;
  signature: SignatureReading;
  recorded: string;
};

export function toJudgedAct(
  { digest, statement }: SignedLine<ActStatement>,
  signature: SignatureReading,
  recorded: string,
): JudgedAct {
  return { digest, statement, act: statement.predicate, signature, recorded };
}

/** Returns the key of the person whose signature this is. Null if it is not among the person's keys. */
export function signingKey(
  by: string,
  signature: SignatureReading,
  { people }: Pick<TrustFile, "people">,
): TrustedKey | null {
  if (!signature.ok || !Object.hasOwn(people, by)) return null;
  return people[by]?.keys.find(({ key }) => key === signature.key) ?? null;
}

/** Returns true if a key does not count for the move with this number. */
export function isRevoked(
  { fingerprint }: { fingerprint: string },
  number: number,
  revoked: TrustFile["revoked"],
): boolean {
  return revoked.some(({ key, from }) => key === fingerprint && number >= from);
}

export function isAmong(name: string, names: readonly string[]): boolean {
  return names.some((other) => isSameName(name, other));
}

import type { TrustedKey, TrustFile } from "./schema-trust.ts";

/** The facts that one version of a trust file adds to another, and those that it removes. */
export type TrustDifference = { added: string[]; removed: string[] };

/**
 * Returns everything that a trust file says, except its number and its repository, as one line per fact.
 *
 * People sign the added and removed facts of a change, so that they can read what they sign.
 */
export function trustFacts(file: TrustFile): string[] {
  return [
    `quorum ${file.quorum}`,
    `witness quorum ${file.witnesses.quorum}`,
    ...file.owners.map((owner) => `owner ${owner}`),
    ...Object.keys(file.people).map((name) => `person ${name}`),
    ...Object.entries(file.people).flatMap(([name, { keys }]) =>
      keys.map((key) => keyFact(name, key)),
    ),
    ...Object.entries(file.engines).map(([name, key]) => `engine ${name} ${key}`),
    ...file.recovery.map((key) => `recovery ${key}`),
    ...file.witnesses.keys.map((key) => `witness ${key}`),
    ...file.revoked.map(({ key, from }) => `revoked ${key} from ${from}`),
  ].toSorted();
}

export function trustDifference(before: TrustFile, after: TrustFile): TrustDifference {
  const [old, next] = [trustFacts(before), trustFacts(after)];
  return {
    added: next.filter((fact) => !old.includes(fact)),
    removed: old.filter((fact) => !next.includes(fact)),
  };
}

function keyFact(name: string, { key, origins, attested, addedBy }: TrustedKey): string {
  const device = attested ? "attested" : "unattested";
  return `key ${name} ${key} ${device} added by ${addedBy} for ${origins.join(",") || "any"}`;
}

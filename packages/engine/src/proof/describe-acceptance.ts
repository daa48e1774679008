import type { ProvenAct } from "../access/presence-verifier.ts";
import type { Mirror } from "../ports/mirror.ts";
import { readTrustVersion } from "./read-trust-version.ts";

/**
 * Describes an owner's acceptance of commits of others as a proof states it. Null if no proof contains it: the target
 * did not move, or has no trust file.
 */
export async function describeAcceptance(
  mirror: Pick<Mirror, "readFile" | "pin">,
  by: string,
  { id, path, target, tip: from }: { id: string; path: string; target: string; tip: string | null },
  to: string,
): Promise<ProvenAct | null> {
  if (from === null || from === to) return null;
  const trust = await readTrustVersion(mirror, id, from);
  const pinned = await mirror.pin({ id, path }, to);
  if (trust === null || pinned === null) return null;
  const { file, sha256 } = trust;
  const keys = Object.hasOwn(file.people, by) ? (file.people[by]?.keys ?? []) : [];
  return {
    subject: { target, tree: pinned.tree },
    stated: {
      ...{ act: "accept", from, to, repository: file.repository },
      trust: { number: file.number, sha256 },
    },
    keys,
  };
}

import {
  CODE_OWNERS_PATHS,
  type CodeOwner,
  findOwnerRules,
  MAX_CODE_OWNERS_BYTES,
  type OwnedPaths,
  type Policy,
  parseCodeOwners,
} from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { listAccountLogins } from "../../store/forge/linked-accounts.ts";
import { readRepository } from "../../store/organisation/repositories.ts";

type OwnerScope = Pick<EngineScope, "mirror" | "read" | "forge">;

/**
 * Finds who owns the changed paths, by the CODEOWNERS file of the accepted target: a change cannot choose its own
 * owners, not even by an old base. Empty if the policy does not ask code owners.
 */
export async function readOwnedPaths(
  scope: OwnerScope,
  repo: string,
  policy: Policy,
  paths: readonly string[],
): Promise<OwnedPaths[]> {
  if (!policy.peers.codeOwners) return [];
  const text = await readOwnersFile(scope, repo);
  const [path] = paths;
  if (text === null || path === undefined) return [];
  if (text === TOO_LARGE) return [{ line: 1, path, people: [], unknown: [TOO_LARGE] }];
  const found = findOwnerRules(parseCodeOwners(text), paths);
  const { forge } = scope;
  const logins =
    found.length === 0 || forge === undefined
      ? new Map<string, string>()
      : await scope.read((session) => listAccountLogins(session, forge.host));
  return found.map(({ rule: { line, owners }, path: first }) => {
    const named = owners.map((owner) => ({ owner, person: personOf(owner, logins, policy) }));
    return {
      ...{ line, path: first },
      people: named.flatMap(({ person }) => person ?? []),
      unknown: named.flatMap(({ owner, person }) => (person === null ? [ownerName(owner)] : [])),
    };
  });
}

/** A forge ignores such a file. Here no person is known then, so the repository's owner answers. */
const TOO_LARGE = "the file is too large";

/** Reads the first CODEOWNERS file of the accepted target. Null if it has none. */
async function readOwnersFile(scope: OwnerScope, repo: string): Promise<string | null> {
  const { tip } = await scope.read((session) => readRepository(session, repo));
  for (const path of CODE_OWNERS_PATHS) {
    const file = await scope.mirror.readFile(repo, tip, path, MAX_CODE_OWNERS_BYTES);
    if (file !== null)
      return file.bytes === null ? TOO_LARGE : Buffer.from(file.bytes).toString("utf8");
  }
  return null;
}

/** Accounts are found by the login they had when an administrator linked them. Teams have no person. */
function personOf(
  owner: CodeOwner,
  logins: ReadonlyMap<string, string>,
  { people }: Pick<Policy, "people">,
): string | null {
  if (owner.is === "account") return logins.get(owner.login.toLowerCase()) ?? null;
  if (owner.is === "team") return null;
  const address = owner.address.toLowerCase();
  const known = Object.entries(people.emails).find(([email]) => email.toLowerCase() === address);
  return known?.[1] ?? null;
}

function ownerName(owner: CodeOwner): string {
  if (owner.is === "account") return `@${owner.login}`;
  return owner.is === "team" ? `@${owner.organization}/${owner.team}` : owner.address;
}

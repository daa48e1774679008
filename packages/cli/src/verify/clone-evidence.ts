import type { Clone } from "@countersign/adapters";
import {
  type ClonedMove,
  CODE_OWNERS_PATHS,
  type Facts,
  findOwnerRules,
  MAX_CODE_OWNERS_BYTES,
  type MoveStatement,
  type OwnedPaths,
  type Policy,
  parseCodeOwners,
} from "@countersign/core";
import { readFacts } from "@countersign/engine";
import type { ReadPolicy } from "./policy-at.ts";
import { readTrustAt } from "./trust-at.ts";

type Round = NonNullable<MoveStatement["predicate"]["round"]>;

/** A move whose commit and parent the clone has. */
export type PresentMove = {
  commit: string;
  parent: string;
  predicate: MoveStatement["predicate"];
  target: string;
  policy: ReadPolicy;
};

/** What the clone shows about a move. `owners` is false if it cannot tell who owns the changed paths. */
export type CloneReading = { clone: ClonedMove; knowsOwners: boolean };

/** Reads what the clone contains about a move, every object by its recomputed id. */
export async function readCloneEvidence(clone: Clone, move: PresentMove): Promise<CloneReading> {
  const { commit, parent, predicate, policy } = move;
  const { round } = predicate;
  const read = await clone.readCommit(commit);
  const changes = await clone.digestChanges(parent, commit);
  const tree = read?.tree ?? "";
  const reviewed = round && (await readReviewed(clone, move, round, { tree, changes }));
  const parents = read?.parents ?? [];
  const descends = parents.includes(parent) || (await clone.isAncestor(parent, commit)) !== false;
  return {
    clone: {
      ...{ commit, tree, descends, changes },
      contentChanges: reviewed?.changes ?? null,
      trailer: findTrailer(read?.message ?? ""),
      policyFiles: policy.files,
      facts: reviewed?.facts ?? null,
      addresses: addressesIn(reviewed?.facts ?? null),
      nextTrust: await readTrustAt(clone, commit),
    },
    knowsOwners: reviewed?.knowsOwners ?? true,
  };
}

type Reviewed = { changes: string | null; facts: Facts | null; knowsOwners: boolean };

/**
 * Reads the reviewed change. A clone may lack it: with the binding `changes`, the commit makes the same changes to its
 * parent, so these are read instead.
 */
async function readReviewed(
  clone: Clone,
  { commit, parent, target, policy: { policy } }: PresentMove,
  { binding, content }: Round,
  actual: { tree: string; changes: string },
): Promise<Reviewed> {
  const hasBase = content.base === parent || (await clone.hasObject(content.base));
  const hasTree = content.tree === actual.tree || (await clone.hasObject(content.tree));
  const isWhole = hasBase && hasTree;
  if (!isWhole && (binding === "tree" || content.changes !== actual.changes))
    return { changes: null, facts: null, knowsOwners: true };
  const { base, tree } = isWhole ? content : { base: parent, tree: actual.tree };
  const isActual = base === parent && tree === actual.tree;
  const changes = isActual ? actual.changes : await clone.digestChanges(base, tree);
  if (policy === null) return { changes, facts: null, knowsOwners: true };
  const hasHead = await clone.hasObject(content.head);
  const commits = hasHead ? { base, head: content.head } : { base: parent, head: commit };
  const owners = createOwnerReader(clone, parent, policy);
  const facts = await readFacts(
    {
      ...clone.files,
      readChange: (change, protectedKeys) => clone.readChange(change, { protectedKeys, commits }),
    },
    policy,
    { repo: "clone", target: target.replace("refs/heads/", ""), base, head: content.head, tree },
    owners.read,
  );
  return { changes, facts, knowsOwners: owners.isComplete() };
}

/**
 * Reads who owns the changed paths, by the CODEOWNERS file of the parent. Only the engine knows which person has an
 * account at a forge, so such an owner is not known here.
 */
function createOwnerReader(
  { files }: Pick<Clone, "files">,
  parent: string,
  policy: Pick<Policy, "peers" | "people">,
) {
  let isComplete = true;
  const read = async (paths: readonly string[]): Promise<OwnedPaths[]> => {
    const text = policy.peers.codeOwners ? await readOwnersFile(files, parent) : null;
    const [first] = paths;
    if (text === null || first === undefined) return [];
    if (text === TOO_LARGE) return [{ line: 1, path: first, people: [], unknown: [TOO_LARGE] }];
    return findOwnerRules(parseCodeOwners(text), paths).map(({ rule: { line, owners }, path }) => {
      if (owners.some(({ is }) => is === "account")) isComplete = false;
      const addresses = owners.flatMap((owner) => (owner.is === "email" ? owner.address : []));
      const named = addresses.map((address) => ({ address, person: personAt(address, policy) }));
      return {
        ...{ line, path },
        people: named.flatMap(({ person }) => person ?? []),
        unknown: named.flatMap(({ address, person }) => (person === null ? [address] : [])),
      };
    });
  };
  return { read, isComplete: () => isComplete };
}

const TOO_LARGE = "the file is too large";

async function readOwnersFile(files: Clone["files"], commit: string): Promise<string | null> {
  for (const path of CODE_OWNERS_PATHS) {
    const file = await files.readFile("", commit, path, MAX_CODE_OWNERS_BYTES);
    if (file === null) continue;
    return file.bytes === null ? TOO_LARGE : Buffer.from(file.bytes).toString("utf8");
  }
  return null;
}

function personAt(address: string, { people }: Pick<Policy, "people">): string | null {
  const wanted = address.toLowerCase();
  return (
    Object.entries(people.emails).find(([email]) => email.toLowerCase() === wanted)?.[1] ?? null
  );
}

const TRAILER = /^Countersign-Proof: ([0-9a-f]{64})$/gm;

/** Returns the trailer of a merge. The last one counts, because a title cannot come after it. */
function findTrailer(message: string): string | null {
  return [...message.matchAll(TRAILER)].at(-1)?.[1] ?? null;
}

function addressesIn(facts: Facts | null): string[] {
  const all = (facts?.commits ?? []).flatMap(({ authorEmail, committerEmail }) => [
    authorEmail,
    ...(committerEmail === undefined ? [] : [committerEmail]),
  ]);
  return [...new Set(all)];
}

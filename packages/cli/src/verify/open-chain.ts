import { createHash } from "node:crypto";
import type { Clone } from "@countersign/adapters";
import { canonicalJson } from "@countersign/core";
import type { PinnedRoot } from "./pin-root.ts";
import { type ProofChain, readChain, segmentNumber } from "./proof-chain.ts";
import { readActs, type SignedAct } from "./read-acts.ts";
import { startAtWaypoint, type WaypointStart } from "./start-at-waypoint.ts";
import type { VerifiedRange } from "./to-verify-report.ts";
import { readTrustAt } from "./trust-at.ts";
import { type Bookmark, treeAt, usedActs, type VerifyState } from "./verify-state.ts";
import type { ChainState, WalkOptions } from "./walk-chain.ts";

/** A chain with where to begin, and what applies to all of its moves. */
export type OpenedChain = {
  chain: ProofChain;
  start: ChainState | null;
  /** Where an earlier run ended. Null: the walk begins at the root. */
  bookmark: Bookmark | null;
  waypoint: WaypointStart | null;
  segments: ReadonlyMap<number, string>;
  /** The digest of what applies to moves before it is known. */
  known: string;
  revoked: WalkOptions["revoked"];
  retractions: readonly SignedAct[];
};

type OpenRequest = {
  target: string;
  segments: ReadonlyMap<number, string>;
  state: VerifyState | null;
  scope: VerifiedRange;
  pinned: PinnedRoot;
  /** The number of moves of the cosigned checkpoint. Null: there is none. */
  cosignedSize: number | null;
  usesBookmark?: boolean | undefined;
  fromWaypoint?: boolean | undefined;
};

/**
 * Reads the chain from a bookmark if that suffices, else from the root. Begins at a waypoint if that is asked for, or if
 * the clone lacks the proofs before it.
 */
export async function openChain(clone: Clone, request: OpenRequest): Promise<OpenedChain> {
  const { target, segments, usesBookmark = true, fromWaypoint = false, state } = request;
  const retractions = await readActs(clone, "refs/countersign/retracted/");
  const bookmark = usesBookmark ? (state?.remembered?.bookmark ?? null) : null;
  const continued = bookmark && (await continueChain(clone, request, bookmark));
  if (bookmark !== null && continued !== null) {
    const revoked = await readRevoked(clone, continued);
    if (bookmark.known === digestKnown(revoked, retractions))
      return open({ chain: continued, bookmark, waypoint: null, segments, revoked, retractions });
  }
  const whole = fromWaypoint ? null : await readChain(clone, target, segments);
  const waypoint = whole?.missing === null ? null : await readWaypointStart(clone, request);
  const chain = waypoint?.chain ?? whole ?? (await readChain(clone, target, segments));
  const revoked = waypoint?.revoked ?? (await readRevoked(clone, chain));
  return open({ chain, bookmark: null, waypoint, segments, revoked, retractions });
}

async function readWaypointStart(
  clone: Clone,
  { target, segments, scope, pinned }: OpenRequest,
): Promise<WaypointStart | null> {
  return await startAtWaypoint(clone, {
    ...{ target, segments, scope, pinned: pinned.root },
    readRevoked: (chain) => findRevoked(clone, chain),
  });
}

/** Reads the proofs after a bookmark. Null if it is of another chain, or does not reach back far enough. */
async function continueChain(
  clone: Clone,
  { target, segments, state, scope, pinned, cosignedSize }: OpenRequest,
  bookmark: Bookmark,
): Promise<ProofChain | null> {
  if (!canCompare(bookmark, cosignedSize)) return null;
  const isSame =
    state?.remembered?.root === pinned.root &&
    canonicalJson(bookmark.segments) === canonicalJson(segmentsBefore(segments, bookmark.number));
  if (!isSame) return null;
  const chain = await readChain(clone, target, segments, bookmark);
  const ends = chain.proofs.map(({ proves }) => proves);
  const covers =
    ends.includes(scope.commit) &&
    (scope.from === null || scope.from === bookmark.commit || ends.includes(scope.from));
  return chain.missing === null && covers ? chain : null;
}

/** Returns true if the cosigned checkpoint can be compared with the chain from a bookmark on. */
function canCompare({ number, tree, witnessed }: Bookmark, size: number | null): boolean {
  return size === null || witnessed?.size === size || (tree !== undefined && size >= number);
}

/** The ends of the segments before that of a proof. */
export function segmentsBefore(
  segments: ReadonlyMap<number, string>,
  number: number,
): Record<string, string> {
  const own = segmentNumber(number);
  return Object.fromEntries([...segments].filter(([segment]) => segment < own));
}

type Found = Pick<OpenedChain, "chain" | "bookmark" | "waypoint" | "segments" | "revoked"> & {
  retractions: ReadonlyMap<string, readonly SignedAct[]>;
};

function open({ retractions, ...found }: Found): OpenedChain {
  const { bookmark, waypoint } = found;
  const marked = bookmark && {
    ...{ number: bookmark.number, move: bookmark.move, commit: bookmark.commit },
    ...{ trust: null, used: usedActs(bookmark), tree: treeAt(bookmark) },
  };
  const start = waypoint?.start ?? marked;
  const known = digestKnown(found.revoked, retractions);
  const undone = [...retractions.values()].flat();
  return { ...found, start, known, retractions: undone };
}

/** The revocations of the newest trust file of the chain. They also apply to the moves before it. */
async function readRevoked(clone: Clone, chain: ProofChain): Promise<WalkOptions["revoked"]> {
  return (await findRevoked(clone, chain)) ?? [];
}

/** Null if the clone lacks the newest trust file. */
async function findRevoked(
  clone: Clone,
  { proofs }: ProofChain,
): Promise<WalkOptions["revoked"] | null> {
  const proves = proofs.at(-1)?.proves ?? null;
  if (proves === null || (await clone.readCommit(proves)) === null) return null;
  const trust = await readTrustAt(clone, proves).catch(() => null);
  return trust?.file.revoked ?? null;
}

function digestKnown(
  revoked: WalkOptions["revoked"],
  retractions: ReadonlyMap<string, readonly SignedAct[]>,
): string {
  const text = canonicalJson({
    revoked,
    retractions: [...retractions].map(([ref, acts]) => [ref, [...acts]]),
  });
  return createHash("sha256").update(text).digest("hex");
}

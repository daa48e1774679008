import { type OpenedChain, segmentsBefore } from "./open-chain.ts";
import { type VerifyState, writeState } from "./verify-state.ts";
import type { WalkedScope } from "./walk-scope.ts";

/**
 * Remembers the chain up to a move. By default that is the one before the last, so that the next run judges the last
 * move again and all that follow.
 *
 * Nothing is remembered of a chain whose root is not pinned, which the clone has in part only, or which begins at a
 * waypoint.
 */
export async function saveBookmark(
  { file, remembered }: VerifyState,
  root: string | null,
  { chain, bookmark, waypoint, segments, known }: OpenedChain,
  { bookmarked, problems, cosignedRoot }: WalkedScope,
  cosignedSize: number | null,
): Promise<void> {
  const isPinned = root !== null && (remembered === null || remembered.root === root);
  const proof = chain.proofs.find(({ number }) => number === bookmarked?.number)?.proof;
  const isWhole =
    chain.missing === null &&
    waypoint === null &&
    !problems.some(({ code }) => code === "content_missing");
  if (!isPinned || !isWhole || bookmarked === null || proof === undefined) return;
  const compared =
    cosignedRoot !== null && cosignedSize !== null
      ? { size: cosignedSize, root: cosignedRoot }
      : bookmark?.witnessed;
  await writeState(file, {
    version: 1,
    root,
    bookmark: {
      ...bookmarked,
      ...{ proof, known, segments: segmentsBefore(segments, bookmarked.number) },
      ...(compared !== undefined && { witnessed: compared }),
      unproved: [...(bookmark?.unproved ?? []), ...bookmarked.unproved],
      revoked: [...(bookmark?.revoked ?? []), ...bookmarked.revoked],
    },
  });
}

import type {
  ProofMove,
  ProofMoveOutcome,
  ProofSegment,
  Repository,
  WaypointRef,
  WitnessedMove,
} from "@countersign/engine";
import { proofRef, waypointRef, witnessedRef } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { type LocatedRepository, locateRepository } from "../refs/locate-repository.ts";
import { readRef } from "../refs/read-ref.ts";
import { withRepository } from "../refs/repository-mutex.ts";
import { swapRef } from "../refs/swap-ref.ts";

/** Returns the last proof of a segment in the repository. Null if there is none. */
export async function readProofRef(
  { path }: Repository,
  { target, segment }: ProofSegment,
): Promise<string | null> {
  return await readRef(await locateRepository(path), proofRef(target, segment));
}

/** Moves the ref of a segment in the repository if it has the expected value, then its copy in the mirror. */
export async function moveProofRef(
  mirror: MirrorDirectory,
  repository: Repository,
  { target, segment, expected, next }: ProofMove,
): Promise<ProofMoveOutcome> {
  return await moveRef(mirror, repository, { ref: proofRef(target, segment), expected, next });
}

/** Sets the ref of a waypoint in the repository, replacing any other value, then its copy in the mirror. */
export async function placeWaypoint(
  mirror: MirrorDirectory,
  repository: Repository,
  { target, number, object: next }: WaypointRef,
): Promise<ProofMoveOutcome> {
  const ref = waypointRef(target, number);
  const expected = await readRef(await locateRepository(repository.path), ref);
  return await moveRef(mirror, repository, { ref, expected, next });
}

/** Moves the ref of the newest cosigned checkpoint in the repository, then its copy in the mirror. */
export async function moveWitnessed(
  mirror: MirrorDirectory,
  repository: Repository,
  { target, expected, next }: WitnessedMove,
): Promise<ProofMoveOutcome> {
  return await moveRef(mirror, repository, { ref: witnessedRef(target), expected, next });
}

/** Returns the commit with the newest cosigned checkpoint in the repository. Null if there is none. */
export async function readWitnessed({ path }: Repository, target: string): Promise<string | null> {
  return await readRef(await locateRepository(path), witnessedRef(target));
}

async function moveRef(
  mirror: MirrorDirectory,
  { path }: Repository,
  { ref, expected, next }: { ref: string; expected: string | null; next: string },
): Promise<ProofMoveOutcome> {
  const located = await locateRepository(path);
  return await withRepository(located.common, async () => {
    const current = await readRef(located, ref);
    if (current !== next) {
      if (current !== expected) return { moved: false, actual: current };
      const swap = await swapRef(located, { ref, expected, next });
      if (!swap.swapped) return { moved: false, actual: swap.actual };
    }
    await copyRef(mirror, ref, next);
    return { moved: true };
  });
}

async function copyRef({ path }: MirrorDirectory, ref: string, next: string): Promise<void> {
  const own: LocatedRepository = { root: path, gitDir: path, common: path };
  const expected = await readRef(own, ref);
  if (expected !== next) await swapRef(own, { ref, expected, next });
}

import type { Clone } from "@countersign/adapters";
import { CountersignError } from "@countersign/core";

/** A proof in the chain of a target branch. */
export type ChainProof = {
  number: number;
  /** The commit that contains the proof. */
  proof: string;
  tree: string;
  /** The commit that it proves by its own word. */
  proves: string | null;
};

/** The proofs that a clone has of a target branch, oldest first and without a gap. */
export type ProofChain = {
  target: string;
  proofs: readonly ChainProof[];
  /** Why proofs before or between these are missing. Null if the chain begins at the root. */
  missing: string | null;
};

const PROOFS = "refs/countersign/proofs/";
const SEGMENT = /^refs\/countersign\/proofs\/(.+)\/(\d{6})$/;

/** Number of proofs in a segment. */
const SEGMENT_SIZE = 4_096;

type Segments = ReadonlyMap<number, string>;

/** Lists the target branches of which a clone has proofs, with the ends of their segments. */
export async function listTargets(
  clone: Pick<Clone, "listRefs">,
): Promise<ReadonlyMap<string, Segments>> {
  const targets = new Map<string, Map<number, string>>();
  for (const [ref, tip] of await clone.listRefs(PROOFS)) {
    const [, target, segment] = SEGMENT.exec(ref) ?? [];
    if (target === undefined || segment === undefined) continue;
    const segments = targets.get(target) ?? new Map<number, string>();
    targets.set(target, segments.set(Number(segment), tip));
  }
  return targets;
}

/** Chooses the target branch: the one that is asked for, the only one, or the one that is checked out. */
export async function chooseTarget(
  clone: Pick<Clone, "readBranch">,
  targets: ReadonlyMap<string, Segments>,
  asked: string | undefined,
): Promise<string | null> {
  const wanted = asked?.replace(/^refs\/heads\//, "");
  if (wanted !== undefined) return targets.has(wanted) ? wanted : null;
  const [only, ...others] = targets.keys();
  if (only === undefined || others.length === 0) return only ?? null;
  const branch = (await clone.readBranch())?.replace(/^refs\/heads\//, "") ?? "";
  if (targets.has(branch)) return branch;
  throw new CountersignError(
    "invalid_input",
    `This clone has proofs of ${[...targets.keys()].toSorted().join(", ")}`,
    { hint: "Name one of them: --target <branch>" },
  );
}

/** A proof that was verified before, and at which listing can stop. */
export type KnownProof = { number: number; proof: string };

/** Lists the proofs of a target up to the newest one, from the root or from a proof that is known already. */
export async function readChain(
  clone: Pick<Clone, "listProofs">,
  target: string,
  segments: Segments,
  known: KnownProof | null = null,
): Promise<ProofChain> {
  let chain: ProofChain = { target, proofs: [], missing: null };
  const first = known === null ? 0 : segmentNumber(known.number);
  const last = Math.max(...segments.keys());
  for (let segment = first; segment <= last; segment += 1) {
    const begin = segment === first ? known : null;
    const proofs = await readSegment(clone, { segment, tip: segments.get(segment), known: begin });
    const end = proofs?.at(-1)?.number ?? 0;
    const isWhole = proofs !== null && (segment === last || end === (segment + 1) * SEGMENT_SIZE);
    chain = isWhole
      ? { ...chain, proofs: [...chain.proofs, ...proofs] }
      : { target, proofs: [], missing: `proofs from number ${segment * SEGMENT_SIZE + 1} on` };
  }
  return chain;
}

/** Returns the segment that contains the proof with this number. */
export function segmentNumber(number: number): number {
  return Math.floor((number - 1) / SEGMENT_SIZE);
}

type SegmentRequest = { segment: number; tip: string | undefined; known: KnownProof | null };

/** Numbers the proofs of a segment. Null if the clone lacks one of them. */
async function readSegment(
  clone: Pick<Clone, "listProofs">,
  { segment, tip, known }: SegmentRequest,
): Promise<ChainProof[] | null> {
  if (tip === undefined) return null;
  const listed = await clone.listProofs(tip, known?.proof ?? null);
  const from = known === null ? segment * SEGMENT_SIZE + 1 : known.number + 1;
  return listed.isWhole ? listed.proofs.map((one, at) => ({ ...one, number: from + at })) : null;
}

import type { Clone } from "@countersign/adapters";
import {
  checkpoints,
  type ParsedProof,
  type ProofProblem,
  proofResult,
  rootFingerprint,
  type TrustVersion,
} from "@countersign/core";
import { chainProblems, isOnlyRevoked } from "./chain-problems.ts";
import type { ProofChain } from "./proof-chain.ts";
import { isReadable } from "./read-evidence.ts";
import { reportMove } from "./report-move.ts";
import type { ReportedMove, ReportedProofProblem } from "./verify-report.ts";
import type { Bookmark } from "./verify-state.ts";
import {
  type ChainState,
  type JudgedProof,
  type ProofRequirement,
  type WalkOptions,
  walkChain,
} from "./walk-chain.ts";

/** The moves to verify by their numbers. Null: none covers the commit. */
export type CoveredMoves = { first: number; last: number } | null;

export type ScopeRequest = Pick<WalkOptions, "root" | "start" | "revoked" | "retractions"> & {
  chain: ProofChain;
  covered: CoveredMoves;
  required: ProofRequirement;
  /** The number of the move after which the next run begins. */
  bookmarkAt: number;
  /** The number of moves of the cosigned checkpoint. Null: there is none. */
  cosignedSize: number | null;
  /** Called with the proof of each move that is asked for. */
  onProof?: ((proof: ParsedProof) => void) | undefined;
};

/** What a walk found: the verified moves, and the others that matter. */
export type WalkedScope = {
  moves: ReportedMove[];
  problems: ReportedProofProblem[];
  unproved: number[];
  revoked: number[];
  fingerprint: string | null;
  repository: string | null;
  /** The newest trust file. Null: the clone lacks it. */
  trust: TrustVersion | null;
  /** The root of the Merkle tree at the size of the cosigned checkpoint. Null: it is not known. */
  cosignedRoot: string | null;
  /** The chain up to the move that is remembered. Null if a move up to there is contradicted. */
  bookmarked: Pick<
    Bookmark,
    "number" | "move" | "commit" | "used" | "tree" | "unproved" | "revoked"
  > | null;
};

/** Walks a chain: reports the moves that are asked for, and of the others what matters to them. */
export async function walkScope(clone: Clone, request: ScopeRequest): Promise<WalkedScope> {
  const { covered, required, bookmarkAt, start } = request;
  const found: WalkedScope = {
    ...{ moves: [], problems: [], unproved: [], revoked: [] },
    ...{ fingerprint: null, repository: null, bookmarked: null },
    ...{ trust: start?.trust ?? null, cosignedRoot: cosignedRootAt(start, request) },
  };
  let unjudged = covered === null ? 0 : covered.last - covered.first + 1;
  const isAsked = (number: number): boolean =>
    covered !== null && number >= covered.first && number <= covered.last;
  await walkChain(clone, {
    ...request,
    requiredOf: (number) => (isAsked(number) ? required : null),
    onJudged: (judged, state) => {
      const { read } = judged;
      if (read.number === 1 && isReadable(read)) {
        found.fingerprint = rootFingerprint(read.proof);
        found.repository = read.proof.move.statement.predicate.repository;
      }
      if (isAsked(read.number)) {
        noteAsked(found, judged, request.onProof);
        unjudged -= 1;
      } else noteOther(found, judged);
      found.trust = state?.trust ?? null;
      found.cosignedRoot ??= cosignedRootAt(state, request);
      if (read.number === bookmarkAt) found.bookmarked = chainUpTo(found, judged, state);
    },
  });
  if (unjudged > 0) found.problems.push(toReported(NOT_JUDGED, null));
  return found;
}

/** Without it, a walk that leaves out a move would find nothing wrong with it. */
const NOT_JUDGED = { code: "proof_missing", about: "a move was not judged" } as const;

function cosignedRootAt(
  state: ChainState | null,
  { cosignedSize }: Pick<ScopeRequest, "cosignedSize">,
): string | null {
  const tree = state?.number === cosignedSize ? state?.tree : null;
  return tree == null ? null : checkpoints.treeRoot(tree);
}

function noteAsked(
  { moves, problems }: WalkedScope,
  { read, problems: all }: JudgedProof,
  onProof: ScopeRequest["onProof"],
): void {
  if (isReadable(read)) {
    moves.push(reportMove(read, all));
    onProof?.(read.proof);
  }
  problems.push(...all.map((one) => toReported(one, read.number)));
}

function noteOther(found: WalkedScope, { read, problems: all }: JudgedProof): void {
  const { number } = read;
  const isTrust = isReadable(read) && read.proof.move.statement.predicate.how === "trust";
  if (isOnlyRevoked(all, isTrust)) found.revoked.push(number);
  else if (number > 1 && proofResult(all) !== "proved") found.unproved.push(number);
  const shared = chainProblems(all, { number, isTrust });
  found.problems.push(...shared.map((one) => toReported(one, number)));
}

function toReported({ code, about }: ProofProblem, move: number | null): ReportedProofProblem {
  return { code, move, about: about ?? null };
}

function chainUpTo(
  { moves, problems, unproved, revoked }: WalkedScope,
  { read }: JudgedProof,
  state: ChainState | null,
): WalkedScope["bookmarked"] {
  if (state === null || state.number !== read.number) return null;
  if (problems.some(({ code }) => proofResult([{ code }]) === "contradicted")) return null;
  const { number, move, commit, used, tree } = state;
  const asked = moves.filter(({ result }) => result === "unproved").map((one) => one.number);
  const lists = { unproved: [...unproved, ...asked], revoked: [...revoked] };
  const known = { used: [...used].join(""), tree: tree?.roots.join("") };
  return { number, move, commit, ...known, ...lists };
}

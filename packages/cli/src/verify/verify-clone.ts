import { type Clone, openClone } from "@countersign/adapters";
import { CountersignError, type ParsedProof } from "@countersign/core";
import { type CosignedNote, judgeWitnessed, readCosigned } from "./judge-witnessed.ts";
import { compareEnds, findEnds, locateCommit } from "./locate-commit.ts";
import { type OpenedChain, openChain } from "./open-chain.ts";
import { type PinnedRoot, pinRoot, rememberRoot } from "./pin-root.ts";
import { chooseTarget, listTargets, type ProofChain } from "./proof-chain.ts";
import { saveBookmark } from "./save-bookmark.ts";
import {
  isContradicted,
  toVerifyReport,
  type VerifiedRange,
  withoutProofs,
} from "./to-verify-report.ts";
import type { ReportedProofProblem, VerifyReport } from "./verify-report.ts";
import { readVerifyState, type VerifyState } from "./verify-state.ts";
import type { ProofRequirement } from "./walk-chain.ts";
import { type CoveredMoves, walkScope } from "./walk-scope.ts";

export type VerifyCloneOptions = {
  /** Any directory of the clone. */
  directory: string;
  /** A commit, or a range `from..to` of the target. Default: `HEAD`. */
  revision?: string | undefined;
  /** The target branch. Default: the only one with proofs, or the one that is checked out. */
  target?: string | undefined;
  /** The fingerprint of the root, `csr1…`. Default: the one that is remembered. */
  root?: string | undefined;
  /** What each verified move must show beyond its policy. Default: `level=signed` for the input of each person. */
  required?: ProofRequirement | undefined;
  /** Where roots and bookmarks are remembered. Default: nowhere. */
  stateDirectory?: string | undefined;
  /** Default true: begin where an earlier run ended. */
  usesBookmark?: boolean | undefined;
  /** The commit with the newest proof that the next run need not judge. Null: none. Default: the one before the last. */
  rememberUntil?: string | null | undefined;
  /** Default false: begin at a waypoint only if the clone lacks the proofs before it. */
  fromWaypoint?: boolean | undefined;
  /** Also recompute the id of every object of the commit's tree. Default false. */
  checksObjects?: boolean | undefined;
  /** Called with the proof of each verified move. */
  onProof?: ((proof: ParsedProof) => void) | undefined;
  /** Git's absolute path. Default: found in the usual places. */
  git?: string | undefined;
};

const DEFAULT_REQUIRED: ProofRequirement = { people: 0, level: "signed", witness: false };

/** Verifies a commit or a range of a target branch from the clone alone. */
export async function verifyClone(options: VerifyCloneOptions): Promise<VerifyReport> {
  const { directory, git } = options;
  const clone = await openClone({ directory, git });
  try {
    return await verifyOpenedClone(clone, options);
  } finally {
    clone.close();
  }
}

/** Verifies a clone that is open. */
export async function verifyOpenedClone(
  clone: Clone,
  options: VerifyCloneOptions,
): Promise<VerifyReport> {
  const { required = DEFAULT_REQUIRED, stateDirectory } = options;
  const scope = await resolveScope(clone, options.revision ?? "HEAD");
  const targets = await listTargets(clone);
  const target = await chooseTarget(clone, targets, options.target);
  const segments = target === null ? undefined : targets.get(target);
  if (target === null || segments === undefined)
    return await withoutProofs(clone, scope, { ...options, required });
  const state =
    stateDirectory === undefined
      ? null
      : await readVerifyState(stateDirectory, clone.directory, target);
  const pinned = await pinRoot(clone, { given: options.root, state, target, segments });
  const cosigned = await readCosigned(clone, target);
  const opened = await openChain(clone, {
    ...{ ...options, target, segments, state, scope, pinned },
    cosignedSize: sizeOf(cosigned),
  });
  const context = { scope, target, state, pinned, cosigned, opened, required };
  return await verifyChain(clone, context, options);
}

type VerifyContext = {
  scope: VerifiedRange;
  target: string;
  state: VerifyState | null;
  pinned: PinnedRoot;
  cosigned: CosignedNote | null;
  opened: OpenedChain;
  required: ProofRequirement;
};

async function verifyChain(
  clone: Clone,
  { scope, target, state, pinned, cosigned, opened, required }: VerifyContext,
  { stateDirectory, checksObjects, onProof, rememberUntil }: VerifyCloneOptions,
): Promise<VerifyReport> {
  const { chain, bookmark, waypoint } = opened;
  const ends = await findEnds(clone, target);
  const covered = await coverScope(clone, opened, scope, ends);
  const { root } = pinned;
  const walked = await walkScope(clone, {
    ...opened,
    ...{ root, required, onProof, covered: covered.moves },
    bookmarkAt: bookmarkNumber(chain, rememberUntil),
    cosignedSize: sizeOf(cosigned),
  });
  const seen = judgeWitnessed({
    ...{ target, cosigned, opened, walked, required, covered: covered.moves },
  });
  const altered = checksObjects === true ? await clone.findAltered(scope.commit) : [];
  const problems: ReportedProofProblem[] = [
    ...(chain.missing === null ? [] : [chainProblem("proof_missing", chain.missing)]),
    ...waypointProblems(waypoint),
    ...covered.problems,
    ...(await compareEnds(clone, chain, ends)).map(({ code, about }) => chainProblem(code, about)),
    ...altered.map((id) => chainProblem("object_altered", id)),
    ...walked.problems,
    ...seen.problems,
  ];
  const remembered = isContradicted(problems)
    ? { is: pinned.is, problems: [] }
    : await rememberRoot(waypoint ?? walked, { pinned, state, stateDirectory, target });
  if (state !== null && !isContradicted(problems))
    await saveBookmark(state, root, opened, walked, sizeOf(cosigned));
  const fingerprint = walked.fingerprint ?? waypoint?.fingerprint ?? root;
  return toVerifyReport({
    ...scope,
    ...{ target, isPart: covered.isPart, required, checkedObjects: checksObjects === true },
    root: { fingerprint, is: remembered.is, file: fileOf(remembered.is, state) },
    chain: {
      moves: chain.proofs.at(-1)?.number ?? bookmark?.number ?? 0,
      waypoint: waypoint?.number ?? null,
      bookmarked: bookmark?.number ?? 0,
      unproved: [...(bookmark?.unproved ?? []), ...walked.unproved],
      revoked: [...(bookmark?.revoked ?? []), ...walked.revoked],
    },
    witnessed: seen.witnessed,
    moves: walked.moves,
    problems: [...problems, ...remembered.problems],
  });
}

function bookmarkNumber(
  { proofs }: ProofChain,
  until: VerifyCloneOptions["rememberUntil"],
): number {
  const found = until === undefined ? proofs.at(-2) : proofs.find(({ proof }) => proof === until);
  return found?.number ?? 0;
}

function sizeOf(cosigned: CosignedNote | null): number | null {
  return cosigned?.size ?? null;
}

function fileOf(is: PinnedRoot["is"], state: VerifyState | null): string | null {
  return is === "remembered" || is === "first_use" ? (state?.file ?? null) : null;
}

/** Resolves a revision or a range to full ids. */
async function resolveScope(clone: Clone, revision: string): Promise<VerifiedRange> {
  const [first = "", ...rest] = revision.split("..");
  const resolve = async (name: string): Promise<string> => {
    const id = await clone.resolve(name === "" ? "HEAD" : name);
    if (id !== null) return id;
    throw new CountersignError("not_found", `There is no commit ${name} in this clone`, {
      hint: "Fetch it, or name another: git log --oneline",
    });
  };
  if (rest.length > 1 || rest[0]?.startsWith("."))
    throw new CountersignError("invalid_input", "A range has two dots: <from>..<to>");
  const [to] = rest;
  if (to === undefined) return { from: null, commit: await resolve(first) };
  return { from: await resolve(first), commit: await resolve(to) };
}

type Covered = { moves: CoveredMoves; isPart: boolean; problems: ReportedProofProblem[] };

async function coverScope(
  clone: Clone,
  { chain, start }: Pick<OpenedChain, "chain" | "start">,
  { from, commit }: VerifiedRange,
  ends: readonly string[],
): Promise<Covered> {
  const locateBegin = async (id: string) =>
    id === start?.commit ? { number: start.number } : await locateCommit(clone, chain, id, ends);
  const end = await locateCommit(clone, chain, commit, ends);
  const begin = from === null ? null : await locateBegin(from);
  const problems = [end, ...(begin === null ? [] : [begin])].flatMap((found) =>
    "problem" in found ? [chainProblem(found.problem, found.about)] : [],
  );
  if ("problem" in end) return { moves: null, isPart: false, problems };
  const { number: last, isPart } = end;
  if (begin === null) return { moves: { first: last, last }, isPart, problems };
  const first = "problem" in begin ? (chain.proofs[0]?.number ?? 1) : begin.number + 1;
  return { moves: { first, last }, isPart, problems };
}

function waypointProblems(waypoint: OpenedChain["waypoint"]): ReportedProofProblem[] {
  if (waypoint === null) return [];
  const { problems, number: move } = waypoint;
  return problems.map(({ code, about = null }) => ({ code, move, about }));
}

function chainProblem(code: ReportedProofProblem["code"], about: string): ReportedProofProblem {
  return { code, move: null, about };
}

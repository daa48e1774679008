import type { Clone } from "@countersign/adapters";
import {
  type ChainPosition,
  judgeWaypoint,
  type ParsedProof,
  type ProofProblem,
  parseProof,
  requiredLevel,
  rootFingerprint,
  type TrustFile,
  trustAtWaypoint,
} from "@countersign/core";
import { readParentPolicy } from "./policy-at.ts";
import { type ProofChain, readChain } from "./proof-chain.ts";
import { readProofFiles } from "./read-evidence.ts";
import { readWaypoint, type WaypointTexts } from "./read-waypoint.ts";
import type { VerifiedRange } from "./to-verify-report.ts";
import { readTrustAt } from "./trust-at.ts";
import type { ChainState } from "./walk-chain.ts";

/** Where a walk begins that does not begin at the root, and what is wrong with that. */
export type WaypointStart = {
  number: number;
  /** The proofs after the waypoint. */
  chain: ProofChain;
  start: ChainState;
  problems: readonly ProofProblem[];
  /** The root that the changes of trust begin at. Null: they cannot be read. */
  fingerprint: string | null;
  repository: string | null;
  revoked: TrustFile["revoked"];
};

type StartRequest = {
  target: string;
  segments: ReadonlyMap<number, string>;
  scope: VerifiedRange;
  pinned: string | null;
  /** The revocations of the newest trust file. Null: the clone lacks it. */
  readRevoked(chain: ProofChain): Promise<ChainPosition["revoked"] | null>;
};

/** Begins at the newest waypoint before the verified commits. Null if the clone has none of which it has all proofs since. */
export async function startAtWaypoint(
  clone: Clone,
  request: StartRequest,
): Promise<WaypointStart | null> {
  for (const waypoint of await listWaypoints(clone, request.target)) {
    const found = await findProof(clone, waypoint, request);
    if (found !== null) return await judgeStart(clone, waypoint, found, request);
  }
  return null;
}

/** A waypoint by its number, and the commit that stores it. */
type NamedWaypoint = { number: number; object: string };

const NUMBER = /^[1-9]\d{0,8}$/;

async function listWaypoints(
  { listRefs }: Pick<Clone, "listRefs">,
  target: string,
): Promise<NamedWaypoint[]> {
  const folder = `refs/countersign/waypoints/${target}/`;
  return [...(await listRefs(folder))]
    .map(([ref, object]) => ({ name: ref.slice(folder.length), object }))
    .filter(({ name }) => NUMBER.test(name))
    .map(({ name, object }) => ({ number: Number(name), object }))
    .toSorted((one, other) => other.number - one.number);
}

/** The proof of the move at a waypoint, and the chain after it. */
type FoundProof = { commit: string; text: string; chain: ProofChain };

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

async function findProof(
  clone: Clone,
  { number, object }: NamedWaypoint,
  { target, segments, scope }: StartRequest,
): Promise<FoundProof | null> {
  const proof = firstLine((await clone.readCommit(object))?.message);
  const stored = OBJECT_ID.test(proof) ? await clone.readCommit(proof) : null;
  if (stored === null) return null;
  const commit = firstLine(stored.message);
  const chain = await readChain(clone, target, segments, { number, proof });
  const entry = { number, proof, tree: stored.tree, proves: commit };
  const text = (await readProofFiles(clone, [entry])).get(stored.tree)?.get("proof.jsonl")?.text;
  const isCovered = chain.missing === null && (await covers(clone, commit, chain, scope));
  return isCovered ? { commit, text: text ?? "", chain } : null;
}

function firstLine(message: string | undefined): string {
  return message?.split("\n", 1)[0] ?? "";
}

/** Returns true if the verified commits came after a waypoint. */
async function covers(
  clone: Pick<Clone, "isAncestor">,
  start: string,
  { proofs }: ProofChain,
  { from, commit }: VerifiedRange,
): Promise<boolean> {
  const isAfter = async (id: string): Promise<boolean> =>
    proofs.some(({ proves }) => proves === id) ||
    (id !== start && (await clone.isAncestor(start, id)) === true);
  return (await isAfter(commit)) && (from === null || from === start || (await isAfter(from)));
}

async function judgeStart(
  clone: Clone,
  { number, object }: NamedWaypoint,
  { commit, text, chain }: FoundProof,
  request: StartRequest,
): Promise<WaypointStart> {
  const parsed = parseProof(text);
  const texts = await readWaypoint(clone, object);
  if (!parsed.ok || texts === null)
    return { number, chain, ...UNREADABLE, start: stateAt(number, commit, "", null) };
  const { move } = parsed.proof;
  const at = { number, move: move.digest, tree: move.statement.subject[0].digest.gitTree };
  const [root] = texts.steps;
  const { problems, revoked } = await judge(clone, { texts, at, commit, request, chain });
  return {
    ...{ number, chain, revoked },
    problems: [...placeProblems(parsed.proof, number, commit), ...problems],
    fingerprint: rootFingerprint(root.proof),
    repository: root.proof.move.statement.predicate.repository,
    start: stateAt(number, commit, move.digest, texts),
  };
}

const UNREADABLE = {
  problems: [{ code: "proof_malformed", about: "the waypoint" }],
  ...{ fingerprint: null, repository: null, revoked: [] },
} as const satisfies Partial<WaypointStart>;

/** The stored proof must be of the move with the waypoint's number, and of the commit that it names. */
function placeProblems({ move }: ParsedProof, number: number, commit: string): ProofProblem[] {
  const { predicate, subject } = move.statement;
  return [
    ...(predicate.number === number ? [] : [{ code: "move_number" } as const]),
    ...(subject[0].digest.gitCommit === commit ? [] : [{ code: "commit_other" } as const]),
  ];
}

type Judged = {
  texts: WaypointTexts;
  at: { number: number; move: string; tree: string };
  commit: string;
  chain: ProofChain;
  request: StartRequest;
};

async function judge(clone: Clone, { texts, at, commit, chain, request }: Judged) {
  const { pinned, target } = request;
  const isPresent = (await clone.readCommit(commit)) !== null;
  const trust = isPresent ? await readTrustAt(clone, commit) : null;
  const policy = isPresent ? (await readParentPolicy(clone, commit)).policy : null;
  const revoked = (await request.readRevoked(chain)) ?? trustAtWaypoint(texts).file.revoked;
  const problems = judgeWaypoint({
    ...texts,
    ...{ target: `refs/heads/${target}`, pinned, revoked, at: { ...at, trust } },
    policyLevel: requiredLevel(policy === null ? [] : [policy]),
  });
  return { problems, revoked };
}

/** The chain up to a waypoint. Of the acts before it, only those that changed trust are known. */
function stateAt(
  number: number,
  commit: string,
  move: string,
  texts: WaypointTexts | null,
): ChainState {
  const steps = texts?.steps ?? [];
  const used = steps.flatMap(({ proof }) => proof.acts.map(({ digest }) => digest));
  const trust = texts === null ? null : trustAtWaypoint(texts);
  return { number, commit, move, trust, used: new Set(used), tree: null };
}

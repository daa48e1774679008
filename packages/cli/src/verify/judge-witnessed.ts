import { type Clone, verifyEd25519 } from "@countersign/adapters";
import { checkpoints, type TrustVersion } from "@countersign/core";
import type { OpenedChain } from "./open-chain.ts";
import type { ReportedProofProblem, VerifyReport } from "./verify-report.ts";
import type { ProofRequirement } from "./walk-chain.ts";
import type { CoveredMoves, WalkedScope } from "./walk-scope.ts";

/** The newest checkpoint that witnesses cosigned, as the clone has it. */
export type CosignedNote = {
  text: string;
  /** The number of moves that it names. Null: it cannot be parsed. */
  size: number | null;
};

const MAX_BYTES = 1024 * 1024;
const FILE = "checkpoint";

/** Reads the newest cosigned checkpoint of a target. Null: the clone has none. */
export async function readCosigned(
  clone: Pick<Clone, "listRefs" | "readCommit" | "readTexts">,
  target: string,
): Promise<CosignedNote | null> {
  const ref = `refs/countersign/witnessed/${target}`;
  const id = (await clone.listRefs(ref)).get(ref);
  const commit = id === undefined ? null : await clone.readCommit(id);
  if (commit === null) return null;
  const texts = await clone.readTexts([commit.tree], { names: [FILE], maxBytes: MAX_BYTES });
  const text = texts.get(commit.tree)?.get(FILE)?.text ?? "";
  const note = checkpoints.parseNote(text);
  return { text, size: (note && checkpoints.parseCheckpoint(note.text)?.size) ?? null };
}

export type WitnessedRequest = {
  target: string;
  cosigned: CosignedNote | null;
  opened: OpenedChain;
  walked: WalkedScope;
  covered: CoveredMoves;
  required: ProofRequirement;
};

export type JudgedWitnesses = Pick<VerifyReport, "witnessed"> & {
  problems: ReportedProofProblem[];
};

/** Compares the newest cosigned checkpoint with the chain, and says which witnesses saw it. */
export function judgeWitnessed(request: WitnessedRequest): JudgedWitnesses {
  const { cosigned, walked, required, covered } = request;
  const { trust } = walked;
  const { quorum, keys } = trust?.file.witnesses ?? { quorum: 0, keys: [] };
  const needed = checkpoints.witnessQuorum({ quorum });
  const { seen, problems } =
    cosigned === null || trust === null
      ? { seen: [], problems: [] }
      : checkpoints.judgeCosigned(
          {
            note: cosigned.text,
            expectedAt: (size) => expectedAt(request, trust, size),
            witnesses: { quorum, keys },
          },
          verifyEd25519,
        );
  const [first] = seen;
  const hasSeen = first !== undefined && covered !== null && first.size >= covered.last;
  const count = hasSeen ? seen.length : 0;
  const about = `${count} of ${needed}`;
  return {
    witnessed: first === undefined ? null : { moves: first.size, needed, seen: seen.map(toReport) },
    problems: [
      ...problems.map(({ code, about = null }) => ({ code, move: null, about })),
      ...(required.witness && count < needed
        ? [{ code: "witness_below_required", move: null, about } as const]
        : []),
    ],
  };
}

function toReport({ name, seconds }: checkpoints.Sighting) {
  return { name, at: new Date(seconds * 1_000).toISOString().replace(".000Z", "Z") };
}

/** The checkpoint of the chain at a size, from this walk or from an earlier one. */
function expectedAt(
  { target, opened, walked }: WitnessedRequest,
  { file }: TrustVersion,
  size: number,
): checkpoints.Checkpoint | null | "beyond" {
  const { chain, bookmark } = opened;
  if (chain.missing !== null) return null;
  if (size > (chain.proofs.at(-1)?.number ?? bookmark?.number ?? 0)) return "beyond";
  const earlier = bookmark?.witnessed?.size === size ? bookmark.witnessed.root : null;
  const root = walked.cosignedRoot ?? earlier;
  const origin = checkpoints.chainOrigin(file.repository, `refs/heads/${target}`);
  return root === null ? null : { origin, size, root };
}

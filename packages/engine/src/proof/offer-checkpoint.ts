import { checkpoints } from "@countersign/core";
import type { WitnessClient } from "../ports/witness-client.ts";

/** A chain at its newest size, to be offered to a witness. */
export type OfferedChain = {
  /** The digests of all moves. */
  moves: readonly string[];
  /** The checkpoint with the engine's signature. */
  note: string;
};

/** The cosignature of a witness, or why there is none. */
export type WitnessResult =
  | { ok: true; signature: checkpoints.NoteSignature }
  | { ok: false; reason: string };

/** Number of times that a witness may name another size: another process may offer the same chain. */
const MAX_SIZES = 3;

/** Offers a chain to one witness, from the size that the witness saw last. Only a valid cosignature counts. */
export async function offerCheckpoint(
  client: WitnessClient,
  witness: checkpoints.Witness,
  { moves, note }: OfferedChain,
  knownSize: number,
): Promise<WitnessResult> {
  let size = knownSize;
  for (let turn = 0; turn < MAX_SIZES; turn += 1) {
    const body = offerBody(moves, size, note);
    const answer = await client.addCheckpoint(witness.address, body);
    if (answer.is === "failed") return { ok: false, reason: answer.reason };
    if (answer.is === "cosigned") return readLines(client, witness, note, answer.lines);
    if (answer.size > moves.length)
      return {
        ok: false,
        reason: `it saw ${answer.size} moves, and the chain has ${moves.length}`,
      };
    if (answer.size === size) return { ok: false, reason: `it saw another chain of ${size} moves` };
    size = answer.size;
  }
  return { ok: false, reason: "it names another size each time" };
}

/** The body of `add-checkpoint`: the old size, the proof that the chain continues it, and the checkpoint. */
function offerBody(moves: readonly string[], size: number, note: string): string {
  const proof = checkpoints.consistencyProof(moves, size);
  const lines = proof.map((hash) => `${Buffer.from(hash, "hex").toString("base64")}\n`);
  return `old ${size}\n${lines.join("")}\n${note}`;
}

/** Takes the first line of the witness itself, if it is valid. Lines of others are ignored. */
function readLines(
  { verify }: WitnessClient,
  witness: checkpoints.Witness,
  note: string,
  lines: string,
): WitnessResult {
  const text = checkpoints.parseNote(note)?.text ?? "";
  const signatures = checkpoints.parseSignatureLines(lines) ?? [];
  const own = signatures.find(
    ({ name, keyId }) => name === witness.name && keyId === witness.keyId,
  );
  if (own === undefined) return { ok: false, reason: "its answer has no line of its own" };
  const reading = checkpoints.readCosignature({ text, signatures: [own] }, witness, verify);
  if (reading.is !== "at") return { ok: false, reason: "its signature is not valid" };
  return { ok: true, signature: own };
}

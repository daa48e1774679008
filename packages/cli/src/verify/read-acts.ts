import { type Clone, verifySshsig } from "@countersign/adapters";
import {
  ActStatement,
  type ChainPosition,
  parsePersonStatement,
  type SignatureReading,
  statementBytes,
} from "@countersign/core";
import { z } from "zod";

/** An act outside of a proof, with the reading of its signature. */
export type SignedAct = ChainPosition["retractions"][number];

const MAX_BYTES = 1024 * 1024;
const FILES = ["retraction.jsonl", "proof.jsonl"] as const;
const SignatureLine = z.object({ sshsig: z.string() });

/** Reads the acts below a ref folder: pairs of lines with an act and its signature. Leaves out what cannot be read. */
export async function readActs(
  clone: Pick<Clone, "listRefs" | "files" | "readCommit" | "readTexts">,
  folder: string,
): Promise<ReadonlyMap<string, readonly SignedAct[]>> {
  const refs = await clone.listRefs(folder);
  const acts = new Map<string, readonly SignedAct[]>();
  for (const [ref, id] of refs) {
    const text = await readText(clone, id);
    if (text !== null) acts.set(ref, parseActs(text));
  }
  return acts;
}

async function readText(
  clone: Pick<Clone, "files" | "readCommit" | "readTexts">,
  id: string,
): Promise<string | null> {
  const commit = await clone.readCommit(id);
  if (commit === null) {
    const blob = await clone.files.readBlob("", id, MAX_BYTES).catch(() => null);
    return blob?.bytes == null ? null : Buffer.from(blob.bytes).toString("utf8");
  }
  const texts = await clone.readTexts([commit.tree], { names: FILES, maxBytes: MAX_BYTES });
  return [...(texts.get(commit.tree)?.values() ?? [])][0]?.text ?? null;
}

/** Parses pairs of lines with an act and its signature. Leaves out what cannot be read. */
export function parseActs(text: string): SignedAct[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.flatMap((line, at): SignedAct[] => {
    if (at % 2 === 1) return [];
    const parsed = ActStatement.safeParse(parsePersonStatement(line));
    const signature = readSignature(line, lines[at + 1] ?? "");
    return parsed.success && signature !== null ? [{ statement: parsed.data, signature }] : [];
  });
}

function readSignature(line: string, text: string): SignatureReading | null {
  try {
    const { sshsig } = SignatureLine.parse(JSON.parse(text));
    return verifySshsig(statementBytes(line), sshsig);
  } catch {
    return null;
  }
}

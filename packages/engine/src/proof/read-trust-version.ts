import {
  digestText,
  parseTrustFile,
  TRUST_FILE,
  type TrustFile,
  type TrustVersion,
} from "@countersign/core";
import type { Mirror } from "../ports/mirror.ts";

const MAX_BYTES = 2_000_000;
const MAX_KNOWN = 50;

/** Trust files by the SHA-256 of their text: every merge reads the one in force. */
const known = new Map<string, TrustFile>();

/** Reads the trust file of a commit. Null if it is missing or not valid. */
export async function readTrustVersion(
  mirror: Pick<Mirror, "readFile">,
  repo: string,
  commit: string,
): Promise<TrustVersion | null> {
  const found = await mirror.readFile(repo, commit, TRUST_FILE, MAX_BYTES);
  if (found === null || found.bytes === null) return null;
  const text = Buffer.from(found.bytes).toString("utf8");
  // Bytes that are not UTF-8 would have another digest than the text.
  if (!Buffer.from(text).equals(found.bytes)) return null;
  const sha256 = digestText(text);
  const file = known.get(sha256) ?? parseTrustFile(text);
  if (file === null) return null;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(sha256, file);
  return { sha256, file };
}

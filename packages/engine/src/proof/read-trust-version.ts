import { digestText, parseTrustFile, TRUST_FILE, type TrustVersion } from "@countersign/core";
import type { Mirror } from "../ports/mirror.ts";

const MAX_BYTES = 2_000_000;

/** Reads the trust file of a commit. Null if it is missing or not valid. */
export async function readTrustVersion(
  mirror: Pick<Mirror, "readFile">,
  repo: string,
  commit: string,
): Promise<TrustVersion | null> {
  const found = await mirror.readFile(repo, commit, TRUST_FILE, MAX_BYTES);
  if (found === null || found.bytes === null) return null;
  const text = Buffer.from(found.bytes).toString("utf8");
  const file = parseTrustFile(text);
  // Bytes that are not UTF-8 would have another digest than the text.
  if (file === null || !Buffer.from(text).equals(found.bytes)) return null;
  return { sha256: digestText(text), file };
}

import type { Clone } from "@countersign/adapters";
import { digestText, parseTrustFile, type TrustVersion } from "@countersign/core";

const TRUST_PATH = ".countersign/trust.json";

const MAX_BYTES = 2_000_000;
const MAX_CACHED = 100;

/** Trust files by their blob. */
const known = new Map<string, TrustVersion | null>();

/** Reads the trust file of a commit. Null if it is missing or not valid. */
export async function readTrustAt(
  { files }: Pick<Clone, "files">,
  commit: string,
): Promise<TrustVersion | null> {
  const blob = (await files.findFiles("", commit, [TRUST_PATH])).get(TRUST_PATH);
  if (blob === undefined) return null;
  const cached = known.get(blob);
  if (cached !== undefined) return cached;
  const { bytes } = await files.readBlob("", blob, MAX_BYTES);
  const version = bytes === null ? null : toTrustVersion(Buffer.from(bytes));
  if (known.size >= MAX_CACHED) known.clear();
  known.set(blob, version);
  return version;
}

/** Parses the bytes of a trust file. Null if it is not valid. */
export function toTrustVersion(bytes: Buffer): TrustVersion | null {
  const text = bytes.toString("utf8");
  const file = parseTrustFile(text);
  // Bytes that are not UTF-8 would have another digest than the text.
  if (file === null || !Buffer.from(text).equals(bytes)) return null;
  return { sha256: digestText(text), file };
}

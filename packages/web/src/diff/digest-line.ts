import { MARK_LENGTH } from "@countersign/review";
import { sha256 } from "./sha256.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const MAX_KNOWN = 100_000;
const known = new Map<string, string>();

/** Returns the stored form of a line that was read, as the terminal stores it. Each line is hashed once. */
export function digestReadLine(line: string): string {
  const found = known.get(line);
  if (found !== undefined) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const digest = computeDigest(line);
  known.set(line, digest);
  return digest;
}

function computeDigest(line: string): string {
  const bytes = sha256(line);
  let text = "";
  for (let at = 0; text.length < MARK_LENGTH; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (const shift of [18, 12, 6, 0]) text += LETTERS[(three >> shift) & 63];
  }
  return text.slice(0, MARK_LENGTH);
}

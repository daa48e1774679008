import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { decodeBase64, encodeBase64 } from "../../kernel/base64.ts";
import type { DigestText } from "../../kernel/digest.ts";

/** The state of a log at one size: the text of a C2SP checkpoint. */
export type Checkpoint = { origin: string; size: number; root: DigestText };

const HASH_BYTES = 32;
const TEXT = /^([^\n]{1,1000})\n(0|[1-9]\d{0,14})\n([^\n]+)\n$/;

/** Returns the origin of the chain of a target branch. Whatever is not a plain character of an address is escaped. */
export function chainOrigin(repository: string, target: string): string {
  const escaped = target.split("/").map(encodeURIComponent).join("/");
  return `countersign.dev/${repository}/${escaped}`;
}

/** Returns the text that engines and witnesses sign. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${encodeBase64(hexToBytes(root))}\n`;
}

/** Parses the text of a checkpoint. Null if it is not well formed, or has extension lines. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [, origin = "", size = "", encoded = ""] = TEXT.exec(text) ?? [];
  const root = decodeBase64(encoded);
  if (root?.length !== HASH_BYTES) return null;
  return { origin, size: Number(size), root: bytesToHex(root) };
}

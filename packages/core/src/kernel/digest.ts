import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson, type Json } from "./canonical-json.ts";
import { rememberTexts } from "./remember-texts.ts";

/** The SHA-256 of canonical JSON, as 64 hex digits. Equal digests mean equal content. */
export type DigestText = string;

export function digestOf(value: Json): DigestText {
  return digestText(canonicalJson(value));
}

/** Every round of a repository asks nearly the same questions, so digests of short texts are remembered. */
export const digestText: (text: string) => DigestText = rememberTexts(
  { texts: 250, characters: 1_000 },
  (text) => bytesToHex(sha256(utf8ToBytes(text))),
);

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson, type Json } from "./canonical-json.ts";

/** The SHA-256 of canonical JSON, as 64 hex digits. Equal digests mean equal content. */
export type DigestText = string;

export function digestOf(value: Json): DigestText {
  return digestText(canonicalJson(value));
}

export function digestText(text: string): DigestText {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

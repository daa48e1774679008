import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson, type Json } from "./canonical-json.ts";

/** A SHA-256 of canonical JSON, in 64 hex digits. Two things with one digest are the same thing. */
export type DigestText = string;

export function digestOf(value: Json): DigestText {
  return digestText(canonicalJson(value));
}

export function digestText(text: string): DigestText {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

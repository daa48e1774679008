import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson, type Json } from "./canonical-json.ts";

/** The SHA-256 of canonical JSON, as 64 hex digits. Equal digests mean equal content. */
export type DigestText = string;

export function digestOf(value: Json): DigestText {
  return digestText(canonicalJson(value));
}

export function digestText(text: string): DigestText {
  return text.length > MAX_REMEMBERED ? hash(text) : remembered(text);
}

/** Maximum characters of a text whose digest is remembered, and the number of such texts. */
const MAX_REMEMBERED = 1_000;
const MAX_TEXTS = 250;

/** Digests of recent texts: every round of a repository asks nearly the same questions. */
let recent = new Map<string, DigestText>();
let older = new Map<string, DigestText>();

function remembered(text: string): DigestText {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const digest = older.get(text) ?? hash(text);
  if (recent.size >= MAX_TEXTS) [older, recent] = [recent, new Map()];
  recent.set(text, digest);
  return digest;
}

function hash(text: string): DigestText {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

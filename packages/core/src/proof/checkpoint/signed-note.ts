import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { decodeBase64, encodeBase64 } from "../../kernel/base64.ts";

/** A line that signs a note. The signature is what follows the key id. */
export type NoteSignature = { name: string; keyId: string; signature: Uint8Array };

/** A text that ends with a newline, and its signatures: the signed note of C2SP. */
export type SignedNote = { text: string; signatures: readonly NoteSignature[] };

/** A key that signs notes. Its id is the begin of a digest of name, kind and key, in hex. */
export type NoteKey = { name: string; keyId: string; publicKey: Uint8Array };

/** The kinds of Ed25519 keys, by the byte that identifies them. A cosigner adds a time to its signatures. */
const NOTE_KEY_KINDS = { note: 1, cosigner: 4 } as const;
type NoteKeyKind = keyof typeof NOTE_KEY_KINDS;

/** Maximum characters of a note, and number of its signatures. */
const MAX_NOTE = 100_000;
const MAX_SIGNATURES = 100;
const ID_BYTES = 4;
const KEY_BYTES = 32;

const NAME = /^[^\s+\p{Cc}]+$/u;
const SIGNATURE_LINE = /^— ([^ ]+) ([A-Za-z0-9+/=]+)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a note contains none but the newline
const CONTROL = /[\x00-\x09\x0b-\x1f]/;

/** Parses a note without verifying it. Null if it is not well formed. */
export function parseNote(note: string): SignedNote | null {
  const end = note.lastIndexOf("\n\n");
  if (note.length > MAX_NOTE || end < 1 || CONTROL.test(note)) return null;
  const signatures = parseSignatureLines(note.slice(end + 2));
  if (signatures === null) return null;
  return { text: note.slice(0, end + 1), signatures };
}

/** Parses signature lines, each with its newline. Null if one is not well formed. */
export function parseSignatureLines(lines: string): NoteSignature[] | null {
  if (!lines.endsWith("\n") || lines.length > MAX_NOTE) return null;
  const parsed = lines.slice(0, -1).split("\n").map(parseSignatureLine);
  if (parsed.length > MAX_SIGNATURES) return null;
  const valid = parsed.filter((one) => one !== null);
  return valid.length === parsed.length ? valid : null;
}

function parseSignatureLine(line: string): NoteSignature | null {
  const [, name = "", encoded = ""] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = decodeBase64(encoded);
  if (!NAME.test(name) || bytes === null || bytes.length <= ID_BYTES) return null;
  return {
    name,
    keyId: bytesToHex(bytes.subarray(0, ID_BYTES)),
    signature: bytes.subarray(ID_BYTES),
  };
}

/** Returns the text of a note. */
export function noteText({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(signatureLine).join("")}`;
}

function signatureLine({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${encodeBase64(concatBytes(hexToBytes(keyId), signature))}\n`;
}

/** Returns the key of this name, with its id. */
export function noteKey(kind: NoteKeyKind, name: string, publicKey: Uint8Array): NoteKey {
  const typed = typedKey(kind, publicKey);
  const digest = sha256(concatBytes(utf8ToBytes(`${name}\n`), typed));
  return { name, keyId: bytesToHex(digest.subarray(0, ID_BYTES)), publicKey };
}

/** Parses a verifier key `<name>+<key id>+<base64>` of this kind. Null if it is none. */
export function parseVerifierKey(kind: NoteKeyKind, text: string): NoteKey | null {
  const [name = "", keyId, encoded = ""] = text.split(/\+(.{8})\+(.*)$/s);
  const bytes = decodeBase64(encoded);
  if (!NAME.test(name) || bytes?.length !== KEY_BYTES + 1) return null;
  if (bytes[0] !== NOTE_KEY_KINDS[kind]) return null;
  const key = noteKey(kind, name, bytes.subarray(1));
  return key.keyId === keyId ? key : null;
}

/** Returns the verifier key of a key. */
export function verifierKeyText(kind: NoteKeyKind, { name, keyId, publicKey }: NoteKey): string {
  return `${name}+${keyId}+${encodeBase64(typedKey(kind, publicKey))}`;
}

function typedKey(kind: NoteKeyKind, publicKey: Uint8Array): Uint8Array {
  return concatBytes(new Uint8Array([NOTE_KEY_KINDS[kind]]), publicKey);
}

import { expect, it } from "vitest";
import { isSignatureOf } from "./cosignature.ts";
import {
  noteKey,
  noteText,
  parseNote,
  parseSignatureLines,
  parseVerifierKey,
  verifierKeyText,
} from "./signed-note.ts";

/** The note and the key in the documentation of Go's package for signed notes. */
const KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

const SHORT = new Uint8Array(31);
/** The key is one for notes, and its id is that of a cosigner. */
const KEY_OF_TWO_KINDS = verifierKeyText("note", noteKey("cosigner", "a", new Uint8Array(32)));

it("reads a published note, whose line is one of the published key", () => {
  const note = parseNote(NOTE);
  const key = parseVerifierKey("note", KEY);
  const [line] = note?.signatures ?? [];
  expect(note?.text.endsWith("your problem is.\n")).toBe(true);
  expect(line?.signature).toHaveLength(64);
  expect(line && key && isSignatureOf(line, key)).toBe(true);
});

it("writes a note and a key as they were", () => {
  const note = parseNote(NOTE);
  const key = parseVerifierKey("note", KEY);
  expect(note && noteText(note)).toBe(NOTE);
  expect(key && verifierKeyText("note", key)).toBe(KEY);
});

it.each([
  ["no signature", "text\n\n"],
  ["no empty line", "text\n"],
  ["no text", "\n\n— a x08goQB3\n"],
  ["a control character", NOTE.replace("If", "I\tf")],
  ["a signature without an end", NOTE.slice(0, -1)],
  ["another character instead of its end", "text\n\n— a x08goQB3x"],
  ["a line that is no signature", "text\n\n— a x08goQB3\nmore\n"],
  ["a space before a signature", "text\n\n — a x08goQB3\n"],
  ["a space after a signature", "text\n\n— a x08goQB3 \n"],
  ["a hyphen instead of the dash", NOTE.replace("— ", "- ")],
  ["a key name with a plus", NOTE.replace("PeterNeumann", "Peter+Neumann")],
  ["a key name with a space that is not a plain one", NOTE.replace("PeterN", "Peter\u2003N")],
  ["a signature that is only a key id", "text\n\n— a x08goQ==\n"],
  ["a signature that is no base64", "text\n\n— a x08goQB\n"],
  ["too many signatures", `text\n\n${"— a x08goQB3\n".repeat(101)}`],
  ["too many characters", `${"a".repeat(100_000)}${NOTE}`],
])("refuses a note with %s", (_, note) => {
  expect(parseNote(note)).toBeNull();
});

it("accepts as many characters and signatures as the limits allow", () => {
  const signatures = `\n${"— a x08goQB3\n".repeat(100)}`;
  const text = `${"a".repeat(100_000 - signatures.length - 1)}\n`;
  expect(parseNote(`${text}${signatures}`)?.signatures).toHaveLength(100);
});

it("refuses signature lines that are too long", () => {
  expect(parseSignatureLines(`— ${"a".repeat(100_000)} x08goQB3\n`)).toBeNull();
});

it.each([
  ["another kind", "cosigner", KEY],
  ["another key id", "note", KEY.replace("c74f", "c74e")],
  ["another name", "note", KEY.replace("Peter", "Petra")],
  ["a short key", "note", verifierKeyText("note", noteKey("note", "a", SHORT))],
  ["the key id of another kind", "cosigner", KEY_OF_TWO_KINDS],
  ["no base64", "note", "a+00000000+A"],
  ["no name", "note", KEY.replace("PeterNeumann", "")],
  ["no key", "note", "PeterNeumann"],
] as const)("refuses a verifier key of %s", (_, kind, text) => {
  expect(parseVerifierKey(kind, text)).toBeNull();
});

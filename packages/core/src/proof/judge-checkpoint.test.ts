import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { encodeBase64 } from "../kernel/base64.ts";
import { digestText } from "../kernel/digest.ts";
import { digestKey, verifyDigest } from "../testing/note-keys.ts";
import { type Checkpoint, checkpointText } from "./checkpoint/checkpoint.ts";
import { cosignatureBytes, cosignatureMessage } from "./checkpoint/cosignature.ts";
import {
  type NoteSignature,
  noteKey,
  noteText,
  verifierKeyText,
} from "./checkpoint/signed-note.ts";
import {
  engineNoteKey,
  judgeCheckpoint,
  judgeCosigned,
  trustedWitnesses,
  witnessQuorum,
} from "./judge-checkpoint.ts";

const EXPECTED: Checkpoint = { origin: "countersign.dev/a", size: 3, root: digestText("root") };
const OTHER: Checkpoint = { ...EXPECTED, root: digestText("other") };
const SECONDS = 1_795_000_000;

function createKey(name: string) {
  const key = digestKey(name);
  const size = (length: number) => new Uint8Array([0, 0, 0, length]);
  const wire = concatBytes(size(11), utf8ToBytes("ssh-ed25519"), size(32), key.publicKey);
  return { ...key, openSsh: `ssh-ed25519 ${encodeBase64(wire)}` };
}

type Key = ReturnType<typeof createKey>;

const ENGINE = createKey("engine");
const STRANGER = createKey("stranger");
const W1 = createWitness("w1.example");
const W2 = createWitness("w2.example");

function createWitness(name: string, key = createKey(name)) {
  const own = noteKey("cosigner", name, key.publicKey);
  const cosign = (checkpoint: Checkpoint, seconds = SECONDS, by = key): NoteSignature => {
    const signature = by.sign(cosignatureMessage(checkpointText(checkpoint), seconds));
    return { ...own, signature: cosignatureBytes(seconds, signature) };
  };
  return { key, cosign, entry: `${verifierKeyText("cosigner", own)}@https://${name}` };
}

function signed(
  checkpoint: Checkpoint,
  { by = ENGINE, named = by }: { by?: Key; named?: Key } = {},
): NoteSignature {
  const text = checkpointText(checkpoint);
  const key = noteKey("note", checkpoint.origin, named.publicKey);
  return { ...key, signature: by.sign(utf8ToBytes(text)) };
}

function noteOf(checkpoint: Checkpoint, ...signatures: NoteSignature[]): string {
  return noteText({ text: checkpointText(checkpoint), signatures });
}

const codesOf = (note: string, engine = ENGINE.openSsh): string[] =>
  judgeCheckpoint(note, { expected: EXPECTED, engine }, verifyDigest).map(({ code }) => code);

it("finds no problem in a checkpoint of the chain that its engine signed", () => {
  expect(codesOf(noteOf(EXPECTED, signed(EXPECTED)))).toEqual([]);
  const cosigned = noteOf(EXPECTED, W1.cosign(EXPECTED), signed(EXPECTED));
  expect(codesOf(cosigned)).toEqual([]);
});

it.each([
  ["of another root", noteOf(OTHER, signed(OTHER)), "checkpoint_other"],
  ["that is no note", "note", "checkpoint_other"],
  [
    "signed by a stranger",
    noteOf(EXPECTED, signed(EXPECTED, { by: STRANGER })),
    "checkpoint_signature",
  ],
  [
    "signed by a stranger in the engine's name",
    noteOf(EXPECTED, signed(EXPECTED, { by: STRANGER, named: ENGINE })),
    "checkpoint_signature",
  ],
])("reports a checkpoint %s", (_, note, code) => {
  expect(codesOf(note)).toEqual([code]);
});

it.each([
  ["an RSA key", "ssh-rsa AAAA"],
  ["a short key", "ssh-ed25519 AAAA"],
  ["no base64", "ssh-ed25519 AAA"],
])("accepts no checkpoint of an engine with %s", (_, engine) => {
  expect(engineNoteKey(EXPECTED.origin, engine)).toBeNull();
  expect(codesOf(noteOf(EXPECTED, signed(EXPECTED)), engine)).toEqual(["checkpoint_signature"]);
});

function judge(note: string, { at = EXPECTED, keys = [W1.entry, W2.entry] } = {}) {
  const expectedAt = (size: number) => (size === at.size ? at : ("beyond" as const));
  return judgeCosigned({ note, expectedAt, witnesses: { quorum: 1, keys } }, verifyDigest);
}

it("names each witness that saw the chain, with the time", () => {
  const note = noteOf(EXPECTED, signed(EXPECTED), W2.cosign(EXPECTED, SECONDS + 5));
  expect(judge(note)).toEqual({
    seen: [{ name: "w2.example", size: 3, seconds: SECONDS + 5 }],
    problems: [],
  });
});

it("ignores a cosignature of a stranger", () => {
  const note = noteOf(EXPECTED, createWitness("w3.example").cosign(EXPECTED));
  expect(judge(note)).toEqual({ seen: [], problems: [] });
});

it("ignores a checkpoint at a size whose root it cannot compute", () => {
  const witnesses = { quorum: 1, keys: [W1.entry] };
  const note = noteOf(EXPECTED, W1.cosign(EXPECTED));
  const judged = judgeCosigned({ note, expectedAt: () => null, witnesses }, verifyDigest);
  expect(judged).toEqual({ seen: [], problems: [] });
});

it.each([
  ["of another chain", noteOf(OTHER, W1.cosign(OTHER)), "checkpoint_other", "3 moves"],
  [
    "beyond the end of the chain",
    noteOf({ ...EXPECTED, size: 4 }, W1.cosign({ ...EXPECTED, size: 4 })),
    "checkpoint_other",
    "4 moves",
  ],
  ["that is no note", "note", "checkpoint_other", "it cannot be parsed"],
  [
    "that is a note, but no checkpoint",
    noteText({ text: "hello\n", signatures: [W1.cosign(EXPECTED)] }),
    "checkpoint_other",
    "it cannot be parsed",
  ],
  [
    "with a witness's line for another checkpoint",
    noteOf(EXPECTED, W1.cosign(OTHER)),
    "cosignature_other",
    "w1.example",
  ],
  [
    "with a stranger's line in the name of a witness",
    noteOf(EXPECTED, W1.cosign(EXPECTED, SECONDS, STRANGER)),
    "cosignature_other",
    "w1.example",
  ],
])("reports a cosigned checkpoint %s", (_, note, code, about) => {
  expect(judge(note)).toEqual({ seen: [], problems: [{ code, about }] });
});

it("counts a key under two names as one witness, and ignores what is no witness", () => {
  const again = createWitness("w9.example", W1.key);
  const witnesses = trustedWitnesses({ keys: ["w1+abc", W1.entry, again.entry] });
  expect(witnesses.map(({ name }) => name)).toEqual(["w1.example"]);
});

it("needs at least one witness, whatever the quorum", () => {
  expect([0, 1, 2].map((quorum) => witnessQuorum({ quorum }))).toEqual([1, 1, 2]);
});

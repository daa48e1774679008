import { expect, it } from "vitest";
import { digestText } from "../../kernel/digest.ts";
import { digestKey, verifyDigest } from "../../testing/note-keys.ts";
import { checkpointText, parseCheckpoint } from "./checkpoint.ts";
import {
  cosignatureBytes,
  cosignatureMessage,
  parseWitness,
  readCosignature,
} from "./cosignature.ts";
import { noteKey, noteText, parseNote } from "./signed-note.ts";

/** A checkpoint of a public log with cosignatures of public witnesses, of May 2026, and the key of one of them. */
const NOTE = `arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
`;
const WITNESS = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2";

const TEXT = checkpointText({ origin: "example.com/log", size: 3, root: digestText("root") });
const KEY = digestKey("w1");
const W1 = noteKey("cosigner", "w1.example", KEY.publicKey);

function lineAt(seconds: number, text = TEXT) {
  const signature = KEY.sign(cosignatureMessage(text, seconds));
  return { ...W1, signature: cosignatureBytes(seconds, signature) };
}

const readAt = (...signatures: ReturnType<typeof lineAt>[]) =>
  readCosignature({ text: TEXT, signatures }, W1, verifyDigest);

it("reads when a witness cosigned a note", () => {
  expect(readAt(lineAt(1_795_000_000))).toEqual({ is: "at", seconds: 1_795_000_000 });
});

it("reads a cosignature of the last second of the year 9999", () => {
  expect(readAt(lineAt(253_402_300_799))).toEqual({ is: "at", seconds: 253_402_300_799 });
});

it("finds no cosignature of a witness that did not sign", () => {
  expect(readAt({ ...lineAt(1), name: "w2.example" })).toEqual({ is: "none" });
  expect(readAt({ ...lineAt(1), keyId: "00000000" })).toEqual({ is: "none" });
  expect(readAt()).toEqual({ is: "none" });
});

it.each([
  ["another text", [lineAt(1, `${TEXT}more\n`)]],
  ["a time after the year 9999", [lineAt(253_402_300_800)]],
  ["nothing but a time", [{ ...W1, signature: lineAt(1).signature.subarray(0, 8) }]],
  ["this text, and one for another", [lineAt(1), lineAt(2, "other")]],
])("reports a cosignature for %s as wrong", (_, lines) => {
  expect(readAt(...lines)).toEqual({ is: "wrong" });
});

it("parses the checkpoint of a public log, and writes it as it was", () => {
  const note = parseNote(NOTE);
  const checkpoint = parseCheckpoint(note?.text ?? "");
  expect(checkpoint?.size).toBe(1_432_088_532);
  expect(checkpoint && checkpointText(checkpoint)).toBe(note?.text);
  expect(note && noteText(note)).toBe(NOTE);
});

it("parses a witness with its address", () => {
  expect(parseWitness(`${WITNESS}@https://remora.n621.de/add`)).toMatchObject({
    name: "remora.n621.de",
    address: "https://remora.n621.de/add",
  });
});

it.each([
  ["no address", WITNESS],
  ["an address without TLS", `${WITNESS}@http://remora.n621.de`],
  ["a password in its address", `${WITNESS}@https://a:b@remora.n621.de`],
  ["a name with an at sign", `a@${WITNESS}@https://remora.n621.de`],
  ["another key id", `${WITNESS.replace("da77", "da78")}@https://remora.n621.de`],
])("refuses a witness with %s", (_, entry) => {
  expect(parseWitness(entry)).toBeNull();
});

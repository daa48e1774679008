import { checkpoints } from "@countersign/core";
import { expect, it } from "vitest";
import { verifyEd25519 } from "./verify-ed25519.ts";

/** A checkpoint of a public log with cosignatures of public witnesses, of May 2026, and the key of one of them. */
const NOTE = `arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
`;
const WITNESS = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2";

function readAt(note: string, witness = WITNESS) {
  const parsed = checkpoints.parseNote(note);
  const key = checkpoints.parseWitness(`${witness}@https://w.example`);
  if (parsed === null || key === null) throw new Error("not parsed");
  return checkpoints.readCosignature(parsed, key, verifyEd25519);
}

it("reads when a public witness cosigned a checkpoint of a public log", () => {
  expect(readAt(NOTE)).toEqual({ is: "at", seconds: Date.parse("2026-05-23T21:50:24Z") / 1_000 });
});

it("finds no cosignature of a witness that did not sign", () => {
  expect(readAt(NOTE.replace("remora.n621.de 2net5w", "remora.n621.de 2net5g"))).toEqual({
    is: "none",
  });
});

it.each([
  ["another size", NOTE.replace("1432088532", "1432088533")],
  ["another time", NOTE.replace("2net5wAAAABqEiEg", "2net5wAAAABqEiEh")],
  ["nothing but a time", NOTE.replace(/2net5w.*/, "2net5wAAAABqEiEg")],
])("reports a cosignature for %s as wrong", (_, note) => {
  expect(readAt(note)).toEqual({ is: "wrong" });
});

it("reports a witness as wrong if any of its lines is", () => {
  const [line = ""] = /— remora.*\n/.exec(NOTE) ?? [];
  expect(readAt(`${NOTE}${line.replace("Pl", "Pm")}`)).toEqual({ is: "wrong" });
});

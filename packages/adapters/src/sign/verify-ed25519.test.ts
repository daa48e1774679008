import { generateKeyPairSync, sign } from "node:crypto";
import { expect, it } from "vitest";
import { verifyEd25519 } from "./verify-ed25519.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
const message = Buffer.from("a message");
const signature = sign(null, message, privateKey);

it("accepts the signature of a message", () => {
  expect(verifyEd25519(raw, message, signature)).toBe(true);
});

it.each([
  ["another message", raw, Buffer.from("another"), signature],
  ["another key", Buffer.alloc(32, 7), message, signature],
  ["a key of another length", raw.subarray(1), message, signature],
  ["a short signature", raw, message, signature.subarray(1)],
])("refuses %s", (_, key, bytes, signed) => {
  expect(verifyEd25519(key, bytes, signed)).toBe(false);
});

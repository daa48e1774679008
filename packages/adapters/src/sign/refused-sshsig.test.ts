import { describe, expect, it } from "vitest";
import {
  createSoftwareKey,
  makeSshsig,
  type SshsigKind,
  type SshsigParts,
} from "./testing/make-sshsig.ts";
import { verifySshsig } from "./verify-sshsig.ts";
import { wireString } from "./wire-reader.ts";

function refusal(kind: SshsigKind, parts: SshsigParts): string {
  const base64 = makeSshsig(createSoftwareKey(kind), "a statement", parts);
  const reading = verifySshsig(Buffer.from("a statement"), base64);
  return reading.ok ? "accepted" : reading.reason;
}

describe("a signature that is not strictly in its format", () => {
  const replaceType = (type: string) => (body: Buffer) =>
    Buffer.concat([wireString(type), body.subarray(4 + body.readUInt32BE())]);
  const long = (length: number) => () => Buffer.alloc(length, 1);

  it.each<[string, SshsigKind, SshsigParts, string]>([
    ["another version", "ed25519", { version: 2 }, "is not an SSHSIG of version 1"],
    [
      "another magic",
      "ed25519",
      { whole: (all) => Buffer.concat([Buffer.from("SSHSIC"), all.subarray(6)]) },
      "is not an SSHSIG of version 1",
    ],
    ["no namespace", "ed25519", { namespace: "" }, "has a wrong header"],
    ["reserved bytes", "ed25519", { reserved: "x" }, "has a wrong header"],
    ["SHA-1", "ed25519", { hash: "sha1" }, "has another hash than SHA-256 or SHA-512"],
    [
      "a namespace that is not ASCII",
      "ed25519",
      { namespace: "é" },
      "a text has other than ASCII letters",
    ],
    ["too many bytes", "ed25519", { whole: long(12_001) }, "is too long"],
    [
      "a DSA key",
      "ed25519",
      { publicKey: () => wireString("ssh-dss") },
      "is of a kind of key that is not accepted",
    ],
    [
      "a key named after a method",
      "ed25519",
      { publicKey: () => wireString("toString") },
      "is of a kind of key that is not accepted",
    ],
    [
      "a short key",
      "ed25519",
      { publicKey: () => Buffer.concat([wireString("ssh-ed25519"), wireString("short")]) },
      "has a key of a wrong length",
    ],
    [
      "a compressed point",
      "ecdsa-256",
      { publicKey: (key) => Buffer.from(key.with(key.length - 65, 2)) },
      "has a point of another curve",
    ],
    [
      "a point that is not on the curve",
      "ecdsa-256",
      { publicKey: (key) => Buffer.from(key.with(key.length - 1, (key.at(-1) ?? 0) ^ 1)) },
      "has a key that is not on its curve",
    ],
    [
      "a small RSA key",
      "rsa-256",
      {
        publicKey: () =>
          Buffer.concat([
            wireString("ssh-rsa"),
            wireString(Buffer.of(3)),
            wireString(Buffer.alloc(128, 1)),
          ]),
      },
      "has an RSA key of a wrong size",
    ],
    [
      "a huge RSA exponent",
      "rsa-256",
      {
        publicKey: (key) =>
          Buffer.concat([
            wireString("ssh-rsa"),
            wireString(Buffer.alloc(5, 1)),
            key.subarray(4 + 7 + 4 + 3),
          ]),
      },
      "has an RSA key of a wrong size",
    ],
    ["RSA with SHA-1", "rsa-256", { body: replaceType("ssh-rsa") }, "is not of the key's kind"],
    [
      "a device's signature by a software key",
      "ed25519",
      { body: replaceType("sk-ssh-ed25519@openssh.com") },
      "is not of the key's kind",
    ],
    [
      "another kind of device",
      "ed25519-sk",
      { body: replaceType("ssh-ed25519") },
      "is not of the key's kind",
    ],
    [
      "a passkey's signature by an Ed25519 device",
      "ed25519-sk",
      { body: replaceType("webauthn-sk-ecdsa-sha2-nistp256@openssh.com") },
      "is not of the key's kind",
    ],
    [
      "a zero number",
      "ecdsa-256",
      {
        body: () =>
          Buffer.concat([
            wireString("ecdsa-sha2-nistp256"),
            wireString(Buffer.concat([wireString(""), wireString("")])),
          ]),
      },
      "a number is not in its shortest form",
    ],
    [
      "a negative number",
      "ecdsa-256",
      {
        body: () =>
          Buffer.concat([
            wireString("ecdsa-sha2-nistp256"),
            wireString(Buffer.concat([wireString(Buffer.of(0x80)), wireString(Buffer.of(1))])),
          ]),
      },
      "a number is not in its shortest form",
    ],
    [
      "a padded number",
      "ecdsa-256",
      {
        body: () =>
          Buffer.concat([
            wireString("ecdsa-sha2-nistp256"),
            wireString(Buffer.concat([wireString(Buffer.of(0, 1)), wireString(Buffer.of(1))])),
          ]),
      },
      "a number is not in its shortest form",
    ],
    [
      "a long number",
      "ecdsa-256",
      {
        body: () =>
          Buffer.concat([
            wireString("ecdsa-sha2-nistp256"),
            wireString(Buffer.concat([wireString(Buffer.alloc(33, 1)), wireString(Buffer.of(1))])),
          ]),
      },
      "has a number that is too long",
    ],
    ["attested data", "webauthn-sk", { flags: 0x41 }, "has flags that do not fit its data"],
    [
      "extensions without their flag",
      "webauthn-sk",
      { extensions: "x" },
      "has flags that do not fit its data",
    ],
    [
      "the flag of extensions without them",
      "webauthn-sk",
      { flags: 0x81 },
      "has flags that do not fit its data",
    ],
    [
      "a record of another kind",
      "webauthn-sk",
      { clientData: (text) => text.replace(".get", ".create") },
      "was made for another request",
    ],
    [
      "another challenge",
      "webauthn-sk",
      { clientData: (text) => text.replace("U1NI", "U1NJ") },
      "was made for another request",
    ],
    [
      "an origin that its record does not have",
      "webauthn-sk",
      { clientData: (text) => text.replace("https://cs.example", "https://evil.example") },
      "was made for another request",
    ],
    [
      "a longer origin in its record",
      "webauthn-sk",
      { clientData: (text) => text.replace("cs.example", "cs.example.evil") },
      "was made for another request",
    ],
    [
      "a second origin in its record",
      "webauthn-sk",
      { clientData: (text) => text.replace("}", ',"origin":"https://evil.example"}') },
      "was made for another request",
    ],
    [
      "an origin with a quote",
      "webauthn-sk",
      { origin: 'https://a","x":"' },
      "was made for another request",
    ],
    [
      "a frame of another site",
      "webauthn-sk",
      { clientData: (text) => text.replace("false", "true") },
      "was made for another request",
    ],
    [
      "a record that is not JSON",
      "webauthn-sk",
      { clientData: () => "{" },
      "was made for another request",
    ],
  ])("refuses %s", (_what, kind, parts, reason) => expect(refusal(kind, parts)).toBe(reason));
});

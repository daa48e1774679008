import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
} from "node:crypto";
import { statementBytes } from "@countersign/core";
import {
  createSoftwareKey,
  makeSshsig,
  publicKeyBytes,
  type SoftwareKey,
  type SshsigKind,
  type SshsigParts,
} from "../../../packages/adapters/src/sign/testing/make-sshsig.ts";
import type { Random } from "./random.ts";

/** A key of a person or an engine, as the trust file names it. */
export type LabKey = {
  kind: SshsigKind;
  /** The public key as OpenSSH writes it. */
  text: string;
  fingerprint: string;
  /** The pages on which a passkey may sign. */
  origins: string[];
  /** Signs the line of a statement and returns the signature in base64. */
  sign: (line: string, parts: SshsigParts) => string;
  /** Signs bytes as they are. Only for ed25519. */
  signBytes: (bytes: Uint8Array) => Uint8Array;
};

const ORIGIN = "https://cs.example";

/** Creates a key. Keys for RSA, P-384 and P-521 do not depend on the seed. */
export function labKey(kind: SshsigKind, random: Random): LabKey {
  const key = softwareKey(kind, random);
  const bytes = publicKeyBytes(key);
  const type = bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString();
  const digest = createHash("sha256").update(bytes).digest("base64");
  return {
    kind,
    text: `${type} ${bytes.toString("base64")}`,
    fingerprint: `SHA256:${digest.replaceAll("=", "")}`,
    origins: kind === "webauthn-sk" ? [ORIGIN] : [],
    sign: (line, parts) =>
      makeSshsig(key, Buffer.from(statementBytes(line)).toString(), { origin: ORIGIN, ...parts }),
    signBytes: (bytes) => sign(null, bytes, key.privateKey),
  };
}

function softwareKey(kind: SshsigKind, random: Random): SoftwareKey {
  const secret = Buffer.from(random.hex(64), "hex");
  if (kind.startsWith("ed25519")) return pairOf(kind, ed25519Key(secret));
  const isSeeded = kind === "ecdsa-256" || kind.endsWith("-sk");
  return isSeeded ? pairOf(kind, curveKey(secret)) : createSoftwareKey(kind);
}

function pairOf(kind: SshsigKind, privateKey: KeyObject): SoftwareKey {
  return { kind, privateKey, publicKey: createPublicKey(privateKey) };
}

const ED25519_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

function ed25519Key(secret: Buffer): KeyObject {
  const key = Buffer.concat([ED25519_PREFIX, secret]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

function curveKey(secret: Buffer): KeyObject {
  const exchange = createECDH("prime256v1");
  exchange.setPrivateKey(secret);
  const point = exchange.getPublicKey();
  const field = (bytes: Buffer) => bytes.toString("base64url");
  const coordinates = { x: field(point.subarray(1, 33)), y: field(point.subarray(33)) };
  const jwk = { kty: "EC", crv: "P-256", ...coordinates, d: field(secret) };
  return createPrivateKey({ key: jwk, format: "jwk" });
}

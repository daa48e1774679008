import { createHash } from "node:crypto";
import type { SignatureReading } from "@countersign/core";
import { checkClientData } from "./check-client-data.ts";
import { readPublicKey, type SshPublicKey } from "./read-public-key.ts";
import {
  claimOf,
  isSigned,
  isSignedAside,
  MISFIT,
  type SignatureClaim,
  softwareClaim,
} from "./signature-claim.ts";
import { MalformedSignature, WireReader, wireString } from "./wire-reader.ts";

/** What a device adds to its signature. */
export type DeviceSignature = {
  touched: boolean;
  /** The device checked a PIN, a fingerprint or a face. */
  unlocked: boolean;
  counter: number;
};

export type SshsigReading =
  | (Extract<SignatureReading, { ok: true }> & { device: DeviceSignature | null })
  | Extract<SignatureReading, { ok: false }>;

const MAGIC = Buffer.from("SSHSIG");
const MAX_BYTES = 12_000;
const HASHES: ReadonlySet<string> = new Set(["sha256", "sha512"]);
const FLAG_TOUCHED = 0x01;
const FLAG_UNLOCKED = 0x04;
const FLAG_ATTESTED_DATA = 0x40;
const FLAG_EXTENSIONS = 0x80;

/**
 * Verifies a signature in OpenSSH's format SSHSIG over a message, and reads what it shows about the person.
 *
 * The result names the key and the namespace of the signature; the caller decides whether it accepts them. Bytes that
 * the format does not require make a signature invalid, so that a valid one has few forms.
 */
export function verifySshsig(message: Uint8Array, base64: string): SshsigReading {
  const { reading, claim } = readSshsig(message, base64);
  if (claim === null) return reading;
  return isSigned(claim) ? reading : { ok: false, reason: MISFIT };
}

/** Like {@link verifySshsig}, but computes on another thread, for a caller with many signatures. */
export async function verifySshsigAside(
  message: Uint8Array,
  base64: string,
): Promise<SshsigReading> {
  const { reading, claim } = readSshsig(message, base64);
  if (claim === null) return reading;
  return (await isSignedAside(claim)) ? reading : { ok: false, reason: MISFIT };
}

/** What a signature shows if its claim holds. A refused one claims nothing. */
type Unverified = { reading: SshsigReading; claim: SignatureClaim | null };

function readSshsig(message: Uint8Array, base64: string): Unverified {
  try {
    return readFields(Buffer.from(message), decodeBase64(base64));
  } catch (error) {
    if (!(error instanceof MalformedSignature)) throw error;
    return { reading: { ok: false, reason: error.message }, claim: null };
  }
}

function decodeBase64(base64: string): Buffer {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.toString("base64") !== base64) throw new MalformedSignature("is not canonical base64");
  if (bytes.length > MAX_BYTES) throw new MalformedSignature("is too long");
  return bytes;
}

function readFields(message: Buffer, bytes: Buffer): Unverified {
  const wire = new WireReader(bytes);
  if (!wire.take(MAGIC.length).equals(MAGIC) || wire.uint32() !== 1)
    throw new MalformedSignature("is not an SSHSIG of version 1");
  const key = readPublicKey(wire.string());
  const namespace = wire.text();
  const reserved = wire.string();
  const hash = wire.text();
  const signature = wire.string();
  wire.end();
  if (namespace === "" || reserved.length > 0) throw new MalformedSignature("has a wrong header");
  if (!HASHES.has(hash)) throw new MalformedSignature("has another hash than SHA-256 or SHA-512");

  const digest = createHash(hash).update(message).digest();
  const signed = Buffer.concat([
    MAGIC,
    ...[namespace, reserved, hash, digest].map((field) => wireString(field)),
  ]);
  const { claim, ...shown } = readSignature(key, signature, signed);
  const { text, fingerprint } = key;
  const level = levelOf(shown.device);
  return { reading: { ok: true, key: text, fingerprint, namespace, level, ...shown }, claim };
}

type Shown = {
  device: DeviceSignature | null;
  origin: string | null;
  claim: SignatureClaim;
};

/** The level is what the device says it did, never what a statement claims. */
function levelOf(device: DeviceSignature | null): "signed" | "touched" | "unlocked" {
  if (device === null || !device.touched) return "signed";
  return device.unlocked ? "unlocked" : "touched";
}

function readSignature(key: SshPublicKey, signature: Buffer, signed: Buffer): Shown {
  const wire = new WireReader(signature);
  const type = wire.text();
  const proof = wire.string();
  if (key.application === null) {
    wire.end();
    return { device: null, origin: null, claim: softwareClaim(key, type, proof, signed) };
  }
  const flags = wire.byte();
  const counter = wire.uint32();
  const page = isPasskey(key, type) ? readPage(wire, flags, signed) : null;
  wire.end();
  if (page === null && type !== key.type) throw new MalformedSignature("is not of the key's kind");
  const covered = Buffer.concat([
    sha256(Buffer.from(key.application)),
    deviceFields(flags, counter),
    page?.extensions ?? Buffer.alloc(0),
    sha256(page?.clientData ?? signed),
  ]);
  const claim = claimOf(key, "sha256", proof, covered);
  const [touched, unlocked] = [FLAG_TOUCHED, FLAG_UNLOCKED].map((flag) => (flags & flag) !== 0);
  const device = { touched: touched === true, unlocked: unlocked === true, counter };
  return { device, origin: page?.origin ?? null, claim };
}

function isPasskey(key: SshPublicKey, type: string): boolean {
  const isCurve = key.type === "sk-ecdsa-sha2-nistp256@openssh.com";
  return isCurve && type === "webauthn-sk-ecdsa-sha2-nistp256@openssh.com";
}

/** Reads what a browser adds: the origin of the page, its own record of the request, and extensions. */
function readPage(wire: WireReader, flags: number, signed: Buffer) {
  const origin = wire.text();
  const clientData = wire.string();
  const extensions = wire.string();
  const hasExtensions = (flags & FLAG_EXTENSIONS) !== 0;
  if ((flags & FLAG_ATTESTED_DATA) !== 0 || hasExtensions !== extensions.length > 0)
    throw new MalformedSignature("has flags that do not fit its data");
  checkClientData(clientData, { origin, challenge: signed.toString("base64url") });
  return { origin, clientData, extensions };
}

function deviceFields(flags: number, counter: number): Buffer {
  const fields = Buffer.alloc(5);
  fields.writeUInt8(flags);
  fields.writeUInt32BE(counter, 1);
  return fields;
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

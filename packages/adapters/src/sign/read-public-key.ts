import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { MalformedSignature, WireReader } from "./wire-reader.ts";

/** A public key of OpenSSH. */
export type SshPublicKey = {
  type: string;
  /** As OpenSSH writes it: the type and the bytes in base64, without a comment. */
  text: string;
  /** `SHA256:` and the hash of the bytes in base64, as OpenSSH prints it. */
  fingerprint: string;
  key: KeyObject;
  /** The length of a signature's number, or of the modulus, in bytes. */
  size: number;
  /** The application of a key in a device. Null for a key in software. */
  application: string | null;
};

type KeyParts = { jwk: JsonWebKey; size: number; application: string | null };

const CURVES = {
  nistp256: { crv: "P-256", size: 32 },
  nistp384: { crv: "P-384", size: 48 },
  nistp521: { crv: "P-521", size: 66 },
} as const;

const MIN_RSA_BYTES = 256;
const MAX_RSA_BYTES = 1_024;

/** Reads how a kind of key is written. Kinds that are not listed, such as DSA, are refused. */
const READERS: Readonly<Record<string, (wire: WireReader) => KeyParts>> = {
  "ssh-ed25519": (wire) => ({ ...edwards(wire), application: null }),
  "ssh-rsa": (wire) => ({ ...rsa(wire), application: null }),
  "ecdsa-sha2-nistp256": (wire) => ({ ...curve(wire, "nistp256"), application: null }),
  "ecdsa-sha2-nistp384": (wire) => ({ ...curve(wire, "nistp384"), application: null }),
  "ecdsa-sha2-nistp521": (wire) => ({ ...curve(wire, "nistp521"), application: null }),
  "sk-ssh-ed25519@openssh.com": (wire) => ({ ...edwards(wire), application: wire.text() }),
  "sk-ecdsa-sha2-nistp256@openssh.com": (wire) => ({
    ...curve(wire, "nistp256"),
    application: wire.text(),
  }),
};

const MAX_KNOWN = 200;

/** Keys by their bytes in base64: the same people and engines sign again and again. */
const known = new Map<string, SshPublicKey>();

/** Reads the bytes of a public key strictly. */
export function readPublicKey(bytes: Buffer): SshPublicKey {
  const text = bytes.toString("base64");
  const key = known.get(text) ?? parsePublicKey(bytes, text);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, key);
  return key;
}

function parsePublicKey(bytes: Buffer, base64: string): SshPublicKey {
  const wire = new WireReader(bytes);
  const type = wire.text();
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (reader === undefined)
    throw new MalformedSignature("is of a kind of key that is not accepted");
  const { jwk, size, application } = reader(wire);
  wire.end();
  return {
    type,
    text: `${type} ${base64}`,
    fingerprint: `SHA256:${createHash("sha256").update(bytes).digest("base64").slice(0, 43)}`,
    key: toKeyObject(jwk),
    size,
    application,
  };
}

function edwards(wire: WireReader): Omit<KeyParts, "application"> {
  const point = wire.string();
  if (point.length !== 32) throw new MalformedSignature("has a key of a wrong length");
  return { jwk: { kty: "OKP", crv: "Ed25519", x: point.toString("base64url") }, size: 32 };
}

/** Only points in uncompressed form, as OpenSSH writes them. */
function curve(wire: WireReader, name: keyof typeof CURVES): Omit<KeyParts, "application"> {
  const { crv, size } = CURVES[name];
  const isNamed = wire.text() === name;
  const point = wire.string();
  if (!isNamed || point.length !== 1 + 2 * size || point[0] !== 4)
    throw new MalformedSignature("has a point of another curve");
  const x = point.subarray(1, 1 + size).toString("base64url");
  const y = point.subarray(1 + size).toString("base64url");
  return { jwk: { kty: "EC", crv, x, y }, size };
}

function rsa(wire: WireReader): Omit<KeyParts, "application"> {
  const [exponent, modulus] = [wire.positive(), wire.positive()];
  const isWeak = modulus.length < MIN_RSA_BYTES || modulus.length > MAX_RSA_BYTES;
  if (isWeak || exponent.length > 4) throw new MalformedSignature("has an RSA key of a wrong size");
  const [n, e] = [modulus.toString("base64url"), exponent.toString("base64url")];
  return { jwk: { kty: "RSA", n, e }, size: modulus.length };
}

function toKeyObject(jwk: JsonWebKey): KeyObject {
  try {
    return createPublicKey({ key: jwk, format: "jwk" });
  } catch {
    throw new MalformedSignature("has a key that is not on its curve");
  }
}

import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { wireString } from "../wire-reader.ts";

/** The kinds of signatures that the reader accepts. */
export const SSHSIG_KINDS = [
  "ed25519",
  "ecdsa-256",
  "ecdsa-384",
  "ecdsa-521",
  "rsa-256",
  "rsa-512",
  "ed25519-sk",
  "ecdsa-sk",
  "webauthn-sk",
] as const;
export type SshsigKind = (typeof SSHSIG_KINDS)[number];

export type SshsigParts = {
  namespace?: string;
  reserved?: string;
  hash?: string;
  version?: number;
  flags?: number;
  counter?: number;
  application?: string;
  origin?: string;
  /** Changes what the browser records. */
  clientData?: (text: string) => string;
  extensions?: string;
  /** Changes the public key, the signature's body or the whole, as bytes. */
  publicKey?: (bytes: Buffer) => Buffer;
  body?: (bytes: Buffer) => Buffer;
  whole?: (bytes: Buffer) => Buffer;
};

const CURVES: Readonly<Record<string, { name: string; crv: string; hash: string; size: number }>> =
  {
    "256": { name: "nistp256", crv: "P-256", hash: "sha256", size: 32 },
    "384": { name: "nistp384", crv: "P-384", hash: "sha384", size: 48 },
    "521": { name: "nistp521", crv: "P-521", hash: "sha512", size: 66 },
    sk: { name: "nistp256", crv: "P-256", hash: "sha256", size: 32 },
  };

const P256 = { name: "nistp256", crv: "P-256", hash: "sha256", size: 32 };

/** A key in software that can imitate every kind of key, also those of devices. */
export type SoftwareKey = { kind: SshsigKind; privateKey: KeyObject; publicKey: KeyObject };

export function createSoftwareKey(kind: SshsigKind): SoftwareKey {
  if (kind.startsWith("ed25519")) return { kind, ...generateKeyPairSync("ed25519") };
  if (kind.startsWith("rsa"))
    return { kind, ...generateKeyPairSync("rsa", { modulusLength: 2_048 }) };
  return { kind, ...generateKeyPairSync("ec", { namedCurve: curveOf(kind).crv }) };
}

/** Returns the bytes of a public key in OpenSSH's form. */
export function publicKeyBytes({ kind, publicKey }: SoftwareKey, application = "ssh:"): Buffer {
  const { x = "", y = "", n = "", e = "" } = publicKey.export({ format: "jwk" });
  const [isDevice, base64] = [
    kind.endsWith("-sk"),
    (text: string) => Buffer.from(text, "base64url"),
  ];
  const end = isDevice ? [wireString(application)] : [];
  if (kind.startsWith("ed25519")) {
    const type = isDevice ? "sk-ssh-ed25519@openssh.com" : "ssh-ed25519";
    return Buffer.concat([wireString(type), wireString(base64(x)), ...end]);
  }
  if (kind.startsWith("rsa"))
    return Buffer.concat([wireString("ssh-rsa"), mpint(base64(e)), mpint(base64(n))]);
  const { name } = curveOf(kind);
  const type = isDevice ? "sk-ecdsa-sha2-nistp256@openssh.com" : `ecdsa-sha2-${name}`;
  const point = Buffer.concat([Buffer.of(4), base64(x), base64(y)]);
  return Buffer.concat([wireString(type), wireString(name), wireString(point), ...end]);
}

/** Signs a message as OpenSSH, a device or a browser does, and returns the signature in base64. */
export function makeSshsig(key: SoftwareKey, message: string, parts: SshsigParts = {}): string {
  const { namespace = "act@countersign", reserved = "", hash = "sha512", version = 1 } = parts;
  const digest = createHash(hash === "sha256" ? "sha256" : "sha512")
    .update(message)
    .digest();
  const header = [namespace, reserved, hash].map((field) => wireString(field));
  const signed = Buffer.concat([Buffer.from("SSHSIG"), ...header, wireString(digest)]);
  const body = key.kind.endsWith("-sk")
    ? deviceBody(key, signed, parts)
    : softwareBody(key, signed);
  const bytes = Buffer.concat([
    Buffer.from("SSHSIG"),
    uint32(version),
    wireString((parts.publicKey ?? same)(publicKeyBytes(key, parts.application))),
    ...header,
    wireString((parts.body ?? same)(body)),
  ]);
  return (parts.whole ?? same)(bytes).toString("base64");
}

const same = (bytes: Buffer): Buffer => bytes;

function softwareBody({ kind, privateKey }: SoftwareKey, signed: Buffer): Buffer {
  if (kind === "ed25519")
    return Buffer.concat([wireString("ssh-ed25519"), wireString(sign(null, signed, privateKey))]);
  if (kind.startsWith("rsa")) {
    const bits = kind.slice("rsa-".length);
    const proof = sign(`sha${bits}`, signed, privateKey);
    return Buffer.concat([wireString(`rsa-sha2-${bits}`), wireString(proof)]);
  }
  const type = wireString(`ecdsa-sha2-${curveOf(kind).name}`);
  return Buffer.concat([type, wireString(curveProof(kind, privateKey, signed))]);
}

function deviceBody({ kind, privateKey }: SoftwareKey, signed: Buffer, parts: SshsigParts): Buffer {
  const { flags = 1, counter = 7, application = "ssh:", extensions = "" } = parts;
  const { origin = "https://cs.example" } = parts;
  const fields = Buffer.concat([Buffer.of(flags), uint32(counter)]);
  const isPage = kind === "webauthn-sk";
  const plain = `{"type":"webauthn.get","challenge":"${signed.toString("base64url")}","origin":"${origin}","crossOrigin":false}`;
  const clientData = Buffer.from(parts.clientData?.(plain) ?? plain);
  const covered = Buffer.concat([
    createHash("sha256").update(application).digest(),
    fields,
    Buffer.from(isPage ? extensions : ""),
    createHash("sha256")
      .update(isPage ? clientData : signed)
      .digest(),
  ]);
  if (kind === "ed25519-sk") {
    const proof = sign(null, covered, privateKey);
    return Buffer.concat([wireString("sk-ssh-ed25519@openssh.com"), wireString(proof), fields]);
  }
  const type = `${isPage ? "webauthn-" : ""}sk-ecdsa-sha2-nistp256@openssh.com`;
  const page = isPage ? [origin, clientData, extensions].map((field) => wireString(field)) : [];
  const proof = wireString(curveProof(kind, privateKey, covered));
  return Buffer.concat([wireString(type), proof, fields, ...page]);
}

function curveProof(kind: SshsigKind, privateKey: KeyObject, data: Buffer): Buffer {
  const { hash, size } = curveOf(kind);
  const both = sign(hash, data, { key: privateKey, dsaEncoding: "ieee-p1363" });
  return Buffer.concat([mpint(both.subarray(0, size)), mpint(both.subarray(size))]);
}

function curveOf(kind: SshsigKind) {
  return CURVES[kind.split("-")[1] ?? ""] ?? P256;
}

/** A positive number in its shortest form. */
function mpint(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = bytes.subarray(first);
  return wireString((short[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), short]) : short);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

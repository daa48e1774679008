import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

export type Certificate = { key: string; cert: string };

/** The parts of DER that a small certificate is made of. */
const [BOOLEAN, INTEGER, BITS, OCTETS, UTF8, TIME] = [0x01, 0x02, 0x03, 0x04, 0x0c, 0x17];
const [SEQUENCE, SET, VERSION, EXTENSIONS, DNS_NAME] = [0x30, 0x31, 0xa0, 0xa3, 0x82];

const ECDSA_WITH_SHA256 = oid("2a8648ce3d040302");
const COMMON_NAME = oid("550403");
const BASIC_CONSTRAINTS = oid("551d13");
const SUBJECT_ALT_NAME = oid("551d11");
const YES = der(BOOLEAN, Buffer.from([0xff]));

/** A certificate for one host that vouches for itself, valid from long ago to far ahead. */
export function makeCertificate(host: string): Certificate {
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const cert = certify(own.publicKey, own.privateKey, [...authority(), ...hostNames([host])]);
  return { key: pemOf(own.privateKey), cert };
}

/** A certificate for some hosts, and the authority that vouches for it: some programs trust no host that is its own. */
export function makeCertifiedHosts(...hosts: readonly string[]): Certificate & { ca: string } {
  const issuer = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    key: pemOf(own.privateKey),
    cert: certify(own.publicKey, issuer.privateKey, hostNames(hosts), "countersign host"),
    ca: certify(issuer.publicKey, issuer.privateKey, authority()),
  };
}

const ISSUER = "countersign test";

function certify(
  subjectKey: KeyObject,
  issuerKey: KeyObject,
  extensions: readonly Buffer[],
  subject = ISSUER,
): string {
  const signed = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    der(SEQUENCE, ECDSA_WITH_SHA256),
    nameOf(ISSUER),
    der(SEQUENCE, time("200101000000Z"), time("491231235959Z")),
    nameOf(subject),
    subjectKey.export({ type: "spki", format: "der" }),
    der(EXTENSIONS, der(SEQUENCE, ...extensions)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", signed, issuerKey)]);
  const whole = der(SEQUENCE, signed, der(SEQUENCE, ECDSA_WITH_SHA256), der(BITS, signature));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

function nameOf(text: string): Buffer {
  return der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(text)))));
}

function authority(): Buffer[] {
  return [der(SEQUENCE, BASIC_CONSTRAINTS, YES, der(OCTETS, der(SEQUENCE, YES)))];
}

function hostNames(hosts: readonly string[]): Buffer[] {
  const names = der(SEQUENCE, ...hosts.map((host) => der(DNS_NAME, Buffer.from(host))));
  return [der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTETS, names))];
}

function pemOf(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

function time(text: string): Buffer {
  return der(TIME, Buffer.from(text));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
}

/** The shortest form of a length: strict programs refuse any other. */
function lengthOf(bytes: number): number[] {
  if (bytes < 0x80) return [bytes];
  return bytes < 0x100 ? [0x81, bytes] : [0x82, bytes >> 8, bytes & 0xff];
}

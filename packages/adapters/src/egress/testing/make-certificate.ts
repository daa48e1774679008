import { generateKeyPairSync, sign } from "node:crypto";

export type Certificate = { key: string; cert: string };

/** The parts of DER that a small certificate is made of. */
const [BOOLEAN, INTEGER, BITS, OCTETS, UTF8, TIME] = [0x01, 0x02, 0x03, 0x04, 0x0c, 0x18];
const [SEQUENCE, SET, VERSION, EXTENSIONS, DNS_NAME] = [0x30, 0x31, 0xa0, 0xa3, 0x82];

const ECDSA_WITH_SHA256 = oid("2a8648ce3d040302");
const COMMON_NAME = oid("550403");
const BASIC_CONSTRAINTS = oid("551d13");
const SUBJECT_ALT_NAME = oid("551d11");
const YES = der(BOOLEAN, Buffer.from([0xff]));

/** A certificate for one host that vouches for itself, valid from long ago to far ahead. */
export function makeCertificate(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from("countersign test")))),
  );
  const signed = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    der(SEQUENCE, ECDSA_WITH_SHA256),
    name,
    der(SEQUENCE, time("20200101000000Z"), time("20990101000000Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(EXTENSIONS, der(SEQUENCE, ...extensions(host))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", signed, privateKey)]);
  const whole = der(SEQUENCE, signed, der(SEQUENCE, ECDSA_WITH_SHA256), der(BITS, signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

function extensions(host: string): Buffer[] {
  const names = der(SEQUENCE, der(DNS_NAME, Buffer.from(host)));
  return [
    der(SEQUENCE, BASIC_CONSTRAINTS, YES, der(OCTETS, der(SEQUENCE, YES))),
    der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTETS, names)),
  ];
}

function time(text: string): Buffer {
  return der(TIME, Buffer.from(text));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

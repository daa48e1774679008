import { BASE62, BECH32 } from "./alphabets.ts";

/** A checksum at the end of a token: its length, and its text for the preceding characters. */
export type Checksum = { size: number; of: (before: string) => string };

const BECH32_SIZE = 6;
const BECH32_GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Checksums that vendors document. */
export const CHECKSUMS = {
  /** GitHub, npm, NetBird, Review Board: CRC-32 of what follows the first underscore, six digits of base62. */
  crcOfBody: { size: 6, of: (before) => base62(crc32(before.slice(before.indexOf("_") + 1))) },
  /** Synapse: CRC-32 of everything before the last underscore, six digits of base62. */
  crcOfAll: { size: 6, of: (before) => base62(crc32(before.slice(0, -1))) },
  /** Grafana: the same, its four bytes as hex, the lowest first. */
  crcInHex: { size: 8, of: (before) => bytesInHex(crc32(before.slice(0, -1))) },
  /** Bech32 (BIP 173): the last "1" separates the name from the data. */
  bech32: { size: BECH32_SIZE, of: (before) => bech32(before) },
} as const satisfies Record<string, Checksum>;

/** Returns the CRC-32 (IEEE 802.3) of an ASCII text. */
export function crc32(text: string): number {
  let value = 0xffffffff;
  for (let at = 0; at < text.length; at += 1)
    value = (CRC_TABLE[(value ^ text.charCodeAt(at)) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function base62(value: number): string {
  let digits = "";
  for (let rest = value; digits.length < 6; rest = Math.floor(rest / 62))
    digits = (BASE62[rest % 62] ?? "") + digits;
  return digits;
}

function bytesInHex(value: number): string {
  return [0, 8, 16, 24]
    .map((shift) => ((value >>> shift) & 0xff).toString(16).padStart(2, "0"))
    .join("");
}

function bech32(before: string): string {
  const lower = before.toLowerCase();
  const split = lower.lastIndexOf("1");
  const name = Array.from(lower.slice(0, split), (char) => char.charCodeAt(0));
  const data = Array.from(lower.slice(split + 1), (char) => BECH32.indexOf(char));
  const zeros = Array.from({ length: BECH32_SIZE }, () => 0);
  const high = name.map((code) => code >> 5);
  const low = name.map((code) => code & 31);
  const rest = polymod([...high, 0, ...low, ...data, ...zeros]) ^ 1;
  const checksum = zeros.map((_, at) => BECH32[(rest >>> (5 * (5 - at))) & 31]).join("");
  return before === lower ? checksum : checksum.toUpperCase();
}

function polymod(values: readonly number[]): number {
  let rest = 1;
  for (const value of values) {
    const top = rest >>> 25;
    rest = ((rest & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of BECH32_GENERATORS.entries())
      if ((top >>> bit) & 1) rest ^= generator;
  }
  return rest;
}

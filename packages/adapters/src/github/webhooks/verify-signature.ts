import { createHmac, timingSafeEqual } from "node:crypto";

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/**
 * Returns true if the signature is the HMAC-SHA256 of exactly these bytes.
 *
 * The bytes are not decoded first: different invalid bytes would decode to the same text.
 */
export function verifySignature(
  secret: string,
  body: Uint8Array,
  signature: string | undefined,
): boolean {
  const [, hex] = SIGNATURE.exec(signature ?? "") ?? [];
  if (hex === undefined || secret === "") return false;
  const expected = createHmac("sha256", secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(hex, "hex"));
}

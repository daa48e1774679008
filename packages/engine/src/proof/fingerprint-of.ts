import { createHash } from "node:crypto";

/** Returns the fingerprint of a public key as OpenSSH prints it. */
export function fingerprintOf(key: string): string {
  const bytes = Buffer.from(key.split(" ")[1] ?? "", "base64");
  return `SHA256:${createHash("sha256").update(bytes).digest("base64").replace(/=+$/, "")}`;
}

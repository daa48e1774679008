import { createHash } from "node:crypto";
import { wireString } from "./wire-reader.ts";

/** What an ed25519 key signs, and who signs it. */
type SshsigRequest = {
  namespace: string;
  message: Uint8Array;
  /** The 32 bytes of the public key. */
  publicKey: Uint8Array;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
};

const MAGIC = Buffer.from("SSHSIG");
const VERSION = Buffer.of(0, 0, 0, 1);
const HASH = "sha512";

/** Signs a message in OpenSSH's format (`PROTOCOL.sshsig`) with an ed25519 key, and returns the signature in base64. */
export async function writeSshsig(request: SshsigRequest): Promise<string> {
  const { namespace, message, publicKey, sign } = request;
  const common = [wireString(namespace), wireString(""), wireString(HASH)];
  const digest = createHash(HASH).update(message).digest();
  const raw = await sign(Buffer.concat([MAGIC, ...common, wireString(digest)]));
  const body = Buffer.concat([wireString("ssh-ed25519"), wireString(raw)]);
  const whole = [MAGIC, VERSION, wireString(sshKeyBytes(publicKey)), ...common, wireString(body)];
  return Buffer.concat(whole).toString("base64");
}

/** Returns an ed25519 public key as OpenSSH writes it, without a comment. */
export function sshKeyText(publicKey: Uint8Array): string {
  return `ssh-ed25519 ${sshKeyBytes(publicKey).toString("base64")}`;
}

function sshKeyBytes(publicKey: Uint8Array): Buffer {
  return Buffer.concat([wireString("ssh-ed25519"), wireString(publicKey)]);
}

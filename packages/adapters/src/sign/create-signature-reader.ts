import type { ReadKey, SignatureReader } from "@countersign/engine";
import { readPublicKey } from "./read-public-key.ts";
import { verifySshsig } from "./verify-sshsig.ts";
import { MalformedSignature } from "./wire-reader.ts";

/** Type and base64 of a line of a `.pub` file; a comment may follow. */
const KEY_LINE = /^([a-z0-9@.-]{1,60}) ([A-Za-z0-9+/]{20,4000}={0,2})(?: [^\r\n]{0,500})?\n?$/;

/** Creates a reader of people's keys and signatures in OpenSSH's formats. */
export function createSignatureReader(): SignatureReader {
  return { readSignature: verifySshsig, readKey };
}

function readKey(line: string): ReadKey | null {
  const [, type, base64] = KEY_LINE.exec(line) ?? [];
  if (type === undefined || base64 === undefined) return null;
  try {
    const found = readPublicKey(Buffer.from(base64, "base64"));
    const { text: key, fingerprint, application } = found;
    return key === `${type} ${base64}` ? { key, fingerprint, application } : null;
  } catch (error) {
    if (error instanceof MalformedSignature) return null;
    throw error;
  }
}

import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** What a browser returns when a person signs with a passkey, as in the Web Authentication API. */
export type PasskeyAssertion = {
  authenticatorData: Uint8Array;
  /** The browser's own record of the request, as JSON. */
  clientData: Uint8Array;
  /** An ECDSA signature in DER. */
  signature: Uint8Array;
  /** The origin of the page that asked. */
  origin: string;
};

/** A text that is signed in a namespace of SSHSIG. */
export type NamespacedMessage = { namespace: string; message: Uint8Array };

const MAGIC = utf8ToBytes("SSHSIG");
const HASH = "sha256";
const RP_ID_HASH_LENGTH = 32;
const FLAGS_AND_COUNTER_LENGTH = 5;

/** Returns the bytes that OpenSSH signs for a message. They are the challenge for a passkey. */
export function sshsigData({ namespace, message }: NamespacedMessage): Uint8Array {
  return concatBytes(MAGIC, ...header(namespace), wireString(sha256(message)));
}

/** Returns the bytes of a passkey's public key in OpenSSH's form. `point` is uncompressed, on the curve P-256. */
export function passkeyBytes(point: Uint8Array, rpId: string): Uint8Array {
  const fields = ["sk-ecdsa-sha2-nistp256@openssh.com", "nistp256", point, rpId];
  return concatBytes(...fields.map(wireString));
}

/**
 * Returns the signature of a passkey as an SSHSIG, which `ssh-keygen -Y verify` accepts. It checks nothing: whoever
 * reads the SSHSIG verifies it.
 */
export function passkeySshsig(
  key: Uint8Array,
  { namespace }: Pick<NamespacedMessage, "namespace">,
  assertion: PasskeyAssertion,
): Uint8Array {
  const { authenticatorData, clientData, signature, origin } = assertion;
  const extensionsAt = RP_ID_HASH_LENGTH + FLAGS_AND_COUNTER_LENGTH;
  const body = concatBytes(
    wireString("webauthn-sk-ecdsa-sha2-nistp256@openssh.com"),
    wireString(concatBytes(...numbersOf(signature).map(wireString))),
    authenticatorData.subarray(RP_ID_HASH_LENGTH, extensionsAt),
    ...[origin, clientData, authenticatorData.subarray(extensionsAt)].map(wireString),
  );
  return concatBytes(MAGIC, uint32(1), wireString(key), ...header(namespace), wireString(body));
}

function header(namespace: string): Uint8Array[] {
  return [namespace, "", HASH].map(wireString);
}

/** Returns the two numbers of a signature in DER: a sequence of two integers, each shorter than 128 bytes. */
function numbersOf(der: Uint8Array): Uint8Array[] {
  const second = 4 + (der[3] ?? 0);
  return [der.subarray(4, second), der.subarray(second + 2)];
}

function wireString(value: string | Uint8Array): Uint8Array {
  const bytes = typeof value === "string" ? utf8ToBytes(value) : value;
  return concatBytes(uint32(bytes.length), bytes);
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

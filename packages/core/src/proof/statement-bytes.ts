import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** The namespace in which people sign. A signature of one namespace is never accepted in another. */
export const ACT_NAMESPACE = "act@countersign";

/** The namespace in which engines sign. */
export const MOVE_NAMESPACE = "move@countersign";

/** The namespace in which passkeys sign when a person signs in. */
export const SIGN_IN_NAMESPACE = "sign-in@countersign";

const PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** Returns the bytes that a signature over a statement covers: the pre-authentication encoding of DSSE. */
export function statementBytes(line: string): Uint8Array {
  const body = utf8ToBytes(line);
  return concatBytes(
    utf8ToBytes(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${body.length} `),
    body,
  );
}

import { canonicalJson, type ParsedProof } from "@countersign/core";

const PAYLOAD_TYPE = "application/vnd.in-toto+json";

/**
 * Formats the statements of proofs as in-toto attestations, one DSSE envelope per line. Each signature is an OpenSSH
 * signature of the envelope's pre-authentication encoding.
 */
export function formatBundle(proofs: readonly ParsedProof[]): string {
  return proofs
    .flatMap(({ move, acts }) => [{ ...move, keyid: "" }, ...acts.map(withKey)])
    .map(({ line, sshsig, keyid }) =>
      canonicalJson({
        payload: Buffer.from(line).toString("base64"),
        payloadType: PAYLOAD_TYPE,
        signatures: [{ keyid, sig: sshsig }],
      }),
    )
    .join("\n");
}

function withKey({ line, sshsig, statement }: ParsedProof["acts"][number]) {
  return { line, sshsig, keyid: statement.predicate.key };
}

import { utf8ToBytes } from "@noble/hashes/utils.js";
import { type DigestText, digestText } from "../kernel/digest.ts";
import { TRUST_FILES } from "../plan/guard/trust-file-changes.ts";
import { changesDigest } from "./changes-digest.ts";
import type { TrustVersion } from "./evidence.ts";
import type { TrustFile } from "./schema-trust.ts";
import { ACT_NAMESPACE, MOVE_NAMESPACE } from "./statement-bytes.ts";

/** Whose signatures count, on the target branch, and the same for ssh-keygen and git, generated from it. */
export const [TRUST_FILE, SIGNERS_FILE] = TRUST_FILES;

/** Returns the text of a trust file. Equal files have equal texts. */
export function trustFileText(file: TrustFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Returns the file of allowed signers that belongs to a trust file: people sign acts, engines sign moves.
 *
 * Revoked keys are listed if the trust file lists them: their earlier signatures count.
 */
export function allowedSigners({ people, engines }: TrustFile): string {
  const lines = [
    ...Object.entries(people).flatMap(([name, { keys }]) =>
      keys.map(({ key }) => signerLine(name, ACT_NAMESPACE, key)),
    ),
    ...Object.entries(engines).map(([name, key]) => signerLine(name, MOVE_NAMESPACE, key)),
  ];
  return lines.join("");
}

function signerLine(name: string, namespace: string, key: string): string {
  return `${name} namespaces="${namespace}" ${key}\n`;
}

const PLAIN_FILE = "100644";

/** Returns the changes digest of a commit that changes nothing but the trust file and the allowed signers. */
export function trustChangesDigest(before: TrustVersion, after: TrustVersion): DigestText {
  const signersOf = ({ file }: TrustVersion) => digestText(allowedSigners(file));
  const sides = [
    { path: TRUST_FILE, from: before.sha256, to: after.sha256 },
    { path: SIGNERS_FILE, from: signersOf(before), to: signersOf(after) },
  ];
  return changesDigest(
    sides
      .filter(({ from, to }) => from !== to)
      .map(({ path, from, to }) => ({
        path: utf8ToBytes(path),
        before: { mode: PLAIN_FILE, sha256: from },
        after: { mode: PLAIN_FILE, sha256: to },
      })),
  );
}

import { createHash } from "node:crypto";
import type { Clone } from "@countersign/adapters";
import { canonicalJson, type MoveStatement, type Policy } from "@countersign/core";
import { type PolicyBlob, policyFrom, readPolicyAt } from "@countersign/engine";
import { z } from "zod";

/** A policy and its files. The policy is null if it cannot be read. */
export type ReadPolicy = { policy: Policy | null; files: readonly PolicyBlob[] };

/** The copy of a policy's files in a proof. */
const PolicyCopy = z.strictObject({
  files: z.array(z.strictObject({ path: z.string(), blob: z.string(), text: z.string() })),
});

/** Reads the policy of a commit, and its files. */
export async function readParentPolicy(
  { files: source }: Pick<Clone, "files">,
  commit: string,
): Promise<ReadPolicy> {
  const { loaded, files } = await readPolicyAt(source, "", commit);
  return { policy: loaded.ok ? loaded.policy : null, files };
}

/**
 * Reads the policy from the copy in a proof, for a clone that lacks the parent. Null unless the copy has exactly the
 * files that the move names, with their blob ids recomputed.
 */
export async function readCopiedPolicy(
  text: string,
  { files: named }: MoveStatement["predicate"]["policy"],
): Promise<ReadPolicy | null> {
  const copy = parseCopy(text);
  if (copy === null) return null;
  const files = copy.files.map(({ path, blob }) => ({ path, blob }));
  const isNamed = canonicalJson(sorted(files)) === canonicalJson(sorted(named));
  if (!isNamed || !copy.files.every((file) => blobId(file.text, file.blob.length) === file.blob))
    return null;
  const texts = new Map(copy.files.map((file) => [file.path, file.text]));
  const loaded = await policyFrom(async (path) => texts.get(path) ?? null);
  return { policy: loaded.ok ? loaded.policy : null, files };
}

function parseCopy(text: string): z.infer<typeof PolicyCopy> | null {
  try {
    return PolicyCopy.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function sorted(files: readonly PolicyBlob[]): PolicyBlob[] {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function blobId(text: string, digits: number): string {
  const bytes = Buffer.from(text);
  return createHash(digits === 64 ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");
}

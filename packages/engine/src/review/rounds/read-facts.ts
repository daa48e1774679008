import {
  type Content,
  type Facts,
  normalize,
  type OwnedPaths,
  type Policy,
} from "@countersign/core";
import { readPolicyChange } from "../../policy/read-policy-change.ts";
import type { Mirror } from "../../ports/mirror.ts";
import { readReached } from "../checks/read-reached.ts";
import { protectedKeys } from "./protected-keys.ts";

/** Finds who owns the changed paths. */
export type ReadOwners = (paths: readonly string[]) => Promise<readonly OwnedPaths[]>;

/** The parts of a mirror that the facts are read from. */
export type FactSource = Pick<
  Mirror,
  "readChange" | "findFiles" | "readBlob" | "readFile" | "listLinks" | "listPaths"
>;

/** Reads the facts of a change, including its policy changes. Code owners are known to the engine alone. */
export async function readFacts(
  mirror: FactSource,
  policy: Policy,
  content: Content,
  readOwners: ReadOwners = async () => [],
): Promise<Facts> {
  const change = await mirror.readChange(content, protectedKeys(policy));
  const paths = change.entries.flatMap(({ path, oldPath = path }) => [path, oldPath]);
  const { repo, base } = content;
  const changed = [...new Set(paths)];
  return normalize({
    ...change,
    policyChange: await readPolicyChange(mirror, content, policy),
    reachedFiles: await readReached(mirror, { repo, base, paths: changed }, policy),
    codeOwners: await readOwners(changed),
  });
}

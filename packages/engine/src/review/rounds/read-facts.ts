import { type Content, type Facts, normalize, type Policy } from "@countersign/core";
import { readPolicyChange } from "../../policy/read-policy-change.ts";
import type { Mirror } from "../../ports/mirror.ts";
import { readReached } from "../checks/read-reached.ts";
import { protectedKeys } from "./protected-keys.ts";

/** Reads the facts of a change, including its policy changes. */
export async function readFacts(mirror: Mirror, policy: Policy, content: Content): Promise<Facts> {
  const change = await mirror.readChange(content, protectedKeys(policy));
  const paths = change.entries.flatMap(({ path, oldPath = path }) => [path, oldPath]);
  const { repo, base } = content;
  return normalize({
    ...change,
    policyChange: await readPolicyChange(mirror, content, policy),
    reachedFiles: await readReached(mirror, { repo, base, paths: [...new Set(paths)] }, policy),
  });
}

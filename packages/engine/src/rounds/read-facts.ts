import { type Content, type Facts, normalize, type Policy } from "@countersign/core";
import { readPolicyChange } from "../config/read-policy-change.ts";
import type { Mirror } from "../ports/mirror.ts";
import { protectedKeys } from "./protected-keys.ts";

/** Reads what a change consists of, and what it does to the policy. */
export async function readFacts(mirror: Mirror, policy: Policy, content: Content): Promise<Facts> {
  const change = await mirror.readChange(content, protectedKeys(policy));
  return normalize({ ...change, policyChange: await readPolicyChange(mirror, content) });
}

import { loadPolicy } from "../policy/load/load-policy.ts";
import type { Policy } from "../policy/policy.ts";

const loaded = new Map<string, Policy>();

/** A policy for a test; a file that does not load fails the test with every problem. Each is loaded once. */
export function policyOf(file: object = {}): Policy {
  const key = JSON.stringify(file);
  const policy = loaded.get(key) ?? load(file);
  loaded.set(key, policy);
  return policy;
}

function load(file: object): Policy {
  const result = loadPolicy(file);
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2));
  return result.policy;
}

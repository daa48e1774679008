import { loadPolicy, type Policy } from "@countersign/core";

/** Loads a policy for a test. An invalid file fails the test with every problem. */
export function loadTestPolicy(file: object): Policy {
  const loaded = loadPolicy(file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems, null, 2));
  return loaded.policy;
}

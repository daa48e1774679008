import { loadPolicy, type Policy } from "@countersign/core";
import type { Files } from "./object-store.ts";

const loaded = new Map<string, Policy>();

/** The policy of a tree. The lab has no `package.json`, so that its file alone makes the policy. */
export function policyAt(files: Files): Policy {
  const text = files.get("countersign.json")?.text ?? "";
  const known = loaded.get(text);
  if (known !== undefined) return known;
  const result = loadPolicy(JSON.parse(text));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  loaded.set(text, result.policy);
  return result.policy;
}

import { loadPolicy, type Policy } from "@countersign/core";
import { type BuiltinCheck, runBuiltin } from "../builtin/builtin.ts";
import type { CheckFinding } from "../findings/check-result.ts";
import { type SketchedFile, sketchChange } from "./sketch-change.ts";

/** Returns the findings of a built-in check in a change, with the policy of the given file. */
export async function findingsIn(
  id: BuiltinCheck,
  files: readonly SketchedFile[],
  file: object = {},
): Promise<CheckFinding[]> {
  const policy = policyOf(file);
  const { change, shown } = sketchChange(files);
  const history = { commits: 1, hidden: [], messages: [], cut: null };
  const mirror = {
    readChange: async () => change,
    showDiff: async () => shown,
    listPaths: async () => change.entries.map(({ path }) => path),
    readHistory: async () => history,
  };
  const result = await runBuiltin(id, { mirror, content: change.content, policy });
  if ("noResult" in result) throw new Error(result.noResult);
  return result.findings;
}

const known = new Map<string, Policy>();

/** Loads each policy once. */
function policyOf(file: object): Policy {
  const key = JSON.stringify(file);
  const policy = known.get(key) ?? load(file);
  known.set(key, policy);
  return policy;
}

function load(file: object): Policy {
  const loaded = loadPolicy(file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}

/** Returns each finding as rule and line. */
export function rulesAndLines(findings: readonly CheckFinding[]): string[] {
  return findings.map(({ ruleId, line }) =>
    line === undefined ? `${ruleId}` : `${ruleId}:${line}`,
  );
}

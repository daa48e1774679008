import { type Content, CountersignError, type RawChange } from "@countersign/core";
import type { Mirror, ShownDiff } from "../ports/mirror.ts";
import { checkIntegrity } from "./check-integrity.ts";
import { checkSecrets } from "./check-secrets.ts";
import type { CheckFinding, CheckResult } from "./run-check.ts";

type Find = (change: RawChange, shown: ShownDiff) => CheckFinding[];

/** The checks that run in our own process: they read a change and start nothing. */
const BUILTIN = { integrity: checkIntegrity, secrets: checkSecrets } as const satisfies Record<
  string,
  Find
>;

export type BuiltinCheck = keyof typeof BUILTIN;

const MOST_FINDINGS = 200;

export function isBuiltin(id: string): id is BuiltinCheck {
  return Object.hasOwn(BUILTIN, id);
}

export type BuiltinRequest = {
  mirror: Pick<Mirror, "readChange" | "showDiff">;
  content: Content;
  /** As the plan asked for them, so that the change is read once for both. */
  protectedKeys?: readonly string[];
};

/** Runs a built-in check on a change. A change that cannot be read has no result. */
export async function runBuiltin(
  id: BuiltinCheck,
  { mirror, content, protectedKeys = [] }: BuiltinRequest,
): Promise<CheckResult> {
  const began = performance.now();
  try {
    const change = await mirror.readChange(content, protectedKeys);
    const shown = await mirror.showDiff(content);
    const findings = bounded(id, BUILTIN[id](change, shown));
    return {
      opinion: findings.length === 0 ? "approved" : "concerns",
      findings,
      summary: summaryOf(findings, shown),
      sandboxed: true,
      durationMs: Math.round(performance.now() - began),
    };
  } catch (error) {
    if (error instanceof CountersignError) return { noResult: error.message };
    throw error;
  }
}

const WORST_FIRST: readonly CheckFinding["severity"][] = ["critical", "major", "warning", "info"];

/** Too many to list is a finding of its own, as bad as the worst. */
function bounded(category: string, findings: readonly CheckFinding[]): CheckFinding[] {
  if (findings.length <= MOST_FINDINGS) return [...findings];
  const sorted = WORST_FIRST.flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
  const rest = findings.length - MOST_FINDINGS;
  const message = `There are ${rest} more findings of this kind.`;
  const severity = sorted[0]?.severity ?? "major";
  return [...sorted.slice(0, MOST_FINDINGS), { severity, category, message }];
}

function summaryOf(findings: readonly CheckFinding[], { files, unshown }: ShownDiff): string {
  const found = findings.length === 0 ? "Nothing was found" : `${findings.length} findings`;
  const left = unshown.length === 0 ? "" : ` ${unshown.length} were too large to read.`;
  return `${found} in ${files.length} shown files.${left}`;
}

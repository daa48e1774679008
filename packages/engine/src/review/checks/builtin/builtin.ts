import {
  type Content,
  CountersignError,
  compileGlobs,
  type Facts,
  oneLine,
  type Policy,
  type RawChange,
} from "@countersign/core";
import type { Mirror } from "../../../ports/mirror.ts";
import type { ShownDiff } from "../../../ports/shown-diff.ts";
import type { CheckFinding, CheckResult } from "../findings/check-result.ts";
import { checkDependencyChanges } from "./check-dependency-changes.ts";
import { checkFileKinds } from "./check-file-kinds.ts";
import { checkGeneratedFiles } from "./check-generated-files.ts";
import { checkHistory } from "./check-history.ts";
import { checkIntegrity } from "./check-integrity.ts";
import { checkLeftovers } from "./check-leftovers.ts";
import { checkLicenceHeaders } from "./check-licence-headers.ts";
import { checkProtectedPaths } from "./check-protected-paths.ts";
import { checkSecrets } from "./check-secrets.ts";
import { checkWeakenedTests } from "./check-weakened-tests.ts";
import { policyFindings } from "./policy-findings.ts";
import { type CheckedRule, ruleFinding } from "./rule-finding.ts";
import { trustFindings } from "./trust-findings.ts";
import type { BuiltinFinding } from "./unshown-findings.ts";
import { type BuiltinCheckPolicy, type ChangeView, viewChange } from "./view-change.ts";

const RULE: CheckedRule = {
  id: "sz-size-01",
  severity: "warning",
  recommendation: "Split it into changes that can be reviewed separately.",
};

/** Reports a change that exceeds the last step of `risk.lines` or `risk.files`. Generated files do not count. */
function checkChangeSize({ facts, policy }: ChangeView): CheckFinding[] {
  const written = facts.files.filter(({ generated }) => !generated);
  const lines = written.reduce((sum, { added, deleted }) => sum + added + deleted, 0);
  const sizes = [
    { what: "lines", is: lines, most: policy.risk.lines.at(-1)?.[0] },
    { what: "files", is: written.length, most: policy.risk.files.at(-1)?.[0] },
  ];
  return sizes.flatMap(({ what, is, most }) => {
    if (most === undefined || is <= most) return [];
    const message = `The change has ${is} ${what}; above ${most} it cannot be reviewed with care.`;
    return [ruleFinding(RULE, "change-size", {}, message)];
  });
}

type Find = (
  change: RawChange,
  shown: ShownDiff,
  policy: BuiltinCheckPolicy,
  /** All paths of the tree, for checks that compare names. */
  paths: readonly string[],
) => BuiltinFinding[];

/** The checks that run in this process. They read a change and start no program. */
const BUILTIN = {
  integrity: checkIntegrity,
  secrets: checkSecrets,
  "change-size": seen(checkChangeSize),
  "dependency-changes": seen(checkDependencyChanges),
  "file-kinds": seen(checkFileKinds),
  "generated-files": seen(checkGeneratedFiles),
  leftovers: seen(checkLeftovers),
  "licence-headers": seen(checkLicenceHeaders),
  "protected-paths": seen(checkProtectedPaths),
  "weakened-tests": seen(checkWeakenedTests),
} as const satisfies Record<string, Find>;

/** Wraps a check of facts and lines. The policy's severity replaces the default if the policy has the rule. */
function seen(check: (view: ChangeView) => CheckFinding[]): Find {
  return (change, shown, policy) => {
    const severities = new Map(policy.rules.map(({ id, severity }) => [id, severity]));
    return check(viewChange(change, shown, policy)).map((finding) => ({
      ...finding,
      severity: severities.get(finding.ruleId ?? "") ?? finding.severity,
    }));
  };
}

export type BuiltinCheck = keyof typeof BUILTIN;

/** Names of the built-in checks. */
export const BUILTIN_CHECKS: readonly string[] = Object.keys(BUILTIN);

/** Maximum findings of an answer, minus one for the finding that counts the rest. */
const MAX_FINDINGS = 199;

/** Returns true if a reviewer is built in. A registry entry of the same name replaces the built-in reviewer. */
export function isBuiltin(id: string, reviewers: Policy["reviewers"]): id is BuiltinCheck {
  const entry = reviewers.find((reviewer) => reviewer.id === id);
  return entry?.adapter === "builtin" && Object.hasOwn(BUILTIN, id);
}

export type BuiltinRequest = {
  mirror: Pick<Mirror, "listPaths" | "readChange" | "readHistory" | "showDiff">;
  content: Content;
  policy: BuiltinCheckPolicy;
  /** The same keys as in the plan, so that both read the change only once. */
  protectedKeys?: readonly string[];
  /** The round's facts, which contain the policy changes. Without them, policy changes are not checked. */
  facts?: Facts | null;
};

/** Runs a built-in check on a change. An unreadable change has no result. */
export async function runBuiltin(
  id: BuiltinCheck,
  { mirror, content, policy, protectedKeys = [], facts = null }: BuiltinRequest,
): Promise<CheckResult> {
  const began = performance.now();
  try {
    const change = await mirror.readChange(content, protectedKeys);
    const shown = await mirror.showDiff(content);
    const paths = id === "integrity" ? await mirror.listPaths(content.repo, content.tree) : [];
    const found = BUILTIN[id](change, shown, policy, paths);
    const history = await checkHistory(id, mirror, content, policy);
    const all = [
      ...(id === "integrity" ? [...trustFindings(facts), ...policyFindings(facts, policy)] : []),
      ...(id === "secrets" ? found : inFixtures(found, policy)),
      ...history.findings,
    ];
    const findings = bounded(id, all.map(withoutMark));
    const opinion = findings.length === 0 ? "approved" : "concerns";
    const unreadable = onlyForPerson(all);
    return {
      opinion: history.isCut || unreadable.length > 0 ? "blocker" : opinion,
      findings,
      summary: `${unreadableText(unreadable)}${summaryText(findings, shown)}${history.note}`,
      sandboxed: true,
      durationMs: Math.round(performance.now() - began),
    };
  } catch (error) {
    if (error instanceof CountersignError) return { noResult: error.message };
    throw error;
  }
}

/**
 * Returns the findings that only a person can settle. Returns none while the author must correct other findings
 * first.
 */
function onlyForPerson(findings: readonly BuiltinFinding[]): BuiltinFinding[] {
  const serious = findings.filter(({ severity }) => SERIOUS.has(severity));
  return serious.every(({ forPerson }) => forPerson === true) ? serious : [];
}

const SERIOUS: ReadonlySet<CheckFinding["severity"]> = new Set(["critical", "major"]);
const MAX_NAMED = 5;

function unreadableText(findings: readonly BuiltinFinding[]): string {
  if (findings.length === 0) return "";
  const files = findings.slice(0, MAX_NAMED).map(({ file = "" }) => oneLine(file, 100));
  const rest = findings.length > MAX_NAMED ? ` and ${findings.length - MAX_NAMED} more` : "";
  return `A person must open ${files.join(", ")}${rest}: the diff cannot show the content. `;
}

function withoutMark({ forPerson: _forPerson, ...finding }: BuiltinFinding): CheckFinding {
  return finding;
}

/** Lowers findings about text in fixtures to info, because bad lines are intended there. */
function inFixtures(
  findings: readonly BuiltinFinding[],
  { gate }: BuiltinCheckPolicy,
): BuiltinFinding[] {
  const isFixture = compileGlobs(gate.fixtures);
  return findings.map((finding) => {
    const { file, line, category } = finding;
    const isAboutText = line !== undefined || category === "weakened-tests";
    const isMeant = isAboutText && file !== undefined && isFixture(file);
    return isMeant ? { ...finding, severity: "info" } : finding;
  });
}

const WORST_FIRST: readonly CheckFinding["severity"][] = ["critical", "major", "warning", "info"];

/** Cuts a list of findings to the maximum, worst first, and adds one finding that counts the rest. */
function bounded(category: string, findings: readonly CheckFinding[]): CheckFinding[] {
  if (findings.length <= MAX_FINDINGS) return [...findings];
  const sorted = WORST_FIRST.flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
  const rest = findings.length - MAX_FINDINGS;
  const message = `There are ${rest} more findings of this kind.`;
  const severity = sorted[0]?.severity ?? "major";
  return [...sorted.slice(0, MAX_FINDINGS), { severity, category, message }];
}

function summaryText(findings: readonly CheckFinding[], { files, unshown }: ShownDiff): string {
  const found = findings.length === 0 ? "No findings" : counted(findings.length, "finding");
  const left = unshown.length === 0 ? "" : ` Too large to read: ${unshown.length}.`;
  return `${found} in ${counted(files.length, "file")}.${left}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

import type { Finding } from "@countersign/api";

const GROUPS = ["critical", "major", "warning", "disputed", "info", "late", "settled"] as const;
const FOLDED: ReadonlySet<string> = new Set(["info", "late", "settled"]);

/** Findings of one severity, or with the same answer. Groups that decide nothing start closed. */
export type FindingGroup = {
  readonly name: (typeof GROUPS)[number];
  readonly findings: readonly Finding[];
  readonly isFolded: boolean;
};

/**
 * Groups findings by severity, worst first, each by place. Disputed, late and settled ones have groups of their own, so
 * that every finding is listed exactly once.
 */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = Map.groupBy(findings, ({ disposition, severity }) => {
    if (disposition.is === "open") return severity;
    return disposition.is === "late" || disposition.is === "disputed" ? disposition.is : "settled";
  });
  return GROUPS.flatMap((name) => {
    const own = groups.get(name) ?? [];
    if (own.length === 0) return [];
    return [{ name, findings: own.toSorted(byPlace), isFolded: FOLDED.has(name) }];
  });
}

/** Findings without a place come first, so that none is overlooked. */
function byPlace(one: Finding, other: Finding): number {
  const [left, right] = [one.file ?? "", other.file ?? ""];
  if (left !== right) return left < right ? -1 : 1;
  return (one.line ?? 0) - (other.line ?? 0);
}

/** Returns the place of a finding: `login.js:9`, or `no place`. */
export function findingPlace({ file, line }: Finding): string {
  if (file === undefined) return "no place";
  return line === undefined ? file : `${file}:${line}`;
}

/** Returns who raised a finding: `lint`, or `lint, also: build-reviewer`. */
export function raisedByText({ raisedBy: [first = "", ...others] }: Finding): string {
  return others.length === 0 ? first : `${first}, also: ${others.join(", ")}`;
}

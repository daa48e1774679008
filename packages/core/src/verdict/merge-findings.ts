import { assertNever } from "../kernel/assert-never.ts";
import { canonicalJson } from "../kernel/canonical-json.ts";
import type { DigestText } from "../kernel/digest.ts";
import type { ActorId, FindingId } from "../kernel/ids.ts";
import type { Policy } from "../policy/policy.ts";
import { MAX_FINDINGS } from "./answer-schema.ts";
import { elevate } from "./elevate.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Disposition, Finding, RawFinding } from "./schema.ts";
import { effectiveSeverity, worse } from "./severity.ts";

/** A dismissal that the project remembers across tasks. */
export type Dismissal = {
  fingerprint: DigestText;
  reason: string;
  by: ActorId;
  untilMs?: number | undefined;
};

export type IncomingFinding = {
  raw: RawFinding;
  /** True if the lines are the same as in the last round, so the finding could have been raised then. */
  onUnchangedLines: boolean;
};

type MergeInput = {
  /** Every finding of the task so far. */
  ledger: readonly Finding[];
  /** One reviewer's findings, after the quote check. */
  incoming: readonly IncomingFinding[];
  round: number;
  by: ActorId;
  policy: Pick<Policy, "rules" | "reviewers">;
  nowMs: number;
  /** The number of the next new finding. */
  nextNumber: number;
  dismissals?: readonly Dismissal[];
};

/** Each id is in exactly one of accepted, merged and late. */
type MergeResult = {
  changed: Finding[];
  accepted: FindingId[];
  merged: FindingId[];
  late: FindingId[];
  refused: { index: number; reason: string }[];
  notes: string[];
};

const MAX_NUMBER = 999_999;

/**
 * Merges one reviewer's findings into those of the task.
 *
 * The same fingerprint is one finding: its reviewers are added, and its severity never decreases.
 */
export function mergeFindings(input: MergeInput): MergeResult {
  const ledger = new Map(input.ledger.map((finding) => [finding.fingerprint, finding]));
  const raised = new Map<DigestText, Finding>();
  const refused: MergeResult["refused"] = [];
  const { judged, notes } = judge(input);
  let number = input.nextNumber;

  for (const [index, incoming] of judged.entries()) {
    const print = fingerprint(incoming.raw);
    const earlier = raised.get(print) ?? ledger.get(print);
    if (earlier) {
      raised.set(print, raiseAgain(earlier, incoming, input));
    } else if (number > MAX_NUMBER) {
      refused.push({ index, reason: `a task may have ${MAX_NUMBER} findings` });
    } else {
      raised.set(print, raiseFirst(number, print, incoming, input));
      number += 1;
    }
  }
  for (let index = MAX_FINDINGS; index < input.incoming.length; index += 1) {
    refused.push({ index, reason: `an answer may have ${MAX_FINDINGS} findings` });
  }
  return { ...sortOut([...raised.values()], ledger), refused, notes };
}

/** Assigns each finding its effective category and severity. An unknown rule is ignored. */
function judge(input: MergeInput): { judged: IncomingFinding[]; notes: string[] } {
  const rules = new Map(input.policy.rules.map((rule) => [rule.id, rule]));
  const reviewer = input.policy.reviewers.find(({ id }) => id === input.by);
  const incoming = input.incoming.slice(0, MAX_FINDINGS);
  const notes: string[] = [];

  const named = incoming.map(({ raw }, index): RawFinding => {
    if (raw.ruleId === undefined) return raw;
    const { ruleId, ...ruleless } = raw;
    const rule = rules.get(ruleId);
    if (rule) return { ...raw, category: rule.category };
    notes.push(`findings[${index}]: there is no rule ${ruleId}`);
    return ruleless;
  });
  const elevated = reviewer?.elevate ? elevate(named, reviewer.elevate) : named;
  const judged = elevated.map((raw, index): IncomingFinding => {
    const rule = raw.ruleId === undefined ? undefined : rules.get(raw.ruleId);
    const severity = effectiveSeverity(raw.severity, rule, reviewer?.maxSeverity ?? "critical");
    return {
      raw: { ...raw, severity },
      onUnchangedLines: incoming[index]?.onUnchangedLines ?? false,
    };
  });
  return { judged, notes };
}

function raiseFirst(
  number: number,
  print: DigestText,
  { raw, onUnchangedLines }: IncomingFinding,
  input: MergeInput,
): Finding {
  const entry = entryDisposition(print, input);
  const isLate = input.round > 1 && onUnchangedLines && raw.severity !== "critical";
  return {
    ...raw,
    id: `F-${number}`,
    fingerprint: print,
    raisedBy: [input.by],
    rounds: [input.round],
    disposition: entry.is === "open" && isLate ? { is: "late" } : entry,
  };
}

function raiseAgain(finding: Finding, incoming: IncomingFinding, input: MergeInput): Finding {
  const severity = worse(finding.severity, incoming.raw.severity);
  return {
    ...(input.round > (finding.rounds.at(-1) ?? 0) ? moved(finding, incoming.raw) : finding),
    severity,
    raisedBy: [...new Set([...finding.raisedBy, input.by])].sort(),
    rounds: [...new Set([...finding.rounds, input.round])].sort((a, b) => a - b),
    disposition: comesBack({ ...finding, severity }, incoming, input.nowMs)
      ? entryDisposition(finding.fingerprint, input)
      : finding.disposition,
  };
}

/** The location from a later round replaces an earlier one. */
function moved(finding: Finding, { line, endLine }: RawFinding): Finding {
  if (line === undefined) return finding;
  const { endLine: _old, ...rest } = finding;
  return endLine === undefined ? { ...rest, line } : { ...rest, line, endLine };
}

function comesBack(finding: Finding, incoming: IncomingFinding, nowMs: number): boolean {
  const { disposition } = finding;
  switch (disposition.is) {
    case "open":
    case "deferred":
    case "disputed":
      return false;
    case "fixed":
    case "stale":
      return true;
    case "dismissed":
      return !isLive(disposition, nowMs);
    case "late":
      return finding.severity === "critical" || !incoming.onUnchangedLines;
    default:
      return assertNever(disposition);
  }
}

/**
 * Returns the disposition of a finding that is raised, or raised again: open, unless the project dismissed it.
 */
function entryDisposition(print: DigestText, { dismissals = [], nowMs }: MergeInput): Disposition {
  const dismissal = dismissals.find((entry) => entry.fingerprint === print && isLive(entry, nowMs));
  if (!dismissal) return { is: "open" };
  const { reason, by, untilMs } = dismissal;
  return { is: "dismissed", reason, by, ...(untilMs === undefined ? {} : { untilMs }) };
}

function isLive({ untilMs }: { untilMs?: number | undefined }, nowMs: number): boolean {
  return untilMs === undefined || nowMs < untilMs;
}

function sortOut(
  raised: readonly Finding[],
  ledger: ReadonlyMap<DigestText, Finding>,
): Pick<MergeResult, "changed" | "accepted" | "merged" | "late"> {
  const fresh = raised.filter(({ fingerprint }) => !ledger.has(fingerprint));
  const isLate = ({ disposition }: Finding) => disposition.is === "late";
  return {
    changed: raised.filter((finding) => isChanged(finding, ledger.get(finding.fingerprint))),
    accepted: idsOf(fresh.filter((finding) => !isLate(finding))),
    merged: idsOf(raised.filter(({ fingerprint }) => ledger.has(fingerprint))),
    late: idsOf(fresh.filter(isLate)),
  };
}

function isChanged(finding: Finding, before: Finding | undefined): boolean {
  return before === undefined || canonicalJson(before) !== canonicalJson(finding);
}

function idsOf(findings: readonly Finding[]): FindingId[] {
  return findings.map(({ id }) => id);
}

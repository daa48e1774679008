import {
  aggregate,
  compileGlobs,
  Finding,
  Gate,
  gateOf,
  type Policy,
  type Round,
} from "@countersign/core";
import type { LocalChange, ReviewOnceResult, ReviewStep } from "@countersign/engine";
import { z } from "zod";

const Because = z.object({ entry: z.string(), fact: z.string() });

const GateReviewerLine = z.object({
  reviewer: z.string(),
  requirement: z.string(),
  kind: z.enum(["check", "agent"]),
  is: z.enum(["answered", "no_result", "not_asked"]),
  findings: z.int(),
  durationMs: z.int(),
  /** Whether what it ran was kept from the rest of the machine. */
  sandboxed: z.boolean(),
  /** Why there is no result. */
  reason: z.string().nullable(),
  because: z.array(Because),
});

const PeopleLine = z.object({
  requirement: z.string(),
  who: z.array(z.string()),
  because: z.array(Because),
});

const RuleLine = z.object({
  id: z.string(),
  name: z.string(),
  severity: z.string(),
  description: z.string(),
});

const PlanReport = z.object({
  risk: z.int(),
  /** Each with the first paths that belong to it, and how many do. */
  domains: z.array(
    z.object({
      id: z.string(),
      description: z.string(),
      paths: z.array(z.string()),
      count: z.int(),
    }),
  ),
  /** The policies that ask a reviewer or a person, and why each is there. */
  policies: z.array(z.object({ id: z.string(), description: z.string() })),
  type: z.string(),
  mode: z.string(),
  /** Reviewers that were not asked, and what would have made the policy ask them. */
  near: z.array(z.object({ reviewer: z.string(), entry: z.string(), needs: z.string() })),
  gaps: z.array(z.object({ concern: z.string(), reviewer: z.string() })),
});

/** The findings of checks and agents in one change, and the gate that follows from them. */
export const GateReport = z.object({
  gate: Gate,
  /** A reviewer says that a person must decide. */
  blocked: z.boolean(),
  counts: z.object({ critical: z.int(), major: z.int(), warning: z.int(), info: z.int() }),
  target: z.string(),
  base: z.string(),
  head: z.string(),
  tree: z.string(),
  files: z.int(),
  linesAdded: z.int(),
  linesDeleted: z.int(),
  /** Where the policy was read; without a file the defaults count. */
  policy: z.object({ commit: z.string(), file: z.string().nullable(), digest: z.string() }),
  /** Those that count, worst first. */
  findings: z.array(Finding),
  /** How many of them a text shows without --all. */
  maxFindingsShown: z.int(),
  /** The rules of these findings. */
  rules: z.array(RuleLine),
  reviewers: z.array(GateReviewerLine),
  /** Whom a merge would still ask. */
  people: z.array(PeopleLine),
  plan: PlanReport,
  /** Checks ran without a sandbox, because the command line said so and there is none. */
  unsandboxed: z.boolean(),
  /** What of the worktree could not be taken. */
  skipped: z.array(z.object({ path: z.string(), why: z.string() })),
});
export type GateReport = z.infer<typeof GateReport>;
export type GateReviewerLine = GateReport["reviewers"][number];

/** The note in every report format when checks ran unsandboxed, with the caller's permissions. */
export const UNSANDBOXED = "Checks of the project ran without a sandbox, because of --unsandboxed.";

/** The reviewers that the verdict covers: all, only programs, or only the named ones. */
type WaitsFor = "all" | "checks" | "asked";

/** Reads the report off a review. */
export function createGateReport(
  { task, steps }: ReviewOnceResult,
  { policy, policyFrom, skipped }: LocalChange,
  { waitsFor, unsandboxed }: { waitsFor: WaitsFor; unsandboxed: boolean },
): GateReport {
  const { round } = task;
  if (!round?.plan || !round.decision) throw new Error("a review without a plan");
  const { content, facts, decision } = round;
  const findings = aggregate(task.findings, round.number).findings.filter(
    ({ disposition }) => disposition.is === "open",
  );
  const reviewers = reviewersOf(round, steps);
  return {
    gate: wordOf(decision, reviewers, waitsFor),
    blocked: decision.reasons.some(({ row }) => row === "blocker"),
    counts: decision.counts,
    target: content.target,
    base: content.base,
    head: content.head,
    tree: content.tree,
    files: facts?.files.length ?? 0,
    linesAdded: facts?.linesAdded ?? 0,
    linesDeleted: facts?.linesDeleted ?? 0,
    policy: { ...policyFrom, digest: policy.digest },
    findings,
    maxFindingsShown: policy.gate.maxFindingsShown,
    rules: rulesOf(findings, policy),
    reviewers,
    people: peopleOf(round),
    plan: plannedOf(round, policy),
    unsandboxed,
    skipped: [...skipped],
  };
}

type RoundDecision = NonNullable<Round["decision"]>;

/**
 * The decision's own word. It is `pending` while a machine has no result; where not all are asked, what those found
 * who are is a word of its own.
 */
function wordOf(
  { gate, counts }: RoundDecision,
  reviewers: readonly GateReviewerLine[],
  waitsFor: WaitsFor,
): Gate {
  if (gate !== "pending" || waitsFor === "all") return gate;
  const waited = reviewers.filter(({ kind, is }) =>
    waitsFor === "checks" ? kind === "check" : is !== "not_asked",
  );
  const isComplete = waited.length > 0 && waited.every(({ is }) => is === "answered");
  return isComplete ? gateOf(counts) : "pending";
}

function reviewersOf({ plan }: Round, steps: readonly ReviewStep[]): GateReviewerLine[] {
  const machines = (plan?.requirements ?? []).filter(
    ({ human, kind }) => !human && kind !== "self",
  );
  const planned = machines.flatMap(({ id, kind, who, because }) =>
    who.map((reviewer) => {
      const about = { reviewer, requirement: id, because: [...because] };
      const step = steps.find((one) => one.requirement === id && one.reviewer === reviewer);
      return { ...about, kind: kind === "check" ? "check" : "agent", ...outcomeOf(step) } as const;
    }),
  );
  return [...planned, ...steps.filter((step) => !isIn(planned, step)).map(replacedLine)];
}

function isIn(lines: readonly GateReviewerLine[], step: ReviewStep): boolean {
  return lines.some(
    ({ requirement, reviewer }) => requirement === step.requirement && reviewer === step.reviewer,
  );
}

/** A reviewer that a fallback replaced. */
function replacedLine(step: ReviewStep): GateReviewerLine {
  const { reviewer, requirement, kind } = step;
  return { reviewer, requirement, kind, because: [], ...outcomeOf(step) };
}

type Outcome = Omit<GateReviewerLine, "reviewer" | "requirement" | "kind" | "because">;

function outcomeOf(step: ReviewStep | undefined): Outcome {
  const none = { findings: 0, durationMs: 0, sandboxed: true, reason: null };
  if (step?.is === "answered") {
    const { is, findings, durationMs, sandboxed } = step;
    return { ...none, is, findings, durationMs, sandboxed };
  }
  if (step?.is === "no_result") {
    return { ...none, is: "no_result", reason: step.reason, durationMs: step.durationMs };
  }
  return { ...none, is: "not_asked" };
}

function peopleOf({ plan }: Round): GateReport["people"] {
  const asked = (plan?.requirements ?? []).filter(({ human }) => human);
  return asked.map(({ id, who, because }) => ({
    requirement: id,
    who: [...who],
    because: [...because],
  }));
}

const MAX_PATHS = 5;

function plannedOf({ plan, facts }: Round, policy: Policy): GateReport["plan"] {
  if (plan === null) throw new Error("a review without a plan");
  const { classification, mode, near, gaps, requirements } = plan;
  const asking = new Set(requirements.flatMap(({ because }) => because.map(({ entry }) => entry)));
  const paths = (facts?.files ?? []).flatMap(({ path, oldPath }) => [path, oldPath ?? path]);
  const domains = policy.domains.filter(({ id }) => classification.domains.includes(id));
  return {
    risk: classification.risk,
    domains: domains.map(({ id, description, globs }) => {
      const own = [...new Set(paths.filter(compileGlobs(globs)))];
      return { id, description, paths: own.slice(0, MAX_PATHS), count: own.length };
    }),
    policies: policy.policies
      .filter(({ id }) => asking.has(`policies.${id}`))
      .map(({ id, description }) => ({ id, description })),
    type: classification.type,
    mode: mode.mode,
    near: [...near],
    gaps: gaps.map(({ concern, reviewer }) => ({ concern, reviewer })),
  };
}

function rulesOf(findings: readonly Finding[], { rules }: Policy): GateReport["rules"] {
  const used = new Set(findings.map(({ ruleId }) => ruleId));
  return rules
    .filter(({ id }) => used.has(id))
    .map(({ id, name, severity, description }) => ({ id, name, severity, description }));
}

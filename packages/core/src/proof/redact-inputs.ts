import type { DecisionInput } from "../decision/input.ts";
import { type DigestText, digestText } from "../kernel/digest.ts";
import type { Assignment, Plan, RosterEntry } from "../plan/schema.ts";
import type { Disposition, Finding, Verdict } from "../verdict/schema.ts";
import type { FindingInput, PlanInputs, ProofInputs, VerdictInput } from "./schema-inputs.ts";

/** The acts behind the inputs of people, by what each settles. */
export type InputActs = {
  verdicts: ReadonlyMap<string, DigestText>;
  findings: ReadonlyMap<string, DigestText>;
  /** By the label's name. */
  labels: ReadonlyMap<string, DigestText>;
  modes: ReadonlyMap<string, DigestText>;
  released: readonly DigestText[];
};

type RedactOptions = {
  input: DecisionInput & { plan: Plan };
  roster: readonly RosterEntry[];
  assignment: Assignment;
  acts: InputActs;
};

/** Returns what `decide()` and `compilePlan()` read, without any text of reviewers, gaps or people. */
export function redactInputs({ input, roster, assignment, acts }: RedactOptions): ProofInputs {
  const { plan, verdicts, report, task, round } = input;
  return {
    inputs: 1,
    plan: redactPlan(plan),
    verdicts: {
      items: verdicts.items.map((verdict) => redactVerdict(verdict, acts.verdicts.get(verdict.id))),
      digest: verdicts.digest,
    },
    report: {
      findings: report.findings.map((finding) =>
        redactFinding(finding, acts.findings.get(finding.id)),
      ),
      counts: report.counts,
      digest: report.digest,
    },
    task: {
      ...task,
      authors: [...task.authors],
      sponsors: task.sponsors && [...task.sponsors],
      committers: [...task.committers],
      unknownCommitters: task.unknownCommitters?.map(digestText),
    },
    round: {
      ...round,
      purpose: "gate",
      noResult: [...round.noResult],
      resolutions: [...round.resolutions],
      turns: [...round.turns],
    },
    released: [...acts.released],
    compiled: {
      roster: [...roster],
      assignment: {
        ...assignment,
        authors: [...assignment.authors],
        avoid: [...assignment.avoid],
        labels: assignment.labels.map((label) => ({ ...label, act: acts.labels.get(label.name) })),
        modeChoices: assignment.modeChoices.map((choice) => ({
          ...choice,
          act: acts.modes.get(choice.mode),
        })),
      },
    },
  };
}

function redactPlan(plan: Plan): PlanInputs {
  const { mode, requirements, skipped, gaps } = plan;
  return {
    mode: { mode: mode.mode, mayAutoApprove: mode.mayAutoApprove },
    chain: plan.chain,
    requirements: requirements.map(({ because: _because, ...question }) => question),
    skipped: skipped.map(({ layer, reason }) => ({ layer, reason })),
    dropped: plan.dropped,
    gaps: gaps.map(({ reviewer, foundBy }) => ({ reviewer, foundBy })),
    requested: plan.requested,
    notes: plan.notes,
    engineRun: plan.engineRun,
    policyDigest: plan.policyDigest,
    factsDigest: plan.factsDigest,
    digest: plan.digest,
  };
}

function redactVerdict(verdict: Verdict, act: DigestText | undefined): VerdictInput {
  const { id, requirement, by, byKind, round, tree, opinion, findings } = verdict;
  return {
    ...{ id, requirement, by, byKind, round, tree, opinion, findings },
    sandboxed: verdict.sandboxed,
    family: verdict.family,
    engineRun: verdict.engineRun,
    digest: verdict.digest,
    notShownWhole: verdict.notShownWhole === undefined ? undefined : true,
    act,
  };
}

function redactFinding(finding: Finding, act: DigestText | undefined): FindingInput {
  const { id, severity, raisedBy, rounds, disposition } = finding;
  return {
    id,
    severity,
    raisedBy,
    rounds,
    disposition: { ...redactDisposition(disposition), act },
  };
}

function redactDisposition(disposition: Disposition): FindingInput["disposition"] {
  return "by" in disposition ? { is: disposition.is, by: disposition.by } : { is: disposition.is };
}

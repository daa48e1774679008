import type { DecisionInput } from "../decision/input.ts";
import type { Decision, Reason, Row } from "../decision/schema.ts";
import { digestOf } from "../kernel/digest.ts";
import type { Plan, Requirement } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";
import { Layer, type Mode } from "../policy/words.ts";
import { aggregate } from "../verdict/aggregate.ts";
import type { Finding, Opinion, Verdict } from "../verdict/schema.ts";
import { sealVerdict, verdictsDigest } from "../verdict/seal-verdict.ts";
import { policyOf } from "./policy-of.ts";

/** The content under review, unless a verdict says that it saw another. */
const TREE = "a".repeat(40);

const LAYERS: Readonly<Record<Layer, { who: string; human: boolean }>> = {
  self: { who: "claude", human: false },
  peer: { who: "dev-2", human: false },
  department_head: { who: "cto", human: true },
  csuite: { who: "ceo", human: true },
  owner: { who: "ana", human: true },
};

/** A requirement by its id: `check:tests`, `agent:codex`, `panel` (codex and gemini) or `layer:owner`. */
export function requirement(id: string, more: Partial<Requirement> = {}): Requirement {
  return {
    id,
    stage: 0,
    ...questionOf(id),
    delivery: "now",
    onUnavailable: "escalate",
    timeoutMs: 60_000,
    retries: 1,
    budgetUsd: null,
    because: [{ entry: "test", fact: "always" }],
    digest: "0".repeat(64),
    ...more,
  };
}

type Question = Pick<Requirement, "kind" | "table" | "who" | "human" | "quorum" | "layers">;

function questionOf(id: string): Question {
  const [prefix, name = ""] = id.split(":");
  if (prefix === "panel")
    return { ...machine("agent", "codex"), table: "panel", who: ["codex", "gemini"], quorum: 2 };
  if (prefix === "check" || prefix === "agent") return machine(prefix, name);
  const layer = Layer.parse(name);
  const { who, human } = LAYERS[layer];
  return { kind: layer, table: "chain", who: [who], human, quorum: 1, layers: [layer] };
}

function machine(kind: "check" | "agent", name: string): Question {
  return { kind, table: "severity", who: [name], human: false, quorum: 1, layers: [] };
}

export type VerdictDraft = Omit<Verdict, "digest" | "round" | "tree"> & Partial<Verdict>;

/** An answer to a requirement, by whoever it asks first; of the content under review, if nothing else is said. */
export function verdict(
  id: string,
  opinion: Opinion,
  by: string = requirement(id).who[0] ?? "",
  more: Partial<Verdict> = {},
): VerdictDraft {
  const { kind, human } = requirement(id);
  return {
    id: `vrd_${`${id}${by}`.replaceAll(/[^A-Za-z0-9]/g, "")}`,
    requirement: id,
    by,
    byKind: human ? "human" : kind === "check" ? "check" : "agent",
    opinion,
    summary: "",
    findings: [],
    costUsd: 0,
    sandboxed: true,
    ...more,
  };
}

/** An open finding of the check `tests`, raised in round 1. */
export function finding(severity: Finding["severity"], more: Partial<Finding> = {}): Finding {
  const id = more.id ?? "F-1";
  return {
    id,
    fingerprint: id.slice(2).padStart(64, "0"),
    severity,
    category: "correctness",
    message: "it breaks",
    raisedBy: ["tests"],
    rounds: [1],
    disposition: { is: "open" },
    ...more,
  };
}

export type Given = {
  /** The requirements of the plan, stage by stage; null stands for no plan. */
  stages?: readonly (readonly Requirement[])[] | null;
  verdicts?: readonly VerdictDraft[];
  findings?: readonly Finding[];
  policy?: object;
  mode?: Mode;
  mayAutoApprove?: boolean;
  notes?: Plan["notes"];
  skipped?: Plan["skipped"];
  task?: Partial<DecisionInput["task"]>;
  round?: Partial<DecisionInput["round"]>;
};

/** The input of a decision about a task of `claude`, with only what a test changes. */
export function input(given: Given): DecisionInput {
  const policy = policyOf({ people: { owner: ["ana"] }, ...given.policy });
  const round = { ...ROUND, ...given.round };
  const items = (given.verdicts ?? []).map((draft) =>
    sealVerdict({ round: round.number, tree: round.tree, ...draft }),
  );
  return {
    policy,
    plan: given.stages === null ? null : planOf(given, policy),
    verdicts: { items, digest: verdictsDigest(items) },
    report: aggregate(given.findings ?? [], round.number),
    task: { ...TASK, ...given.task },
    round,
  };
}

const TASK: DecisionInput["task"] = {
  authors: ["claude"],
  sponsor: null,
  committers: [],
  attempt: 1,
  attemptLimit: 3,
  granted: false,
  costUsd: 0,
  budgetUsd: 5,
};

const ROUND: DecisionInput["round"] = {
  number: 1,
  tree: TREE,
  purpose: "gate",
  signal: "DONE",
  clarified: false,
  noResult: [],
  resolutions: [],
  turns: [],
};

function planOf({ stages, mode, mayAutoApprove, notes, skipped }: Given, policy: Policy): Plan {
  const because = { entry: "test", fact: "always" };
  const plan = {
    classification: {
      domains: [],
      risk: 0,
      terms: [],
      type: "code",
      typeBecause: because,
      scope: "small" as const,
      protectedPaths: [],
    },
    mode: { mode: mode ?? "batch", because, mayAutoApprove: mayAutoApprove ?? true },
    chain: [],
    chainBecause: because,
    requirements: (stages ?? []).flatMap((stage, number) =>
      stage.map((item) => ({ ...item, stage: number })),
    ),
    skipped: [...(skipped ?? [])],
    near: [],
    gaps: [],
    notes: notes ?? [],
    policyDigest: policy.digest,
    factsDigest: "0".repeat(64),
  };
  return { ...plan, digest: digestOf(plan) };
}

/** The rows that fired, in order. */
export function rowsOf({ reasons }: Decision): Row[] {
  return reasons.map(({ row }) => row);
}

/** The only reason with this row. */
export function reasonOf({ reasons }: Decision, row: Row): Reason | undefined {
  return reasons.find((reason) => reason.row === row);
}

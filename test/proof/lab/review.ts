import {
  aggregate,
  compilePlan,
  type DecisionInput,
  decide,
  decisionDigest,
  type Facts,
  type Finding,
  type InputActs,
  normalize,
  type PersonAct,
  type Plan,
  type PlanInput,
  type Policy,
  type RosterEntry,
  redactInputs,
  sealVerdict,
  type Verdict,
  verdictsDigest,
} from "@countersign/core";
import type { MoveDraft, MovePredicate } from "./append-move.ts";
import { changedFiles, rawEntry } from "./changed-files.ts";
import type { SignedAct } from "./lab.ts";
import type { Files } from "./object-store.ts";

type Content = NonNullable<MovePredicate["round"]>["content"];

/** A round of a task before its people act. */
export type ReviewDraft = {
  task: string;
  number: number;
  content: Content;
  binding: "tree" | "changes";
  /** The files at the base and in the reviewed tree. */
  base: Files;
  files: Files;
  policy: Policy;
  assignment: PlanInput["assignment"];
  findings: readonly Finding[];
  resolutions: DecisionInput["round"]["resolutions"];
  /** False if the owners' layer stays without an answer, because an owner overrides it. */
  isApproved: boolean;
};

const ROSTER: readonly RosterEntry[] = [
  { id: "ana", kind: "human", load: 0 },
  { id: "ben", kind: "human", load: 0 },
  { id: "claude", kind: "agent", load: 0 },
  { id: "codex", kind: "agent", load: 0 },
];

/** The facts of a change as the clone shows them. */
export function factsBetween({ base, head, tree }: Content, from: Files, to: Files): Facts {
  return normalize({
    content: { repo: "shop", target: "main", base, head, tree },
    entries: changedFiles(from, to).map(rawEntry),
    ...{ commits: [], patches: [], generatedPaths: [], keyChanges: [], tooLarge: [] },
  });
}

/** Compiles the plan of a round from the facts of its change. */
export function planRound({ content, base, files, policy, assignment }: ReviewDraft): Plan {
  const facts = factsBetween(content, base, files);
  return compilePlan({ facts, policy, roster: ROSTER, assignment, gaps: [] });
}

/** Returns the requirements that people must approve, with the person who does. */
export function approvalsOf(draft: ReviewDraft, plan: Plan): { id: string; by: string }[] {
  if (!draft.isApproved) return [];
  return plan.requirements
    .filter(({ human }) => human)
    .flatMap(({ id, who, quorum }) => who.slice(-quorum).map((by) => ({ id, by })));
}

/** Decides the round with the people's acts, and returns what the move and the inputs say about it. */
export function decideRound(
  draft: ReviewDraft,
  plan: Plan,
  acts: readonly SignedAct[],
): ReturnType<MoveDraft["round"]> {
  const items = verdictsOf(draft, plan);
  const input = {
    policy: draft.policy,
    plan,
    verdicts: { items, digest: verdictsDigest(items) },
    report: aggregate(draft.findings, draft.number),
    task: TASK,
    round: {
      number: draft.number,
      tree: draft.content.tree,
      purpose: "gate" as const,
      signal: "DONE" as const,
      clarified: false,
      noResult: [],
      resolutions: draft.resolutions,
      turns: [],
    },
  };
  const decision = decide(input);
  const inputs = redactInputs({
    input,
    roster: ROSTER,
    assignment: draft.assignment,
    acts: inputActs(acts),
  });
  const { task, number, content, binding } = draft;
  const decided = {
    sha256: decisionDigest(decision),
    inputs: decision.inputsDigest,
    decider: decision.deciderVersion,
  };
  return {
    round: {
      ...{ task, round: number, content, binding },
      plan: plan.digest,
      decision: decided,
      inputs: null,
    },
    inputs,
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

function verdictsOf(draft: ReviewDraft, plan: Plan): Verdict[] {
  const people = approvalsOf(draft, plan);
  return plan.requirements.flatMap(({ id, who, human, kind, quorum }) => {
    const approving = people.filter((one) => one.id === id).map(({ by }) => by);
    const answering = human ? approving : who.slice(0, quorum);
    return answering.map((by) =>
      sealVerdict({
        id: verdictId(draft.task, id, by),
        requirement: id,
        by,
        byKind: human ? "human" : kind === "check" ? "check" : "agent",
        round: draft.number,
        tree: draft.content.tree,
        opinion: "approved",
        summary: "It does what it should",
        findings: [],
        costUsd: 0,
        sandboxed: true,
      }),
    );
  });
}

const verdictId = (task: string, requirement: string, by: string): string =>
  `vrd_${`${task}${requirement}${by}`.replaceAll(/[^A-Za-z0-9]/g, "")}`;

/** Names the act behind each input of a person. */
function inputActs(acts: readonly SignedAct[]): InputActs {
  const settled = acts.flatMap(({ act, digest }) =>
    settledBy(act).map((one) => ({ ...one, digest })),
  );
  const of = (kind: string) =>
    new Map(settled.filter((one) => one.kind === kind).map(({ name, digest }) => [name, digest]));
  return {
    verdicts: of("approve"),
    findings: of("dispose"),
    labels: of("label"),
    modes: of("mode"),
    released: [...of("release").values()],
  };
}

function settledBy(act: PersonAct): { kind: string; name: string }[] {
  const kind = act.act;
  if (kind === "dispose") return act.disposed.map(({ id }) => ({ kind, name: id }));
  if (kind === "approve") return [{ kind, name: verdictId(act.task, act.requirement.id, act.by) }];
  if (kind === "label") return [{ kind, name: act.label }];
  if (kind === "mode") return [{ kind, name: act.mode }];
  return kind === "release" ? [{ kind, name: act.nonce }] : [];
}

import { decide } from "../decision/decide.ts";
import type { DecisionInput } from "../decision/input.ts";
import { canonicalJson, type Json } from "../kernel/canonical-json.ts";
import { digestText } from "../kernel/digest.ts";
import type { Plan } from "../plan/schema.ts";
import { decisionDigest } from "../proof/decision-digest.ts";
import type { MoveEvidence, SignatureReading } from "../proof/evidence.ts";
import { parseProof, proofTrailer } from "../proof/parse-proof.ts";
import { type InputActs, redactInputs } from "../proof/redact-inputs.ts";
import type { ActStatement, PersonAct } from "../proof/schema-act.ts";
import type { ProofInputs } from "../proof/schema-inputs.ts";
import type { MoveStatement } from "../proof/schema-move.ts";
import { TrustFile } from "../proof/schema-trust.ts";
import { ACT_NAMESPACE, MOVE_NAMESPACE } from "../proof/statement-bytes.ts";
import { aggregate } from "../verdict/aggregate.ts";
import type { Finding, Verdict } from "../verdict/schema.ts";
import { sealVerdict, verdictsDigest } from "../verdict/seal-verdict.ts";
import { agentOf, assignmentOf, barePolicy, factsOf, personOf, planOf } from "./plan-of.ts";
import {
  actStatement,
  approval,
  CONTENT,
  fingerprintOf,
  hex,
  moveStatement,
  proofText,
  REPOSITORY,
  TARGET,
} from "./proof-of.ts";

const keyOf = (name: string): string => `ssh-ed25519 ${name.padEnd(40, "A")}`;

/** A reading of a valid signature by the key of this name. */
export function signedBy(
  name: string,
  more: Partial<Extract<SignatureReading, { ok: true }>> = {},
): SignatureReading {
  const namespace = name === "engine" ? MOVE_NAMESPACE : ACT_NAMESPACE;
  const [key, fingerprint] = [keyOf(name), fingerprintOf(name)];
  return { ok: true, key, fingerprint, namespace, level: "touched", origin: null, ...more };
}

export const trustedKey = (name: string, origins: string[] = []) => ({
  key: keyOf(name),
  origins,
  attested: false,
  addedBy: "ana",
});

/** Trust in ana and ben, both owners, and in one engine. */
export function trustOf(more: object = {}): { file: TrustFile; sha256: string } {
  const file = TrustFile.parse({
    version: 1,
    number: 1,
    repository: REPOSITORY,
    people: { ana: { keys: [trustedKey("ana")] }, ben: { keys: [trustedKey("ben")] } },
    owners: ["ana", "ben"],
    quorum: 2,
    recovery: [keyOf("recovery")],
    engines: { main: keyOf("engine") },
    witnesses: { quorum: 0, keys: [] },
    revoked: [],
    ...more,
  });
  return { file, sha256: digestText(canonicalJson(file)) };
}

const POLICY = barePolicy({ people: { owner: ["ana"] }, chains: { code: ["owner"] } });
const FACTS = factsOf(["src/a.ts"], { commits: [] });
const ROSTER = [agentOf("claude"), personOf("ana"), personOf("ben")];
const ASSIGNMENT = assignmentOf({ statedBy: "author" });
const PLAN = planOf({ policy: POLICY, facts: FACTS, roster: ROSTER, assignment: ASSIGNMENT });

export const OWNER_QUESTION = {
  id: "layer:owner",
  sha256: PLAN.requirements.find(({ id }) => id === "layer:owner")?.digest ?? "",
};

/** What a test changes about the honest move. */
export type Forgery = {
  acts?: PersonAct[];
  /** Signatures of the acts; by their keys if nothing else is said. */
  actSignatures?: SignatureReading[];
  verdicts?: Verdict[];
  findings?: Finding[];
  plan?: Plan;
  decisionTask?: Partial<DecisionInput["task"]>;
  decisionRound?: Partial<DecisionInput["round"]>;
  inputActs?: (digests: string[]) => Partial<InputActs>;
  inputs?: (inputs: ProofInputs) => ProofInputs;
  move?: (predicate: MoveStatement["predicate"]) => MoveStatement["predicate"];
  statement?: (statement: MoveStatement) => MoveStatement;
  actStatements?: (statements: ActStatement[]) => ActStatement[];
  evidence?: (evidence: MoveEvidence) => MoveEvidence;
  withheld?: boolean;
};

export function ownerApproval(by = "ana", more: object = {}): PersonAct {
  const trust = { number: 1, sha256: trustOf().sha256 };
  return approval(by, { requirement: OWNER_QUESTION, trust, ...more });
}

export function answer(requirement: string, by: string, more: Partial<Verdict> = {}): Verdict {
  return sealVerdict({
    id: `vrd_${by}`,
    requirement,
    by,
    byKind: by === "integrity" ? "check" : "human",
    round: 1,
    tree: CONTENT.tree,
    opinion: "approved",
    summary: "",
    findings: [],
    costUsd: 0,
    sandboxed: true,
    ...more,
  });
}

/** A squash of ana's approved work, with everything that a verifier reads; then what the forgery changes. */
export function evidenceOf(forgery: Forgery = {}): MoveEvidence {
  const acts = forgery.acts ?? [ownerApproval()];
  const statements = acts.map((act) => actStatement(act));
  const digests = statements.map((statement: Json) => digestText(canonicalJson(statement)));
  const round = provenRound(forgery, digests);
  const predicate = movePredicate(round, digests);
  const move = moveStatement(forgery.move?.(predicate) ?? predicate);
  const parsed = parseProof(
    proofText(
      forgery.statement?.(move) ?? move,
      forgery.actStatements?.(statements) ?? statements,
      forgery.withheld ? null : round.line,
    ),
  );
  if (!parsed.ok) throw new Error(parsed.reason);
  const evidence: MoveEvidence = {
    proof: parsed.proof,
    signatures: {
      move: signedBy("engine"),
      acts: forgery.actSignatures ?? acts.map(({ by }) => signedBy(by)),
    },
    clone: {
      commit: hex("e"),
      tree: CONTENT.tree,
      descends: true,
      changes: CONTENT.changes,
      contentChanges: CONTENT.changes,
      trailer: proofTrailer(parsed.proof.acts),
      policyFiles: [{ path: "countersign.json", blob: hex("8") }],
      facts: FACTS,
      addresses: [],
      nextTrust: trustOf(),
    },
    chain: {
      target: TARGET,
      number: 1,
      move: hex("9", 64),
      commit: hex("f"),
      used: new Set(),
      revoked: [],
      retractions: [],
    },
    trust: trustOf(),
    policy: POLICY,
    policyLevel: "signed",
    required: { people: 0, level: "signed" },
  };
  return forgery.evidence?.(evidence) ?? evidence;
}

function provenRound(forgery: Forgery, digests: string[]) {
  const items = forgery.verdicts ?? [
    answer("check:integrity", "integrity"),
    answer("layer:owner", "ana"),
  ];
  const input = {
    policy: POLICY,
    plan: forgery.plan ?? PLAN,
    verdicts: { items, digest: verdictsDigest(items) },
    report: aggregate(forgery.findings ?? [], 1),
    task: { ...TASK, ...forgery.decisionTask },
    round: { ...ROUND, ...forgery.decisionRound },
  };
  const own = { verdicts: new Map(digests.slice(0, 1).map((digest) => ["vrd_ana", digest])) };
  const redacted = redactInputs({
    input,
    roster: ROSTER,
    assignment: ASSIGNMENT,
    acts: { ...NO_INPUT_ACTS, ...(forgery.inputActs?.(digests) ?? own) },
  });
  const value = forgery.inputs?.(redacted) ?? redacted;
  const line = canonicalJson(value);
  return { line, decision: decide(input), plan: input.plan };
}

const NO_INPUT_ACTS: InputActs = {
  verdicts: new Map(),
  findings: new Map(),
  labels: new Map(),
  modes: new Map(),
  released: [],
};

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
  tree: CONTENT.tree,
  purpose: "gate",
  signal: "DONE",
  clarified: false,
  noResult: [],
  resolutions: [],
  turns: [],
};

function movePredicate(
  { line, decision, plan }: ReturnType<typeof provenRound>,
  digests: string[],
): MoveStatement["predicate"] {
  return {
    how: "squash",
    number: 2,
    previous: hex("9", 64),
    repository: REPOSITORY,
    parent: hex("f"),
    changes: CONTENT.changes,
    round: {
      task: "cs-12",
      round: 1,
      content: CONTENT,
      binding: "tree",
      plan: plan.digest,
      decision: {
        sha256: decisionDigest(decision),
        inputs: decision.inputsDigest,
        decider: decision.deciderVersion,
      },
      inputs: digestText(line),
    },
    policy: {
      sha256: POLICY.digest,
      files: [{ path: "countersign.json", blob: hex("8") }],
      release: "0.1.0",
    },
    trust: { number: 1, sha256: trustOf().sha256 },
    acts: digests.map((sha256) => ({ sha256, recorded: "2026-11-16T02:11:00Z" })),
    log: null,
    program: "countersign 0.1.0",
    at: "2026-11-16T02:12:00Z",
  };
}

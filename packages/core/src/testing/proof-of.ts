import { decide } from "../decision/decide.ts";
import { canonicalJson, type Json } from "../kernel/canonical-json.ts";
import { digestText } from "../kernel/digest.ts";
import type { Policy } from "../policy/policy.ts";
import { decisionDigest } from "../proof/decision-digest.ts";
import { type InputActs, redactInputs } from "../proof/redact-inputs.ts";
import { type ActStatement, PersonAct } from "../proof/schema-act.ts";
import type { ProofInputs } from "../proof/schema-inputs.ts";
import type { MoveStatement } from "../proof/schema-move.ts";
import { type Given, input } from "./decision-of.ts";
import { agentOf, assignmentOf } from "./plan-of.ts";

export const hex = (digit: string, length = 40): string => digit.repeat(length);

export const REPOSITORY = `csr_${hex("5", 32)}`;
export const TARGET = "refs/heads/main";

/** The content of the round that all builders share. */
export const CONTENT = { base: hex("b"), head: hex("c"), tree: hex("a"), changes: hex("d", 64) };

export const TRUST_REFERENCE = { number: 1, sha256: hex("7", 64) };

export const fingerprintOf = (name: string): string =>
  `SHA256:${name.replaceAll(/[^A-Za-z0-9]/g, "").padEnd(43, "0")}`;

/** The fields that every act has. */
export function commonFields(by: string) {
  return {
    by,
    key: fingerprintOf(by),
    level: "touched" as const,
    repository: REPOSITORY,
    trust: TRUST_REFERENCE,
    note: null,
    nonce: digestText(by).slice(0, 32),
    at: "2026-11-16T02:10:11Z",
    until: "2026-11-16T02:20:11Z",
  };
}

/** The fields of an act about round 1 of the task. */
export function taskFields(by: string) {
  return {
    ...commonFields(by),
    task: "cs-12",
    round: 1,
    content: CONTENT,
    policy: hex("1", 64),
    plan: hex("2", 64),
  };
}

export const SHOWN_DIFF = {
  shown: { what: "diff" as const, sha256: hex("3", 64), files: 2, opened: 2, unshown: [] },
  findings: { sha256: hex("4", 64), counts: { critical: 0, major: 0, warning: 0, info: 0 } },
};

/** An approval of the owner's layer. */
export function approval(by = "ana", more: object = {}): PersonAct {
  const requirement = { id: "layer:owner", sha256: hex("0", 64) };
  const act = { act: "approve" as const, ...taskFields(by), requirement, ...SHOWN_DIFF };
  return PersonAct.parse({ ...act, ...more });
}

export function actStatement(predicate: PersonAct, tree = CONTENT.tree): ActStatement {
  return {
    _type: "https://in-toto.io/Statement/v1",
    predicateType: "https://countersign.dev/act/v1",
    subject: [{ name: TARGET, digest: { gitTree: tree } }],
    predicate,
  };
}

const NO_ACTS: InputActs = {
  verdicts: new Map(),
  findings: new Map(),
  labels: new Map(),
  modes: new Map(),
  released: [],
};

/** The inputs of a round, the policy that decided it and the decision's digests. */
export function decidedRound(given: Given, acts: Partial<InputActs> = {}) {
  const all = input(given);
  if (all.plan === null) throw new Error("the round needs a plan");
  const value: ProofInputs = redactInputs({
    input: { ...all, plan: all.plan },
    roster: [agentOf("claude")],
    assignment: assignmentOf(),
    acts: { ...NO_ACTS, ...acts },
  });
  const decision = decide(all);
  const line = canonicalJson(value);
  return {
    policy: all.policy satisfies Policy,
    inputs: { line, digest: digestText(line), value },
    decision: {
      sha256: decisionDigest(decision),
      inputs: decision.inputsDigest,
      decider: decision.deciderVersion,
    },
    plan: all.plan.digest,
  };
}

type MoveFields = MoveStatement["predicate"];

export function moveStatement(
  predicate: MoveFields,
  digest = { gitCommit: hex("e"), gitTree: CONTENT.tree },
): MoveStatement {
  return {
    _type: "https://in-toto.io/Statement/v1",
    predicateType: "https://countersign.dev/move/v1",
    subject: [{ name: TARGET, digest }],
    predicate,
  };
}

/** A squash of the shared content, with nothing signed by people. */
export function moveFields(
  round: ReturnType<typeof decidedRound>,
  acts: readonly ActStatement[] = [],
): MoveFields {
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
      plan: round.plan,
      decision: round.decision,
      inputs: round.inputs.digest,
    },
    policy: { sha256: round.policy.digest, files: [], release: "0.1.0" },
    trust: TRUST_REFERENCE,
    acts: acts.map((act) => ({
      sha256: digestText(canonicalJson(act)),
      recorded: "2026-11-16T02:11:00Z",
    })),
    log: { seq: 9, head: hex("6", 64), seal: null, path: [] },
    program: "countersign 0.1.0",
    at: "2026-11-16T02:12:00Z",
  };
}

/** The text of `proof.jsonl`. The signatures are not real; the judge receives the results of checking them. */
export function proofText(
  move: MoveStatement,
  acts: readonly ActStatement[] = [],
  inputs: string | null = null,
): string {
  const signed = [move, ...acts].flatMap((statement: Json, at) => [
    canonicalJson(statement),
    canonicalJson({ line: at * 2 + 1, sshsig: "U1NIU0lH" }),
  ]);
  return [...signed, ...(inputs === null ? [] : [inputs])].map((line) => `${line}\n`).join("");
}

import { readdirSync, readFileSync } from "node:fs";
import { verifySshsig } from "@countersign/adapters";
import {
  applyEntry,
  canonicalJson,
  DECIDER_VERSION,
  decide,
  decisionDigest,
  digestText,
  fold,
  judgeMove,
  type LogEntry,
  type MoveEvidence,
  type Policy,
  ProofInputs,
  parseProof,
  parseTrustFile,
  redactInputs,
  restoreInput,
  statementBytes,
  type Task,
} from "@countersign/core";
import { describe, expect, it } from "vitest";
import { decisionInput } from "../../packages/core/src/task/review/decide-now.ts";

const ROOT = new URL("./", import.meta.url);
const PROOFS = new URL("proofs/", ROOT);
const read = (path: string, folder = PROOFS) => readFileSync(new URL(path, folder), "utf8");

/** Reads a kept proof as a verifier does: signatures are checked, the rest is what the clone contained. */
function evidenceOfRelease(version: string): MoveEvidence {
  const parsed = parseProof(read(`${version}/proof.jsonl`));
  const trustText = read(`${version}/trust.jsonl`);
  const file = parseTrustFile(trustText);
  if (!parsed.ok || file === null) throw new Error(`the proof of ${version} cannot be read`);
  const { chain, policy, ...clone } = JSON.parse(read(`${version}/clone.jsonl`));
  const { proof } = parsed;
  const trust = { file, sha256: digestText(trustText) };
  const check = ({ line, sshsig }: { line: string; sshsig: string }) =>
    verifySshsig(statementBytes(line), sshsig);
  return {
    proof,
    signatures: { move: check(proof.move), acts: proof.acts.map(check) },
    clone: { ...clone, nextTrust: trust },
    chain: { ...chain, used: new Set(chain.used) },
    trust,
    policy,
    policyLevel: "touched",
    required: { people: 1, level: "touched" },
  };
}

const versions = readdirSync(PROOFS);

describe.each(versions)("the proof of %s", (version) => {
  const evidence = evidenceOfRelease(version);
  const { round } = evidence.proof.move.statement.predicate;

  it("is proved, or its decider is known to be another", () => {
    const isSame = round?.decision.decider === DECIDER_VERSION;
    expect(judgeMove(evidence)).toEqual(isSame ? [] : [{ code: "release_unknown" }]);
  });

  it("is contradicted after a change of any of its statements", () => {
    const text = read(`${version}/proof.jsonl`);
    const changed = text.replace('"round":1', '"round":2');
    const parsed = parseProof(changed);
    expect(
      parsed.ok &&
        verifySshsig(
          statementBytes(parsed.proof.acts[0]?.line ?? ""),
          parsed.proof.acts[0]?.sshsig ?? "",
        ).ok,
    ).toBe(true);
    expect(
      parsed.ok &&
        verifySshsig(statementBytes(parsed.proof.move.line), parsed.proof.move.sshsig).ok,
    ).toBe(false);
  });
});

it("is kept for this release", () => {
  const { version } = JSON.parse(read("../../packages/cli/package.json", ROOT));
  expect(versions).toContain(`v${version}`);
});

const NO_ACTS = {
  verdicts: new Map(),
  findings: new Map(),
  labels: new Map(),
  modes: new Map(),
  released: [],
};
const ASSIGNMENT = {
  title: "",
  statedBy: "author",
  assignee: null,
  authors: [],
  labels: [],
  modeChoices: [],
  avoid: [],
} as const;

/** The decisions of the golden logs of the first release. */
const MIN_DECISIONS = 88;

/** Decides again from the inputs of a proof, and returns whether the decision is the same. */
function decidesTheSame(task: Task, policy: Policy): boolean | null {
  if (task.round === null) return null;
  const input = decisionInput(task, task.round, policy);
  if (input.plan === null) return null;
  const redacted = redactInputs({
    input: { ...input, plan: input.plan },
    roster: [],
    assignment: ASSIGNMENT,
    acts: NO_ACTS,
  });
  const inputs = ProofInputs.parse(JSON.parse(canonicalJson(redacted)));
  const restored = restoreInput(inputs, policy, input.task.unknownCommitters ?? []);
  if (restored === null) return false;
  const [again, decision] = [decide(restored), decide(input)];
  // What a reviewer was not shown is named in the reason only, which the digest leaves out.
  const isWhole = decision.reasons.every(({ row }) => row !== "not_shown_whole");
  return isWhole
    ? canonicalJson(again) === canonicalJson(decision)
    : decisionDigest(again) === decisionDigest(decision);
}

it("every decision of the golden logs is the same without texts", () => {
  const policies = new Map(
    read("v0.1.0/policies.jsonl", ROOT)
      .trimEnd()
      .split("\n")
      .map((line): [string, Policy] => {
        const policy: Policy = JSON.parse(line);
        return [policy.digest, policy];
      }),
  );
  const tasks = new Map<string, Task>();
  const results: (boolean | null)[] = [];
  for (const line of read("v0.1.0/audit.jsonl", ROOT).trimEnd().split("\n")) {
    const {
      kind,
      task: name,
      ...entry
    }: { kind: string; task: string } & LogEntry = JSON.parse(line);
    if (kind !== "entry") continue;
    const task = tasks.get(name);
    const { event } = entry;
    const policy = event.type === "decided" && policies.get(event.decision.policyDigest);
    if (task && policy) results.push(decidesTheSame(task, policy));
    tasks.set(name, task ? applyEntry(task, entry) : fold([entry]));
  }
  expect(results.filter((result) => result === false)).toEqual([]);
  expect(results.filter((result) => result === true).length).toBeGreaterThanOrEqual(MIN_DECISIONS);
});

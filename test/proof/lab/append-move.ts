import {
  ACT_NAMESPACE,
  canonicalJson,
  changesDigest,
  digestText,
  type Json,
  MOVE_NAMESPACE,
  type MoveStatement,
  type PersonAct,
  type ProofInputs,
  proofTrailer,
} from "@countersign/core";
import type { SshsigParts } from "../../../packages/adapters/src/sign/testing/make-sshsig.ts";
import { changedFiles, sidesOf } from "./changed-files.ts";
import {
  type Lab,
  type LabProof,
  RELEASE,
  type SignedAct,
  TARGET,
  timeText,
  trustReference,
  trustText,
} from "./lab.ts";
import type { LabKey } from "./lab-key.ts";
import { policyAt } from "./lab-policy.ts";
import type { Files } from "./object-store.ts";

export type MovePredicate = MoveStatement["predicate"];

/** An act before it is signed. */
export type ActDraft = {
  act: PersonAct;
  key: LabKey;
  subject: { name: string; tree: string };
  parts: SshsigParts;
};

/** A move of the target before anything is signed. */
export type MoveDraft = {
  how: MovePredicate["how"];
  files: Files;
  acts: readonly ActDraft[];
  /** The round and its inputs, from the digests of the acts. */
  round: (acts: readonly SignedAct[]) => {
    round: MovePredicate["round"];
    inputs: ProofInputs | null;
  };
  /** Stores the commit and returns its id. A merge or squash gets the trailer. */
  commit: (tree: string, trailer: string) => string;
  nextTrust?: Lab["trust"];
  /** The engine's key from the next move on. */
  nextEngine?: LabKey | undefined;
};

/** What a forger changes, in the order in which a proof comes into being. */
export type Forger = {
  draft: (draft: MoveDraft, lab: Lab) => MoveDraft;
  /** The acts before they are signed. */
  acts: (acts: readonly ActDraft[], lab: Lab) => readonly ActDraft[];
  /** The signed acts, before the move names them. */
  signed: (acts: readonly SignedAct[], lab: Lab) => readonly SignedAct[];
  /** The files of the commit, after people approved others. */
  files: (files: Files, lab: Lab) => Files;
  inputs: (inputs: ProofInputs, acts: readonly SignedAct[]) => ProofInputs;
  /** The move before the engine signs it. */
  move: (statement: MoveStatement, lab: Lab) => MoveStatement;
  /** Another key for the move, or another form of its signature. */
  engine: (engine: EngineSigner, lab: Lab) => EngineSigner;
  /** The text of the proof, after everything was signed. */
  text: (text: string, lab: Lab) => string;
};

export type EngineSigner = { key: LabKey; parts: SshsigParts };
export type Tampering = Partial<Forger>;

const HONEST: Forger = {
  draft: (draft) => draft,
  acts: (acts) => acts,
  signed: (acts) => acts,
  files: (files) => files,
  inputs: (inputs) => inputs,
  move: (statement) => statement,
  engine: (engine) => engine,
  text: (text) => text,
};

/** Signs and stores one move of the target: its acts, the commit, the move and the inputs. */
export function appendMove(lab: Lab, honest: MoveDraft, tampering: Tampering = {}): LabProof {
  const forger = { ...HONEST, ...tampering };
  const draft = forger.draft(honest, lab);
  const acts = forger.signed(forger.acts(draft.acts, lab).map(signAct), lab);
  const files = forger.files(draft.files, lab);
  const tree = lab.store.tree(files);
  const commit = draft.commit(tree, proofTrailer(acts));
  const { round, inputs } = roundOf(draft, acts, forger);
  const predicate = movePredicate(lab, { how: draft.how, files, round, acts });
  const statement: MoveStatement = {
    _type: "https://in-toto.io/Statement/v1",
    predicateType: "https://countersign.dev/move/v1",
    subject: [{ name: TARGET, digest: { gitCommit: commit, gitTree: tree } }],
    predicate,
  };
  const line = canonicalJson(forger.move(statement, lab));
  const { key, parts } = forger.engine({ key: lab.engine, parts: {} }, lab);
  const sshsig = key.sign(line, { namespace: MOVE_NAMESPACE, ...parts });
  const text = forger.text(proofText([{ line, sshsig }, ...acts], inputs), lab);
  const proof = { commit, text, digest: digestText(line), acts, ...storedBeside(lab, draft) };
  lab.proofs.push(proof);
  advance(lab, draft, { commit, files });
  return proof;
}

/** The round as the move names it, with the line of the inputs. */
function roundOf(draft: MoveDraft, acts: readonly SignedAct[], forger: Forger) {
  const { round, inputs: honest } = draft.round(acts);
  const inputs = honest === null ? null : canonicalJson(forger.inputs(honest, acts));
  return { round: round && { ...round, inputs: inputs && digestText(inputs) }, inputs };
}

/** The trust file and the policy of the parent; for the root the new trust file. */
function storedBeside(lab: Lab, { nextTrust }: MoveDraft) {
  const isRoot = lab.proofs.length === 0;
  return {
    trust: trustText(lab.trust),
    nextTrust: nextTrust === undefined || isRoot ? null : trustText(nextTrust),
    policy: canonicalJson({ files: policyFiles(lab) }),
  };
}

function advance(lab: Lab, draft: MoveDraft, now: { commit: string; files: Files }): void {
  lab.past.push(now);
  lab.files = now.files;
  lab.commit = now.commit;
  lab.trust = draft.nextTrust ?? lab.trust;
  lab.engine = draft.nextEngine ?? lab.engine;
  lab.atSeconds += 600;
}

function movePredicate(
  lab: Lab,
  given: Pick<MovePredicate, "how" | "round"> & { files: Files; acts: readonly SignedAct[] },
): MovePredicate {
  const recorded = timeText(lab.atSeconds + 60);
  return {
    how: given.how,
    number: lab.proofs.length + 1,
    previous: lab.proofs.at(-1)?.digest ?? null,
    repository: lab.trust.repository,
    parent: lab.commit,
    changes: digestOfChanges(lab.proofs.length === 0 ? new Map() : lab.files, given.files),
    round: given.round,
    policy: {
      sha256: policyAt(lab.files).digest,
      files: policyFiles(lab).map(({ path, blob }) => ({ path, blob })),
      release: RELEASE,
    },
    trust: trustReference(lab.trust),
    acts: given.acts.map(({ digest }) => ({ sha256: digest, recorded })),
    log: null,
    program: `countersign ${RELEASE}`,
    at: timeText(lab.atSeconds + 120),
  };
}

function policyFiles({ files, store }: Lab) {
  const found = [...files].filter(([path]) => path === "countersign.json");
  return found.map(([path, { text }]) => ({ path, blob: store.blob(text), text }));
}

export function digestOfChanges(before: Files, after: Files): string {
  return changesDigest(changedFiles(before, after).map(sidesOf));
}

export function signAct({ act, key, subject, parts }: ActDraft): SignedAct {
  const line = canonicalJson({
    _type: "https://in-toto.io/Statement/v1",
    predicateType: "https://countersign.dev/act/v1",
    subject: [{ name: subject.name, digest: { gitTree: subject.tree } }],
    predicate: act satisfies Json,
  });
  const sshsig = key.sign(line, { namespace: ACT_NAMESPACE, ...parts });
  return { act, line, sshsig, digest: digestText(line) };
}

/** Returns the text of `proof.jsonl`. */
export function proofText(
  statements: readonly { line: string; sshsig: string }[],
  inputs: string | null,
): string {
  const lines = statements.flatMap(({ line, sshsig }, at) => [
    line,
    canonicalJson({ line: at * 2 + 1, sshsig }),
  ]);
  return [...lines, ...(inputs === null ? [] : [inputs])].map((line) => `${line}\n`).join("");
}

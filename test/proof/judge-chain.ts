import { join } from "node:path";
import { createGitMirror } from "@countersign/adapters";
import {
  type ClonedMove,
  judgeMove,
  judgeRoot,
  type MoveStatement,
  type ParsedProof,
  type Policy,
  type ProofProblem,
  parseProof,
  requiredLevel,
  rootFingerprint,
  statementBytes,
  withAnyCheck,
} from "@countersign/core";
import { createSignatureReader } from "../../packages/adapters/src/sign/create-signature-reader.ts";
import { mirrorOfOrg } from "../../packages/engine/src/policy/mirror-of-org.ts";
import { readPolicyAt } from "../../packages/engine/src/policy/read-policy-at.ts";
import { readTrustVersion } from "../../packages/engine/src/proof/read-trust-version.ts";
import { readFacts } from "../../packages/engine/src/review/rounds/read-facts.ts";
import { type OpenEngine, ORG } from "../engine/open-engine.ts";

const REPO = "shop";
const REF = "refs/countersign/proofs/main";

/** A proof of the repository with what the judge says about it. */
export type JudgedProof = {
  object: string;
  /** The subject line of the commit that stores it. */
  subject: string;
  text: string;
  proof: ParsedProof;
  move: MoveStatement["predicate"];
  files: string[];
  problems: ProofProblem[];
};

type Lab = Pick<OpenEngine, "shop" | "folder">;

/** Reads all proofs of the repository with ordinary git, oldest first, and judges each as a verifier does. */
export async function judgeChain(lab: Lab): Promise<JudgedProof[]> {
  const { shop } = lab;
  const refs = shop.git("for-each-ref", "--format=%(refname)", REF).split("\n").filter(Boolean);
  const objects = refs.flatMap((ref) => shop.git("rev-list", "--reverse", ref).split("\n"));
  const judged: JudgedProof[] = [];
  for (const object of objects) judged.push(await judgeOne(lab, object, judged));
  return judged;
}

async function judgeOne(
  lab: Lab,
  object: string,
  before: readonly JudgedProof[],
): Promise<JudgedProof> {
  const { shop } = lab;
  const text = `${shop.git("show", `${object}:proof.jsonl`)}\n`;
  const parsed = parseProof(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  const { proof } = parsed;
  const { predicate: move } = proof.move.statement;
  const files = shop.git("ls-tree", "--name-only", object).split("\n");
  const subject = shop.git("log", "-1", "--format=%s", object);
  const last = before.at(-1);
  const problems =
    last === undefined ? await judgeFirst(lab, proof) : await judgeNext(lab, proof, before, last);
  return { object, subject, text, proof, move, files, problems };
}

function signaturesOf({ move, acts }: ParsedProof) {
  const reader = createSignatureReader();
  const read = ({ line, sshsig }: { line: string; sshsig: string }) =>
    reader.readSignature(statementBytes(line), sshsig);
  return { move: read(move), acts: acts.map(read) };
}

async function judgeFirst({ shop, folder }: Lab, proof: ParsedProof): Promise<ProofProblem[]> {
  const mirror = openMirror(folder);
  const commit = subjectOf(proof);
  const trust = await readTrustVersion(mirror, REPO, commit);
  if (trust === null) throw new Error("the root has no trust file");
  const { sha256: changes } = await mirror.digestChanges(REPO, { from: null, to: commit });
  return judgeRoot({
    ...{ proof, signatures: signaturesOf(proof), target: "refs/heads/main", trust },
    clone: { commit, tree: shop.git("rev-parse", `${commit}^{tree}`), changes },
    pinned: rootFingerprint(proof),
  });
}

async function judgeNext(
  lab: Lab,
  proof: ParsedProof,
  before: readonly JudgedProof[],
  last: JudgedProof,
): Promise<ProofProblem[]> {
  const mirror = openMirror(lab.folder);
  const parent = subjectOf(last.proof);
  const trust = await readTrustVersion(mirror, REPO, parent);
  const { loaded } = await readPolicyAt(mirror, REPO, parent);
  if (trust === null || !loaded.ok) throw new Error("the parent has no trust file or policy");
  const { policy } = loaded;
  return judgeMove({
    ...{ proof, signatures: signaturesOf(proof), trust, policy },
    clone: await cloneOf(lab, proof, parent, policy),
    chain: {
      ...{ target: "refs/heads/main", number: last.move.number, move: last.proof.move.digest },
      ...{ commit: parent, revoked: trust.file.revoked, retractions: [] },
      used: new Set(before.flatMap(({ move }) => move.acts.map(({ sha256 }) => sha256))),
    },
    policyLevel: requiredLevel([policy]),
    required: { people: 0, level: "told" },
  });
}

async function cloneOf(
  { shop, folder }: Lab,
  proof: ParsedProof,
  parent: string,
  policy: Policy,
): Promise<ClonedMove> {
  const mirror = openMirror(folder);
  const commit = subjectOf(proof);
  const content = proof.move.statement.predicate.round?.content;
  const digest = async (from: string, to: string) =>
    (await mirror.digestChanges(REPO, { from, to })).sha256;
  const named = content && { repo: REPO, target: "main", ...content };
  const log = content
    ? shop.git("log", "--format=%ae%n%ce", `${content.base}..${content.head}`)
    : "";
  return {
    ...{ commit, tree: shop.git("rev-parse", `${commit}^{tree}`) },
    descends: shop.git("merge-base", parent, commit) === parent,
    changes: await digest(parent, commit),
    contentChanges: content ? await digest(content.base, content.tree) : null,
    trailer:
      shop
        .git("log", "-1", "--format=%(trailers:key=Countersign-Proof,valueonly)", commit)
        .trim() || null,
    policyFiles: (await readPolicyAt(mirror, REPO, parent)).files,
    facts: named ? await readFacts(mirror, withAnyCheck(policy), named) : null,
    addresses: [...new Set(log.split("\n"))],
    nextTrust: await readTrustVersion(mirror, REPO, commit),
  };
}

function openMirror(folder: string) {
  return mirrorOfOrg(createGitMirror({ dataDirectory: join(folder, "data") }), ORG);
}

function subjectOf({ move }: ParsedProof): string {
  return move.statement.subject[0]?.digest.gitCommit ?? "";
}

/** The codes of all problems of a chain, by number. */
export function problemsOf(chain: readonly JudgedProof[]): Record<number, string[]> {
  const faulty = chain.filter(({ problems }) => problems.length > 0);
  return Object.fromEntries(
    faulty.map(({ move, problems }) => [move.number, problems.map(({ code }) => code)]),
  );
}

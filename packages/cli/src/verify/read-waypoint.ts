import { type Clone, verifySshsig } from "@countersign/adapters";
import {
  parseProof,
  statementBytes,
  type TrustStepEvidence,
  type WaypointEvidence,
} from "@countersign/core";
import { parseActs } from "./read-acts.ts";
import { toTrustVersion } from "./trust-at.ts";

/** The acts of a waypoint, and the changes of trust up to it. */
export type WaypointTexts = Pick<WaypointEvidence, "steps" | "acts">;

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_STEPS = 10_000;
const PROOF = /^proof-([1-9]\d{0,8})\.jsonl$/;

/** Reads what a waypoint's commit stores. Null if a part is missing or cannot be parsed. */
export async function readWaypoint(
  clone: Pick<Clone, "files" | "readCommit" | "readTexts">,
  object: string,
): Promise<WaypointTexts | null> {
  const tree = (await clone.readCommit(object))?.tree;
  if (tree === undefined) return null;
  const paths = await clone.files.listPaths("", object);
  const numbers = paths.flatMap((path) => PROOF.exec(path)?.[1] ?? []).slice(0, MAX_STEPS);
  const sorted = numbers.map(Number).toSorted((one, other) => one - other);
  const names = sorted.flatMap((number) => [proofName(number), trustName(number)]);
  const limits = { names: ["waypoint.jsonl", ...names], maxBytes: MAX_BYTES };
  const texts = (await clone.readTexts([tree], limits)).get(tree);
  const read = (name: string): string => texts?.get(name)?.text ?? "";
  const steps = sorted.map((number) => parseStep(read(proofName(number)), read(trustName(number))));
  const [root, ...changes] = steps.filter((step) => step !== null);
  if (root === undefined || changes.length + 1 < steps.length) return null;
  return { acts: parseActs(read("waypoint.jsonl")), steps: [root, ...changes] };
}

const proofName = (number: number): string => `proof-${number}.jsonl`;
const trustName = (number: number): string => `trust-${number}.json`;

function parseStep(text: string, trust: string): TrustStepEvidence | null {
  const parsed = parseProof(text);
  const after = toTrustVersion(Buffer.from(trust));
  if (!parsed.ok || after === null) return null;
  const { proof } = parsed;
  const signature = ({ line, sshsig }: { line: string; sshsig: string }) =>
    verifySshsig(statementBytes(line), sshsig);
  const signatures = { move: signature(proof.move), acts: proof.acts.map(signature) };
  return { proof, signatures, after };
}

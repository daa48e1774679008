import { canonicalJson } from "../kernel/canonical-json.ts";
import { type DigestText, digestText } from "../kernel/digest.ts";
import { actAndSignature, signatureLine } from "./parse-proof.ts";
import { ProofInputs } from "./schema-inputs.ts";
import { MoveStatement } from "./schema-move.ts";
import { STATEMENT_TYPE } from "./statement-fields.ts";

/** A line with the SHA-256 by which other lines name it. */
export type DigestedLine = { line: string; digest: DigestText };

/** The commit that a move puts on the target. */
export type MoveSubject = { target: string; commit: string; tree: string };

/** Returns the line of a move. Throws if a field does not fit the format. */
export function moveLine(
  predicate: MoveStatement["predicate"],
  { target, commit, tree }: MoveSubject,
): DigestedLine {
  const statement = MoveStatement.parse({
    _type: STATEMENT_TYPE,
    predicateType: "https://countersign.dev/move/v1",
    subject: [{ name: `refs/heads/${target}`, digest: { gitCommit: commit, gitTree: tree } }],
    predicate,
  });
  return digested(canonicalJson(statement));
}

/** Returns the line of the inputs. Throws if a field does not fit the format. */
export function inputsLine(inputs: ProofInputs): DigestedLine {
  return digested(canonicalJson(ProofInputs.parse(inputs)));
}

function digested(line: string): DigestedLine {
  return { line, digest: digestText(line) };
}

type SignedText = { line: string; sshsig: string };

/** Returns the content of `proof.jsonl`. `inputs` is null if they stay in the engine. */
export function writeProofText(
  move: SignedText,
  acts: readonly SignedText[],
  inputs: string | null,
): string {
  return [
    `${move.line}\n${signatureLine(1, move.sshsig)}\n`,
    ...acts.map(actAndSignature),
    ...(inputs === null ? [] : [`${inputs}\n`]),
  ].join("");
}

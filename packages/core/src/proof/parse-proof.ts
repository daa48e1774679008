import { z } from "zod";
import { canonicalJson, type Json } from "../kernel/canonical-json.ts";
import { type DigestText, digestText } from "../kernel/digest.ts";
import { parseStrictJson } from "../kernel/strict-json.ts";
import { ActStatement } from "./schema-act.ts";
import { ProofInputs } from "./schema-inputs.ts";
import { MoveStatement } from "./schema-move.ts";

/** A statement with its exact line, the digest of that line, and its signature in base64. */
export type SignedLine<Statement> = {
  line: string;
  digest: DigestText;
  statement: Statement;
  sshsig: string;
};

/** The content of `proof.jsonl`. Nothing in it is verified yet. */
export type ParsedProof = {
  move: SignedLine<MoveStatement>;
  acts: readonly SignedLine<ActStatement>[];
  inputs: { digest: DigestText; value: ProofInputs } | null;
};

type ComputeDigest = (text: string) => DigestText;

type ParseResult = { ok: true; proof: ParsedProof } | { ok: false; reason: string };

/** Maximum characters of a line, and of a signature in base64. */
const MAX_LINE = 4_000_000;
const MAX_SIGNATURE = 16_000;
const MAX_LINES = 2_003;
const MAX_DEPTH = 12;

const SignatureLine = z.strictObject({
  line: z.int().min(1),
  sshsig: z
    .string()
    .max(MAX_SIGNATURE)
    .regex(/^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
});

/**
 * Parses a proof: the move, its acts, each followed by its signature, and the inputs on the last line.
 *
 * Each line must be the canonical JSON of its content, so that a proof has one form only. A caller that reads many
 * proofs can bring a faster SHA-256.
 */
export function parseProof(text: string, digest: ComputeDigest = digestText): ParseResult {
  try {
    return { ok: true, proof: readProof(text, digest) };
  } catch (error) {
    if (error instanceof MalformedProof) return { ok: false, reason: error.message };
    throw error;
  }
}

/**
 * Returns the value of the trailer `Countersign-Proof`: the SHA-256 over the lines of the acts and of their signatures,
 * each with its newline.
 */
export function proofTrailer(acts: readonly { line: string; sshsig: string }[]): DigestText {
  return digestText(acts.map(actAndSignature).join(""));
}

/** Returns the lines of an act and of its signature, by the act's position among the acts. */
export function actAndSignature(
  { line, sshsig }: { line: string; sshsig: string },
  at: number,
): string {
  return `${line}\n${signatureLine(at * 2 + 3, sshsig)}\n`;
}

/** Returns the line that signs the line with this number, counted from 1. */
export function signatureLine(line: number, sshsig: string): string {
  return canonicalJson({ line, sshsig });
}

class MalformedProof extends Error {}

function readProof(text: string, digest: ComputeDigest): ParsedProof {
  if (!text.endsWith("\n")) throw new MalformedProof("the last line has no end");
  const lines = text.slice(0, -1).split("\n");
  const count = lines.length;
  if (count > MAX_LINES) throw new MalformedProof(`more than ${MAX_LINES} lines`);
  const inputs = count % 2 === 1 ? lines.pop() : undefined;
  const [move, ...acts] = signedLines(lines, digest);
  if (move === undefined) throw new MalformedProof("the move is missing");
  return {
    move: { ...move, statement: readLine(MoveStatement, move.line, 1) },
    acts: acts.map((act, at) => ({
      ...act,
      statement: readLine(ActStatement, act.line, at * 2 + 3),
    })),
    inputs: inputs === undefined ? null : readInputs(inputs, count, digest),
  };
}

/** Pairs each statement with the signature on the next line. */
function signedLines(
  lines: readonly string[],
  digest: ComputeDigest,
): Omit<SignedLine<never>, "statement">[] {
  const statements = lines.filter((_, at) => at % 2 === 0);
  const signatures = lines.filter((_, at) => at % 2 === 1);
  return signatures.flatMap((signature, at) => {
    const number = at * 2 + 1;
    const { line, sshsig } = readLine(SignatureLine, signature, number + 1);
    if (line !== number)
      throw new MalformedProof(`line ${number + 1} does not sign the line before it`);
    return statements.slice(at, at + 1).map((text) => ({
      line: text,
      digest: digest(text),
      sshsig,
    }));
  });
}

function readInputs(line: string, number: number, digest: ComputeDigest): ParsedProof["inputs"] {
  return { digest: digest(line), value: readLine(ProofInputs, line, number) };
}

/** Parses one line, which must equal the canonical form of what it contains. */
function readLine<Value extends Json>(
  schema: z.ZodType<Value, Value>,
  line: string,
  number: number,
): Value {
  const json = parseStrictJson(line, { maxChars: MAX_LINE, maxDepth: MAX_DEPTH });
  if (!json.ok) throw new MalformedProof(`line ${number}: ${json.reason}`);
  const { value } = json;
  if (!fits(schema, value))
    throw new MalformedProof(`line ${number}: wrong field ${wrongField(schema, value)}`);
  if (canonicalJson(value) !== line) throw new MalformedProof(`line ${number}: not canonical`);
  return value;
}

/** The parsed value is used as it is, with its sorted keys: no schema of a proof changes what it reads. */
function fits<Value>(schema: z.ZodType<Value, Value>, value: unknown): value is Value {
  return schema.safeParse(value).success;
}

function wrongField(schema: z.ZodType, value: unknown): string {
  return schema.safeParse(value).error?.issues[0]?.path.join(".") || "at the top";
}

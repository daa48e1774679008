import { type Content, checkQuote, type parseAnswer, redactSecrets } from "@countersign/core";
import type { Mirror } from "../../ports/mirror.ts";
import type { CheckFinding } from "../checks/findings/check-result.ts";
import { redactText } from "./redact-text.ts";
import type { LineChangeTest } from "./touched-lines.ts";

type Answer = Extract<ReturnType<typeof parseAnswer>, { ok: true }>["answer"];

/** An answer whose quotes match the tree, or the reason why it is no result. */
export type CheckedAnswer =
  | {
      ok: true;
      findings: CheckFinding[];
      /** Indexes of findings about lines that the reviewer has seen before. */
      unchanged: number[];
      /** Why findings were refused, for people. */
      refused: string[];
    }
  | { ok: false; reason: string };

const MAX_FILE_BYTES = 1_000_000;

/**
 * Compares every finding with the bytes of the tree.
 *
 * A finding whose quote does not match is refused. An approval with a refused finding is no result.
 */
export async function checkAnswer(
  mirror: Pick<Mirror, "readFile">,
  { repo, tree }: Pick<Content, "repo" | "tree">,
  answer: Answer,
  touched: LineChangeTest | null,
): Promise<CheckedAnswer> {
  const readText = rememberTexts(mirror, repo, tree);
  const findings: CheckFinding[] = [];
  const unchanged: number[] = [];
  const refused: string[] = [];
  for (const [index, raw] of answer.findings.entries()) {
    const text = raw.file === undefined ? null : await readText(raw.file);
    const place = locateQuote(raw, text);
    if (!place.ok) {
      refused.push(`findings[${index}] was refused: ${place.reason}`);
      continue;
    }
    const finding = placed(raw, place);
    if (touched !== null && isUnchanged(finding, touched)) unchanged.push(findings.length);
    findings.push(withoutSecrets(finding));
  }
  const [first] = refused;
  if (first !== undefined && answer.opinion === "approved")
    return { ok: false, reason: `the answer approves, but ${first}` };
  if (first !== undefined && findings.length === 0)
    return { ok: false, reason: `nothing of the answer is left: ${first}` };
  return { ok: true, findings, unchanged, refused };
}

/** Locates the quote of a finding. Reviewers see redacted credentials, so their quotes contain the redaction. */
function locateQuote(raw: CheckFinding, text: string | null): ReturnType<typeof checkQuote> {
  const place = checkQuote(raw, text);
  if (place.ok || text === null) return place;
  const shown = redactText(text);
  const again = shown.count === 0 ? place : checkQuote(raw, shown.text);
  return again.ok ? again : place;
}

function placed(
  { line: _line, endLine: _endLine, ...finding }: CheckFinding,
  { line, endLine }: { line?: number; endLine?: number },
): CheckFinding {
  return {
    ...finding,
    ...(line === undefined ? {} : { line }),
    ...(endLine === undefined ? {} : { endLine }),
  };
}

/**
 * Returns true if the finding's lines did not change. A finding without a file is about the whole change, which
 * did change.
 */
function isUnchanged({ file, line, endLine }: CheckFinding, touched: LineChangeTest): boolean {
  return file !== undefined && !touched(file, line, endLine);
}

function withoutSecrets(finding: CheckFinding): CheckFinding {
  const { message, recommendation, satisfiedWhen, quote } = finding;
  return {
    ...finding,
    message: redactSecrets(message),
    ...(recommendation === undefined ? {} : { recommendation: redactSecrets(recommendation) }),
    ...(satisfiedWhen === undefined ? {} : { satisfiedWhen: redactSecrets(satisfiedWhen) }),
    ...(quote === undefined ? {} : { quote: redactSecrets(quote) }),
  };
}

/** Reads each file that an answer names, once. Null if it does not exist or is not text. */
function rememberTexts(mirror: Pick<Mirror, "readFile">, repo: string, tree: string) {
  const known = new Map<string, string | null>();
  return async (path: string): Promise<string | null> => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const read = await mirror.readFile(repo, tree, path, MAX_FILE_BYTES).catch(() => null);
    const text = read?.bytes == null ? null : decode(read.bytes);
    known.set(path, text);
    return text;
  };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

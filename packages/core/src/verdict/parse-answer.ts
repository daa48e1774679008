import type { Elevation, Reviewer } from "../policy/schema-review.ts";
import { MAX_FINDINGS } from "./answer-schema.ts";
import { cleanText, quoteWord } from "./clean-text.ts";
import { findJsonObject } from "./find-json-object.ts";
import { type HostileRecord, isRecord, noteUnknown } from "./hostile-record.ts";
import { parseFinding } from "./parse-finding.ts";
import { Opinion, type RawFinding } from "./schema.ts";

const MAX_SUMMARY = 20_000;
const ECHO = ["completed", "nonce", "tree"];

export type ReviewerAnswer = {
  opinion: Opinion;
  summary: string;
  findings: RawFinding[];
  /** What was dropped, cut or refused, for people. */
  notes: string[];
};

type NoResult = { ok: false; reason: string };
type Expected = { nonce: string; tree: string; reviewer: Reviewer };

/** The fields of an answer in a common form, before they are checked. */
type Said = { ok: true; verdict: unknown; summary: unknown; findings: unknown; notes: string[] };

/**
 * Parses a reviewer's answer, or returns why it is no result.
 *
 * The text is untrusted: it must echo the nonce and the tree and state that it is complete, and it never approves
 * with an unreadable finding.
 */
export function parseAnswer(
  text: string,
  expected: Expected,
): { ok: true; answer: ReviewerAnswer } | NoResult {
  const found = findJsonObject(text);
  if (!found.ok) return found;
  if (!isRecord(found.value)) return noResult("the answer holds no JSON object");

  const said = readEcho(found.value, expected) ?? readForm(found.value);
  if (!said.ok) return said;

  const opinion = Opinion.safeParse(said.verdict);
  if (!opinion.success) return noResult(`unknown verdict ${quoteWord(said.verdict)}`);
  if (!Array.isArray(said.findings)) return noResult("the answer has no list of findings");

  const read = readFindings(said.findings, expected.reviewer.elevate);
  const answer = { opinion: opinion.data, ...readSummary(said.summary), findings: read.findings };
  return (
    contradiction(answer, read.refused) ?? {
      ok: true,
      answer: {
        ...answer,
        notes: [...said.notes, ...answer.notes, ...read.notes, ...read.refused],
      },
    }
  );
}

function readEcho(object: HostileRecord, expected: Expected): NoResult | null {
  if (object.completed !== true) return noResult("the answer does not say completed: true");
  if (object.nonce !== expected.nonce) return noResult("the answer does not echo the nonce");
  if (object.tree !== expected.tree) return noResult("the answer is not about this tree");
  return null;
}

/** Reads one of three answer formats. An answer that matches two has none. */
function readForm(object: HostileRecord): Said | NoResult {
  const forms = ["verdict", "payload", "approved"].filter((name) => Object.hasOwn(object, name));
  if (forms.length !== 1) {
    return noResult("the answer must have exactly one of verdict, payload and approved");
  }
  if (forms[0] === "verdict") return readVerdict(object, ECHO);
  return forms[0] === "payload" ? readEnvelope(object) : readApproval(object);
}

function readVerdict(object: HostileRecord, alsoKnown: readonly string[]): Said | NoResult {
  const { verdict, summary, findings, issues } = object;
  if (findings !== undefined && issues !== undefined) {
    return noResult("the answer has both findings and issues");
  }
  const notes = noteUnknown(object, [...alsoKnown, "verdict", "summary", "findings", "issues"]);
  return { ok: true, verdict, summary, findings: findings ?? issues, notes };
}

/**
 * Reads the envelope. Its `reviewer` and `timestamp` are ignored, because the credential identifies the reviewer.
 */
function readEnvelope(object: HostileRecord): Said | NoResult {
  if (object.type !== "review_result") return noResult("the answer's type is not review_result");
  if (!isRecord(object.payload)) return noResult("the answer's payload is not an object");

  const said = readVerdict(object.payload, []);
  if (!said.ok) return said;
  const notes = noteUnknown(object, [...ECHO, "type", "reviewer", "timestamp", "payload"]);
  return { ...said, notes: [...notes, ...said.notes] };
}

function readApproval(object: HostileRecord): Said | NoResult {
  const { approved, feedback } = object;
  if (typeof approved !== "boolean") return noResult("approved is neither true nor false");
  return {
    ok: true,
    verdict: approved ? "approved" : "concerns",
    summary: feedback,
    findings: [],
    notes: noteUnknown(object, [...ECHO, "approved", "feedback", "assignment_id"]),
  };
}

function readSummary(summary: unknown): { summary: string; notes: string[] } {
  if (summary === undefined || summary === null) return { summary: "", notes: [] };
  if (typeof summary !== "string") {
    return { summary: "", notes: ["summary is not text and was ignored"] };
  }
  const notes = summary.length > MAX_SUMMARY ? ["summary was cut"] : [];
  return { summary: cleanText(summary, MAX_SUMMARY), notes };
}

function readFindings(
  values: readonly unknown[],
  elevation: Elevation | null,
): { findings: RawFinding[]; notes: string[]; refused: string[] } {
  const findings: RawFinding[] = [];
  const notes: string[] = [];
  const refused: string[] = [];
  for (const [index, value] of values.slice(0, MAX_FINDINGS).entries()) {
    const parsed = parseFinding(value, elevation);
    if (parsed.is === "refused") refused.push(`findings[${index}] was refused: ${parsed.reason}`);
    if (parsed.is !== "finding") continue;
    findings.push(parsed.finding);
    notes.push(...parsed.notes.map((note) => `findings[${index}]: ${note}`));
  }
  if (values.length > MAX_FINDINGS) {
    refused.push(
      `findings[${MAX_FINDINGS}] and later were refused: an answer may have ${MAX_FINDINGS}`,
    );
  }
  return { findings, notes, refused };
}

function contradiction(
  answer: Pick<ReviewerAnswer, "opinion" | "summary" | "findings">,
  [refused]: readonly string[],
): NoResult | null {
  const { opinion, summary, findings } = answer;
  if (opinion === "approved" && refused !== undefined) {
    return noResult(`the answer approves, but ${refused}`);
  }
  const saysNothing = summary === "" && findings.length === 0;
  if (saysNothing && (opinion === "concerns" || opinion === "blocker")) {
    return noResult(`the answer says ${opinion}, but not why`);
  }
  return null;
}

function noResult(reason: string): NoResult {
  return { ok: false, reason };
}

import { z } from "zod";
import { ActorId } from "../kernel/ids.ts";
import type { Elevation } from "../policy/schema-review.ts";
import { cleanQuote, cleanText, quoteWord } from "./clean-text.ts";
import { filledFields, type HostileRecord, isRecord, noteUnknown } from "./hostile-record.ts";
import type { RawFinding } from "./schema.ts";
import { readSeverity } from "./severity.ts";

const MAX_TEXT = 2_000;
const MAX_CATEGORY = 100;
const GENERAL = "general";

type ParsedFinding =
  | { is: "finding"; finding: RawFinding; notes: string[] }
  | { is: "pass" }
  | { is: "refused"; reason: string };

const Text = z.string().transform((text) => cleanText(text, MAX_TEXT));

/** A path of the tree: relative, with forward slashes, without `..`. */
const Path = z
  .string()
  .max(4_096)
  .transform((path) => path.replace(/^(?:\.\/)+/, ""))
  .refine((path) => path !== "" && !/^\/|\\|\p{Cc}|(?:^|\/)\.\.(?:\/|$)/u.test(path));

const Incoming = z.object({
  severity: z.union([z.string(), z.number()]),
  message: Text.refine((text) => text !== ""),
  category: z
    .string()
    .transform((text) => cleanText(text.toLowerCase(), MAX_CATEGORY) || GENERAL)
    .default(GENERAL),
  ruleId: ActorId.optional(),
  file: Path.optional(),
  line: z.int().min(1).optional(),
  endLine: z.int().min(1).optional(),
  quote: z
    .string()
    .transform((text) => cleanQuote(text, MAX_TEXT))
    .optional(),
  recommendation: Text.optional(),
  satisfiedWhen: Text.optional(),
  confidence: z.number().min(0).max(1).optional(),
});

const TEXTS = ["message", "quote", "recommendation", "satisfiedWhen"];

/** Required fields. An invalid path is an error, because dropping it would bypass the quote check. */
const ESSENTIAL = ["severity", "message", "file"];

/**
 * Parses one finding of an untrusted answer. Required fields must be valid; other invalid fields are dropped with
 * a note.
 */
export function parseFinding(value: unknown, elevation: Elevation | null): ParsedFinding {
  if (!isRecord(value)) return { is: "refused", reason: "it is not an object" };

  const record = withMessage(filledFields(value));
  const faulty = faultyFields(record);
  const broken = ESSENTIAL.find((field) => faulty.has(field));
  if (broken !== undefined) {
    return { is: "refused", reason: `its ${broken} is missing or not valid` };
  }
  const kept = Object.entries(record).filter(([field]) => !faulty.has(field));
  const read = Incoming.parse(Object.fromEntries(kept));
  const severity = readSeverity(read.severity, elevation);
  if (severity === "pass") return { is: "pass" };
  if (severity === null) {
    return { is: "refused", reason: `unknown severity ${quoteWord(String(read.severity))}` };
  }
  const notes = [
    ...noteUnknown(record, Object.keys(Incoming.shape)),
    ...[...faulty].map((field) => `${field} is not valid and was ignored`),
    ...TEXTS.filter((field) => isTooLong(record[field])).map((field) => `${field} was cut`),
  ];
  return { is: "finding", finding: { ...read, severity }, notes };
}

/** `description` is an alias of `message`. Next to a message it is an unknown field. */
function withMessage(record: HostileRecord): HostileRecord {
  if (Object.hasOwn(record, "message") || !Object.hasOwn(record, "description")) return record;
  const { description, ...rest } = record;
  return { ...rest, message: description };
}

function faultyFields(record: HostileRecord): ReadonlySet<string> {
  const issues = Incoming.safeParse(record).error?.issues ?? [];
  const faulty = new Set(issues.map(({ path }) => String(path[0])));
  const { line, endLine } = record;
  if (endLine !== undefined && (faulty.has("line") || !isSpan(line, endLine))) {
    faulty.add("endLine");
  }
  return faulty;
}

function isSpan(line: unknown, endLine: unknown): boolean {
  return typeof line === "number" && typeof endLine === "number" && line <= endLine;
}

function isTooLong(text: unknown): boolean {
  return typeof text === "string" && text.length > MAX_TEXT;
}

import { TaskId } from "../../kernel/ids.ts";
import { NEEDS_REVISION, type Reading, type TextAction } from "./text-action.ts";

const FIELDS = {
  submit: ["task_id", "chain_type"],
  approve: ["task_id"],
  reject: ["task_id", "feedback"],
} as const satisfies Record<TextAction["act"], readonly string[]>;

const VERBS: Readonly<Record<string, TextAction["act"]>> = {
  SUBMIT: "submit",
  APPROVE: "approve",
  REJECT: "reject",
};

const MAX_FEEDBACK = 20_000;
const HEAD = /^REVIEW::([A-Z]+)(?= |$)/;
const FIELD = / +([a-z_]+)=(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([A-Za-z0-9._@+-]+))(?= |$)/y;
/** Control characters, and characters that change the order or the line breaks of displayed text. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

type Fields = ReadonlyMap<string, { value: string; quoted: boolean }>;

/** Parses a `REVIEW::` marker, which must be the whole line. */
export function readMarker(line: string): Reading {
  if (!line.includes("REVIEW::")) return null;
  if (!line.startsWith("REVIEW::")) return { reason: placeOf(line) };

  const head = HEAD.exec(line);
  const act = VERBS[head?.[1] ?? ""];
  if (!(head && act)) return { reason: "unknown_verb" };

  const fields = readFields(line, head[0].length);
  if (typeof fields === "string") return { reason: fields };
  const reason = faultOf(act, fields);
  return reason === null ? { action: actionOf(act, fields) } : { reason };
}

function placeOf(line: string): string {
  if (/^[ \t]/.test(line)) return "indented";
  if (/^(?:\+|-\S|@@)/.test(line)) return "in_diff";
  if (/^[{["]/.test(line)) return "in_json";
  return line.startsWith("`") ? "in_code" : "not_whole_line";
}

function readFields(line: string, from: number): Fields | string {
  const fields = new Map<string, { value: string; quoted: boolean }>();
  let at = from;
  while (at < line.length) {
    FIELD.lastIndex = at;
    const [whole, name = "", quoted, bare = ""] = FIELD.exec(line) ?? [];
    if (whole === undefined) return "bad_field";
    if (fields.has(name)) return "duplicate_field";
    fields.set(name, { value: quoted ?? bare, quoted: quoted !== undefined });
    at += whole.length;
  }
  return fields;
}

function faultOf(act: TextAction["act"], fields: Fields): string | null {
  const known: readonly string[] = FIELDS[act];
  if ([...fields.keys()].some((name) => !known.includes(name))) return "unknown_field";

  const task = fields.get("task_id");
  if (!task) return "missing_task_id";
  if (task.quoted || !TaskId.safeParse(task.value).success) return "bad_task_id";

  const type = fields.get("chain_type");
  if (type && (type.quoted || !TaskId.safeParse(type.value).success)) return "bad_chain_type";

  const feedback = fields.get("feedback");
  if (!feedback) return null;
  if (!feedback.quoted || UNSEEN.test(feedback.value)) return "bad_feedback";
  return feedback.value.length > MAX_FEEDBACK ? "bad_feedback" : null;
}

function actionOf(act: TextAction["act"], fields: Fields): Omit<TextAction, "line"> {
  const action = {
    act,
    task: fields.get("task_id")?.value ?? "",
    form: "marker",
  } as const;
  if (act === "reject") return { ...action, feedback: feedbackOf(fields) };

  const chainType = fields.get("chain_type")?.value;
  return chainType === undefined ? action : { ...action, chainType };
}

/** Unescapes `\"` and `\\`. Other backslashes are text. */
function feedbackOf(fields: Fields): string {
  const said = fields
    .get("feedback")
    ?.value.replaceAll(/\\(["\\])/g, "$1")
    .trim();
  return said || NEEDS_REVISION;
}

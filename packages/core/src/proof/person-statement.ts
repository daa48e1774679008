import { z } from "zod";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { parseStrictJson } from "../kernel/strict-json.ts";
import { ActStatement, type PersonAct } from "./schema-act.ts";
import { CommandStatement } from "./schema-command-act.ts";
import { STATEMENT_TYPE } from "./statement-fields.ts";

/** A statement that a person signs: an act that a proof can contain, or a command that no proof needs. */
const PersonStatement = z.discriminatedUnion("predicateType", [ActStatement, CommandStatement]);
export type PersonStatement = z.infer<typeof PersonStatement>;

/** What an act is about: the target branch and the resulting tree. */
export type ActSubject = { target: string; tree: string };

/** Returns the line of an act. Throws if a field does not fit the format. */
export function actLine(predicate: PersonAct, { target, tree }: ActSubject): string {
  const statement = ActStatement.parse({
    _type: STATEMENT_TYPE,
    predicateType: "https://countersign.dev/act/v1",
    subject: [{ name: `refs/heads/${target}`, digest: { gitTree: tree } }],
    predicate,
  });
  return canonicalJson(statement);
}

/** Parses a statement that a person signs. Returns null if it is not valid. */
export function parsePersonStatement(line: string): PersonStatement | null {
  const json = parseStrictJson(line, { maxChars: 4_000_000, maxDepth: 12 });
  const parsed = json.ok ? PersonStatement.safeParse(json.value) : null;
  return parsed?.success === true ? parsed.data : null;
}

/** The content that a statement names. A part that it does not name is null. */
export type StatedContent = { task: string | null; round: number | null; tree: string | null };

/** Returns the task, round and tree that a statement names. */
export function statedContent(statement: PersonStatement): StatedContent {
  if (statement.predicateType === "https://countersign.dev/command/v1") {
    const { task } = statement.predicate;
    return { task: task?.id ?? null, ...statedRound(task?.round ?? null) };
  }
  const { predicate, subject } = statement;
  const tree = subject[0].digest.gitTree;
  if (!("task" in predicate)) return { task: null, round: null, tree };
  return { task: predicate.task, round: predicate.round, tree };
}

function statedRound(round: { number: number; tree: string } | null): Omit<StatedContent, "task"> {
  return round === null ? { round, tree: null } : { round: round.number, tree: round.tree };
}

import { type PersonStatement, statedContent } from "@countersign/core";

/** What a person is about to sign, in rows of a name and a value. Everything comes from the statement itself. */
export type StatementText = { title: string; rows: readonly (readonly [string, string])[] };

/** Describes a statement: the decision, its exact content, the question, the policy and the level. */
export function statementText(statement: PersonStatement): StatementText {
  const { predicate } = statement;
  const { task, round, tree } = statedContent(statement);
  const decision = "act" in predicate ? predicate.act : predicate.command.replaceAll("_", " ");
  const about = [task, round === null ? null : `round ${round}`].filter((part) => part !== null);
  const rows: [string, string | null][] = [
    ["target", "act" in predicate ? statement.subject[0].name : null],
    ["tree", tree],
    ["files", "shown" in predicate ? filesText(predicate.shown) : null],
    ["answers", answeredRequirement(predicate)],
    ["policy", "policy" in predicate ? predicate.policy : null],
    ["as", predicate.by],
    ["level", predicate.level],
    ["key", predicate.key],
    ["until", predicate.until],
  ];
  return {
    title: [decision, about.join(", ")].join(" ").trim(),
    rows: rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  };
}

type Predicate = PersonStatement["predicate"];
type Displayed = Extract<Predicate, { shown: unknown }>["shown"];

function filesText({ files, opened, unshown }: Displayed): string {
  const hidden = unshown.length === 0 ? "" : `, ${unshown.length} not shown`;
  return `${files} changed, ${opened} opened${hidden}`;
}

function answeredRequirement(predicate: Predicate): string | null {
  if ("command" in predicate) return predicate.task?.requirement ?? null;
  return "requirement" in predicate ? predicate.requirement.id : null;
}

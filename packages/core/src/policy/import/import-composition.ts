import type { Json } from "../../kernel/canonical-json.ts";
import { isJsonObject, isList, type JsonObject } from "../plain-data.ts";
import { type Path, problem } from "../problem.ts";
import { type Import, importedFields, importedName, renamed } from "./imported.ts";

const KNOWN = ["id", "name", "trigger", "dispatch", "priority", "description"];
const TRIGGER = ["type", "domain", "domains", "risk", "threshold", "minRisk"];

/** Scores for risk given as a word. */
const RISK_WORDS: Readonly<Record<string, number>> = { low: 1, medium: 4, high: 7, critical: 9 };

/** Reads one composition policy; a trigger with several domains becomes a policy for each. */
export function importComposition(into: Import, entry: Json, index: number): JsonObject[] {
  const path = ["composition", index];
  const fields = importedFields(into, path, entry, KNOWN);
  const require = agentsOf(into, [...path, "dispatch"], fields.dispatch).map((reviewer) => ({
    reviewer,
  }));
  const description = fields.description ?? fields.name;
  const common = {
    ...renamed(fields, { id: "id", priority: "priority" }),
    ...(description === undefined ? {} : { description }),
    require,
  };
  const whens = whensOf(into, [...path, "trigger"], fields.trigger);
  if (whens.length === 1) return whens.map((when) => ({ ...common, when }));
  return whens.map((when, i) => ({ ...common, id: `${importedName(fields.id)}-${i + 1}`, when }));
}

function agentsOf(into: Import, path: Path, dispatch: Json | undefined): readonly Json[] {
  if (isList(dispatch)) return dispatch;
  if (!isJsonObject(dispatch)) return dispatch === undefined ? [] : [dispatch];
  const { agent, agents } = importedFields(into, path, dispatch, ["agent", "agents"]);
  return [agent, agents].flatMap((value) => (value === undefined ? [] : value));
}

function whensOf(into: Import, path: Path, trigger: Json | undefined): Json[] {
  const fields = importedFields(into, path, trigger, TRIGGER);
  switch (fields.type) {
    case "always":
      return ["always"];
    case "domain":
      return domainsOf(into, path, fields).map((domain) => ({ domain }));
    case "risk":
      return [{ riskAtLeast: riskOf(into, path, fields) }];
    default:
      into.problems.push(problem([...path, "type"], "Must be one of always, domain, risk"));
      return [];
  }
}

function domainsOf(into: Import, path: Path, fields: JsonObject): readonly Json[] {
  const named = [fields.domain, fields.domains].flatMap((value) => value ?? []);
  if (named.length === 0) into.problems.push(problem([...path, "domain"], "Missing"));
  return named;
}

function riskOf(into: Import, path: Path, fields: JsonObject): Json {
  const risk = fields.risk ?? fields.threshold ?? fields.minRisk ?? null;
  if (typeof risk !== "string") return risk;
  const score = Object.hasOwn(RISK_WORDS, risk) ? RISK_WORDS[risk] : undefined;
  if (score === undefined) {
    const words = Object.keys(RISK_WORDS).join(", ");
    into.problems.push(problem([...path, "risk"], `Must be a number or one of ${words}`));
    return null;
  }
  into.notes.push(`The risk ${risk} became a score of at least ${score} out of 10`);
  return score;
}

import { assertNever } from "../kernel/assert-never.ts";
import type { Tables } from "../policy/policy.ts";
import type { Verdict } from "../verdict/schema.ts";
import type { Reason } from "./schema.ts";
import type { Weighed } from "./trust.ts";

/** Applies the table of a requirement to its answers, once there are enough. */
export function judge(
  { requirement, given }: Weighed,
  tables: Tables,
  standing: ReadonlySet<string>,
): Reason {
  switch (requirement.table) {
    case "severity":
      return judgeSeverity(requirement.id, given, tables.severity, standing);
    case "panel":
      return judgePanel(requirement.id, given, tables.panel);
    case "chain":
      return judgeChain(requirement.id, given, tables.chain);
    default:
      return assertNever(requirement.table);
  }
}

/** Flags concerns without findings. The gate judges findings. */
function judgeSeverity(
  requirement: string,
  answers: readonly Verdict[],
  rows: Tables["severity"],
  standing: ReadonlySet<string>,
): Reason {
  const isVague = ({ opinion, findings }: Verdict): boolean =>
    opinion === "concerns" && !findings.some((id) => standing.has(id));
  if (answers.some(isVague)) {
    return {
      table: "severity",
      row: "severity_concerns",
      effect: rows.concerns,
      requirement,
      inputs: { by: names(answers.filter(isVague)) },
    };
  }
  return {
    table: "severity",
    row: "severity_pass",
    effect: rows.pass,
    requirement,
    inputs: { by: names(answers) },
  };
}

function judgePanel(
  requirement: string,
  answers: readonly Verdict[],
  rows: Tables["panel"],
): Reason {
  const concerns = answers.filter((verdict) => verdict.opinion === "concerns");
  const inputs = { concerns: names(concerns), answers: answers.length };
  if (concerns.length >= rows.concernsForConflict)
    return { table: "panel", row: "panel_conflict", effect: rows.conflict, requirement, inputs };
  if (concerns.length > 0)
    return { table: "panel", row: "panel_concern", effect: rows.concern, requirement, inputs };
  return { table: "panel", row: "panel_approved", effect: rows.approved, requirement, inputs };
}

function judgeChain(
  requirement: string,
  answers: readonly Verdict[],
  rows: Tables["chain"],
): Reason {
  const concerns = answers.filter((verdict) => verdict.opinion === "concerns");
  if (concerns.length > 0)
    return {
      table: "chain",
      row: "chain_concerns",
      effect: rows.concerns,
      requirement,
      inputs: { by: names(concerns) },
    };
  return {
    table: "chain",
    row: "chain_approved",
    effect: rows.approved,
    requirement,
    inputs: { by: names(answers) },
  };
}

export function names(verdicts: readonly Verdict[]): string[] {
  return verdicts.map((verdict) => verdict.by);
}

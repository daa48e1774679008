import { SHIPPED_VERSIONS } from "@countersign/core";
import { CONFIG_SCHEMA } from "../../config-file/config-json-schema.ts";
import type { InitTrial } from "./try-reviewers.ts";

/** A check as the configuration names it. */
type Check = { id: string; run: string };

export type NewConfig = {
  owner: string;
  target: string;
  checks: readonly Check[];
  /** The address of the owner's commits; null if it is not known. */
  email?: string | null;
  /** The engine runs on the owner's machine and hears the agents there. */
  isLocal?: boolean;
  /** The program that runs the shipped agent reviewers. */
  agentReviewers: InitTrial["runBy"];
};

/** US dollars that reviewing agents may cost; above it the task waits for a person. */
const COST_CAPS = { costUsdPerReview: 1, costUsdPerTask: 5, costUsdPerDay: 20 };

/**
 * The first configuration of a repository: one owner, the project's own checks, and the shipped policies with every
 * reviewer that can run here.
 */
export function newConfig(config: NewConfig): string {
  const { owner, target, checks, email, isLocal, agentReviewers } = config;
  const name = JSON.stringify(owner);
  const emails = email ? `, "emails": { ${JSON.stringify(email)}: ${name} }` : "";
  const foreign = isLocal === true ? `, "foreign": "accept"` : "";
  return `{
  "$schema": ${JSON.stringify(CONFIG_SCHEMA)},

  // Every key with its meaning: countersign config schema. What is not here has its default.
  "version": 1,

  // The shipped policies, in this version. An upgrade changes nothing until you name a later version here.
  "extends": ${JSON.stringify(SHIPPED_VERSIONS.at(-1))},

  // Who answers for this repository. Work of agents waits for them.
  "people": { "owner": [${name}], "csuite": [${name}]${emails} },

  // Where approved work goes.${foreign === "" ? "" : " Your own commits there (people.emails) are accepted unreviewed."}
  "merge": { "target": ${JSON.stringify(target)}${foreign} },

  // What runs on every change, from the target branch, in a sandbox.
  "checks": ${indent(listOf(checks.map(checkLine)))},

  // The program that runs the reviewing agents: claude, codex, gemini, opencode, or none.
  "agentReviewers": ${JSON.stringify(agentReviewers)},

  // What reviewing agents may cost, in US dollars. Above it the task waits for you.
  "limits": ${JSON.stringify(COST_CAPS)
    .replaceAll(/([{,:])/g, "$1 ")
    .replace("}", " }")}
}
`;
}

function checkLine({ id, run }: Check): string {
  return `{ "id": ${JSON.stringify(id)}, "run": ${JSON.stringify(run)} }`;
}

function listOf(lines: readonly string[]): string {
  return lines.length === 0 ? "[]" : `[\n${lines.map((line) => `  ${line}`).join(",\n")}\n]`;
}

function indent(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

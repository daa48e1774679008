import { VERSION } from "../version.ts";

/** The description of all keys, for editors. It is part of the published package; no machine's path is in a repository. */
const SCHEMA_URL = `https://unpkg.com/countersign@${VERSION.split(".")[0]}/dist/countersign.schema.json`;

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
};

/**
 * The first configuration of a repository: one owner, the project's own checks, and of the shipped
 * policies the one that needs no agent.
 */
export function newConfig({ owner, target, checks, email, isLocal }: NewConfig): string {
  const name = JSON.stringify(owner);
  const emails = email ? `, "emails": { ${JSON.stringify(email)}: ${name} }` : "";
  const foreign = isLocal === true ? `, "foreign": "accept"` : "";
  return `{
  "$schema": ${JSON.stringify(SCHEMA_URL)},

  // Every key with its meaning: countersign config schema. What is not here has its default.
  "version": 1,

  // Who answers for this repository. Work of agents waits for them.
  "people": { "owner": [${name}], "csuite": [${name}]${emails} },

  // Where approved work goes.${foreign === "" ? "" : " Your own commits there (people.emails) are accepted unreviewed."}
  "merge": { "target": ${JSON.stringify(target)}${foreign} },

  // What runs on every change, from the target branch, in a sandbox.
  "checks": ${indent(listOf(checks.map(checkLine)))},

  // Which reviewers are asked, and when. Delete "policies" and "rules" to use all shipped policies (they need agents).
  "policies": [
    {
      "id": "universal",
      "when": "always",
      "require": [{ "reviewer": "integrity" }, { "reviewer": "secrets" }],
      "priority": 100,
      "description": "Every change is complete, readable and free of credentials"
    }
  ],
  "rules": []
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

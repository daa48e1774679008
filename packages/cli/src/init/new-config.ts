/** A check as the configuration names it. */
type Check = { id: string; run: string };

export type NewConfig = {
  owner: string;
  target: string;
  checks: readonly Check[];
};

/**
 * The first configuration of a repository: one owner, the project's own checks, and of the shipped
 * policies the one that needs no agent.
 */
export function newConfig({ owner, target, checks }: NewConfig): string {
  const name = JSON.stringify(owner);
  return `{
  // Every key with its meaning: countersign config schema. What is not here has its default.
  "version": 1,

  // Who answers for this repository. Work of agents waits for them.
  "people": { "owner": [${name}], "csuite": [${name}] },

  // Where approved work goes.
  "merge": { "target": ${JSON.stringify(target)} },

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

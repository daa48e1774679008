import type { Environment } from "../runtime/environment.ts";

/** Agents that tell the commands they run who runs them: their variable, and the name we give them. */
const SIGNS: readonly (readonly [variable: string, agent: string])[] = [
  ["CLAUDECODE", "claude-code"],
  ["CODEX_SANDBOX", "codex"],
  ["GEMINI_CLI", "gemini"],
  ["OPENCODE", "opencode"],
  ["CURSOR_AGENT", "cursor"],
  ["COPILOT_CLI", "copilot"],
];

/** The model family of the agents that use one family alone, by the name we give them. */
const FAMILIES: ReadonlyMap<string, string> = new Map([
  ["claude-code", "claude"],
  ["codex", "gpt"],
  ["gemini", "gemini"],
]);

/** The model family of an agent, where its name says it. */
export function agentModelFamily(agent: string): string | undefined {
  return FAMILIES.get(agent);
}

/** The agent that runs this program; null when none says so. */
export function findAgentVariable(env: Environment): { variable: string; agent: string } | null {
  const found = SIGNS.find(([variable]) => env[variable] !== undefined && env[variable] !== "");
  return found === undefined ? null : { variable: found[0], agent: found[1] };
}

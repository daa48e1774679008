import type { Environment } from "../context.ts";

/** Agents that tell the commands they run who runs them: their variable, and the name we give them. */
const SIGNS: readonly (readonly [variable: string, agent: string])[] = [
  ["CLAUDECODE", "claude-code"],
  ["CODEX_SANDBOX", "codex"],
  ["GEMINI_CLI", "gemini"],
  ["OPENCODE", "opencode"],
  ["CURSOR_AGENT", "cursor"],
];

/** The agent that runs this program; null when none says so. */
export function agentAround(env: Environment): { variable: string; agent: string } | null {
  const found = SIGNS.find(([variable]) => env[variable] !== undefined && env[variable] !== "");
  return found === undefined ? null : { variable: found[0], agent: found[1] };
}

import type { ConnectedAgent } from "../connections/connected-agents.ts";
import type { Connections } from "../connections/find-connections.ts";
import type { WorktreeCoverage } from "../connections/worktree-coverage.ts";
import { columns } from "../output/columns.ts";
import { display } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import { ageText } from "../output/words.ts";

/** Two lines for each worktree with work that no hook reported. */
export function unreportedLines(worktrees: readonly WorktreeCoverage[], style: Style): string[] {
  return worktrees
    .filter(({ isUnreported }) => isUnreported)
    .map(({ root, branch }) => {
      const place = `${display(root, style)} (${display(branch ?? "no branch", style)})`;
      return `${style.paint("warn", "Not submitted:")} ${place} has changes, but no agent's hooks were heard there.\n  If an agent works there: countersign doctor. To submit it yourself: countersign task submit`;
    });
}

function heardText({ heardMs, isTrusted }: Pick<ConnectedAgent, "heardMs" | "isTrusted">) {
  if (!isTrusted) return "does not trust the hooks yet: start it and type /hooks";
  return heardMs === null ? "hooks not heard yet" : `hooks last heard ${ageText(heardMs)} ago`;
}

export function coverageText({ agent, heardMs, isUnreported }: WorktreeCoverage): string {
  if (agent !== null && heardMs !== null) return `covered, ${agent} heard ${ageText(heardMs)} ago`;
  return isUnreported ? "changes, but no hooks heard" : "no hooks heard yet";
}

/** Each agent with when its hooks were last heard, and each worktree with whether they cover it. */
export function connectionsText({ agents, worktrees }: Connections, style: Style): string[] {
  if (agents.length === 0) return [];
  const agentRows = agents.map((agent) => [agent.name, heardText(agent)]);
  const rows = worktrees.map((worktree) => [
    display(worktree.root, style),
    display(worktree.branch ?? "no branch", style),
    coverageText(worktree),
  ]);
  return [
    `${style.paint("faint", "agents")}\n${columns(agentRows)}`,
    ...(rows.length === 0 ? [] : [`${style.paint("faint", "worktrees")}\n${columns(rows)}`]),
  ];
}

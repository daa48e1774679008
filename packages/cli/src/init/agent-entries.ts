import type { Hook } from "./edit.ts";
import { type Pinned, shellCommand } from "./pinned.ts";

type Event = readonly [event: string, ours: string, matcher: string | null];

/** An agent's hooks as its host reads them; each calls this program with the event's name. */
export function hooksFor(
  agent: string,
  events: readonly Event[],
  { pinned, timeout }: { pinned: Pinned; timeout: number },
): Hook[] {
  return events.map(([event, ours, matcher]) => ({
    adds: "hook",
    event,
    matcher,
    command: shellCommand(pinned, ["hook", agent, ours]),
    ending: ` hook ${agent} ${ours}`,
    timeout,
  }));
}

/** How an agent's host starts the server of tools. */
export function mcpServer(
  agent: string,
  { node, program }: Pinned,
): { command: string; args: string[] } {
  return { command: node, args: [program, "mcp", "--agent", agent] };
}

import { quoteShellCommand } from "../../launcher/quote-shell.ts";
import type { Hook } from "../edits/edit.ts";

type Event = readonly [event: string, ours: string, matcher: string | null];

/** The word by which a hook says that it comes from the user's settings, not from a repository's. */
const USER = "user";

/** An agent's hooks as its host reads them; each calls `launcher` with the event's name. */
export function agentHooks(
  agent: string,
  events: readonly Event[],
  { launcher, timeout }: { launcher: string; timeout: number },
): Hook[] {
  return events.map(([event, ours, matcher]) => ({
    adds: "hook",
    event,
    matcher,
    command: quoteShellCommand([launcher, "hook", agent, ours, USER]),
    ending: ` hook ${agent} ${ours} ${USER}`,
    timeout,
  }));
}

/** How an agent's host starts the server of tools. */
export function mcpServer(agent: string, launcher: string): { command: string; args: string[] } {
  return { command: launcher, args: ["mcp", "--agent", agent] };
}

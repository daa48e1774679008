import { CountersignError } from "@countersign/core";
import { keepReviewerConnected } from "@countersign/mcp";
import { findAgentVariable } from "../caller/agent-variables.ts";
import { connectAgent } from "../client/agent-connection.ts";
import { agentPlace } from "../client/agent-place.ts";
import { openSession } from "../client/open-session.ts";
import type { CommandContext } from "../command/context.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { findWorkplace, workplaceLocation } from "../workplace/find-workplace.ts";
import type { AgentReporter } from "./act-on.ts";

/** Speaks as one agent, and never as a person, for as long as its words are read. */
export async function openAgentReporter(
  context: CommandContext,
  named: string | undefined,
): Promise<{ voice: AgentReporter; close(): Promise<void> }> {
  const found = await findWorkplace(context.directory).catch(() => null);
  const location = found === null ? null : workplaceLocation(found);
  const { COUNTERSIGN_TOKEN: token = "" } = context.env;
  if (token !== "") {
    const { client } = await openSession(context);
    const { actor } = await client.me();
    requireAgent(
      actor.kind === "agent",
      `COUNTERSIGN_TOKEN belongs to ${actor.id}, which is not an agent`,
    );
    requireAgent(
      named === undefined || named === actor.id,
      `COUNTERSIGN_TOKEN belongs to ${actor.id}`,
    );
    const voice = { agent: actor.id, author: client, reviewer: client, location };
    return { voice, close: async () => undefined };
  }
  const agent = nameOf(context, named);
  const author = connectAgent(context, { actor: agent, role: "author" });
  const reviewer = connectAgent(context, { actor: agent, role: "reviewer" });
  const { client } = reviewer;
  const place = agentPlace({
    directory: context.directory,
    files: localFiles(context.env),
    client,
  });
  const heartbeat = keepReviewerConnected({ client, role: "reviewer", place }, ({ message }) =>
    context.say(message),
  );
  return {
    voice: { agent, author: author.client, reviewer: reviewer.client, location },
    async close() {
      heartbeat.stop();
      for (const connection of [author, reviewer]) await connection.close().catch(() => undefined);
    },
  };
}

/** An agent reads out its own words alone. */
function nameOf({ env }: CommandContext, named: string | undefined): string {
  const around = findAgentVariable(env)?.agent;
  const isItself = around === undefined || named === undefined || named === around;
  requireAgent(isItself, `${around} cannot report events for ${named}`);
  const agent = named ?? around;
  if (agent !== undefined) return agent;
  throw new CountersignError("invalid_input", "The agent is not known", {
    hint: "Name the agent: --agent claude-code",
  });
}

function requireAgent(isFine: boolean, message: string): void {
  if (isFine) return;
  throw new CountersignError("forbidden", message, {
    hint: "Markers only act for the agent that wrote them",
  });
}

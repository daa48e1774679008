import type { Role } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { serveMcpOverStdio } from "@countersign/mcp";
import { z } from "zod";
import { findAgentVariable } from "../../caller/agent-variables.ts";
import { type AgentConnection, connectAgent } from "../../client/agent-connection.ts";
import { agentPlace } from "../../client/agent-place.ts";
import { openSession } from "../../client/open-session.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { type OptionValues, option, text } from "../../command/options.ts";
import { isSetUp } from "../../hook/is-set-up.ts";
import { flushSpool } from "../../hook/spool/flush-spool.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { VERSION } from "../../runtime/version.ts";

const OPTIONS = {
  agent: text("--agent <name>", "name of the agent (default: detected from the environment)"),
  role: option(
    "--role <role>",
    z.enum(["author", "reviewer", "planner", "viewer"]).optional(),
    "author, reviewer, planner or viewer (default: author)",
  ),
};
type Options = OptionValues<typeof OPTIONS>;

/** A caller without a name is still an agent, never the person whose account it uses. */
const UNNAMED = "agent";

/** Serves the agent at the other end of stdin and stdout; what is said besides goes to stderr. */
export const mcp = defineCommand({
  usage: "mcp",
  examples: [
    "claude mcp add countersign -- countersign mcp --agent claude-code",
    "countersign mcp --agent codex --role reviewer",
  ],
  options: OPTIONS,

  output: {
    "mcp.serve": z.object({ ended: z.boolean() }),
  },
  async run(context, { options }) {
    const { client, close } = await connectionFor(context, options);
    try {
      const { directory, env } = context;
      const files = localFiles(env);
      await serveMcpOverStdio({
        client,
        role: await roleOf(context, options, client),
        version: VERSION,
        place: agentPlace({ directory, files, client }),
        onError: ({ message }) => context.say(message),
      });
    } finally {
      await close().catch(() => undefined); // its end is near in any case
    }
    return { schema: "mcp.serve", data: { ended: true }, text: () => "" };
  },
});

/**
 * The role of the agent. Hosts start us in every project of the user: outside of repositories that were set up no
 * engine is started for it, and the role is the one that a token would be made for.
 */
async function roleOf(
  context: CommandContext,
  { role }: Options,
  client: AgentConnection["client"],
): Promise<Role> {
  const { directory, env, server } = context;
  const isOutside = !isSetUp(directory, localFiles(env).directory);
  if (isOutside && server === null && (env.COUNTERSIGN_TOKEN ?? "") === "") return role ?? "author";
  const me = await client.me();
  void flushSpool(context); // what hooks left while no engine ran
  return me.role;
}

/** As the environment's token says, else as the agent that is named or that runs this program. */
async function connectionFor(context: CommandContext, options: Options): Promise<AgentConnection> {
  const { COUNTERSIGN_TOKEN: token = "" } = context.env;
  if (token === "") {
    const actor = options.agent ?? findAgentVariable(context.env)?.agent ?? UNNAMED;
    return connectAgent(context, { actor, role: options.role ?? "author" });
  }
  if (options.agent !== undefined || options.role !== undefined) {
    throw new CountersignError(
      "invalid_input",
      "--agent and --role cannot be used with COUNTERSIGN_TOKEN",
      {
        hint: "Omit --agent and --role, or unset COUNTERSIGN_TOKEN",
      },
    );
  }
  const { client } = await openSession(context);
  return { client, close: async () => undefined };
}

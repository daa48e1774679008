import type { AgentRun } from "../agent/agent-cli.ts";
import { quoteWord } from "../agent/quote-word.ts";
import type { AcpAgent } from "./acp-agent.ts";
import { MODEL_SERVERS } from "./providers.ts";

/** Whatever else it tries to reach fails at once, and does not make it wait for names to resolve. */
const NOWHERE = { HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "127.0.0.1,localhost" };

/** The port is only known where the program runs. */
const GATEWAY = '"http://127.0.0.1:$GATEWAY_PORT"';

/** The command line that starts an agent with its gateway's address and key filled in, or for its own login. */
export function acpCommand(
  { command, provider, env }: AcpAgent,
  { program, token }: Pick<AgentRun, "program" | "token">,
): string {
  const fill = (text: string): string =>
    text.replaceAll("{token}", token).split("{gateway}").map(quoteWord).join(GATEWAY);
  const usual: Record<string, string> =
    provider === undefined ? {} : { ...NOWHERE, ...MODEL_SERVERS[provider].env };
  const variables = Object.entries({ ...usual, ...env });
  return [
    ...variables.map(([name, value]) => `export ${name}=${fill(value)}`),
    ["exec", quoteWord(program), ...command.slice(1).map(fill)].join(" "),
  ].join("\n");
}

import { createClient } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { agentModelFamily, findAgentVariable } from "../caller/agent-variables.ts";
import type { CommandContext } from "../command/context.ts";
import { CALL_MS, type CliSession, openSession } from "./open-session.ts";

const LASTS_MS = 10 * 60_000;

/** A session as the author of work; `end` revokes a credential that was created for it. */
export type AuthorSession = CliSession & { end?(): Promise<void> };

/**
 * Opens a session for the author of the work: the agent of the token in the environment, the named agent or
 * the one that runs this program, else the person.
 *
 * An agent gets the role `author`, or `planner` to open tasks. The author of a submission cannot approve it, so
 * an agent's work must not be submitted under its person's name.
 */
export async function authorSession(
  context: CommandContext,
  named: string | undefined,
  role: "author" | "planner" = "author",
): Promise<AuthorSession> {
  const agent = named ?? findAgentVariable(context.env)?.agent;
  const session = await openSession(context);
  if (session.credential === "environment") {
    if (named === undefined) return session;
    throw new CountersignError(
      "invalid_input",
      "--agent cannot be used with COUNTERSIGN_TOKEN, which names the author",
      {
        hint: "Omit --agent, or unset COUNTERSIGN_TOKEN",
      },
    );
  }
  if (agent === undefined) return session;
  const admin = await openSession(context, "admin");
  const sponsor = admin.person ?? undefined;
  const expiresMs = Date.now() + LASTS_MS;
  const modelFamily = agentModelFamily(agent);
  const body = { actor: agent, role, sponsor, expiresMs, modelFamily } as const;
  const { token, id } = await admin.client.createToken({ body });
  const client = createClient({
    baseUrl: session.url,
    token,
    timeoutMs: CALL_MS,
    fetch: context.trace?.fetch,
  });
  return {
    ...session,
    client,
    credential: "agent",
    end: async () => void (await admin.client.revokeToken({ id })),
  };
}

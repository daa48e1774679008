import { type Client, createClient, type Role } from "@countersign/api";
import { agentModelFamily } from "../caller/agent-variables.ts";
import type { CommandContext } from "../command/context.ts";
import { CALL_MS, openSession } from "./open-session.ts";

/** A conversation with the engine as an agent, for as long as the agent stays. */
export type AgentConnection = {
  client: Client;
  /** Ends the agent's credentials. */
  close(): Promise<void>;
};

type Credential = { url: string; token: string; id: string; renewMs: number };

/** An agent's token lasts a working day at most; it is renewed an hour before it ends. */
const LASTS_MS = 8 * 3_600_000;
const RENEW_BEFORE_MS = 3_600_000;

/**
 * Speaks as an agent of this machine, with a token of its own.
 *
 * An engine that has moved or stopped in the meantime is found or started again; a call that is then
 * repeated has its key and does nothing twice.
 */
export function connectAgent(
  context: CommandContext,
  who: { actor: string; role: Role },
): AgentConnection {
  const send = context.trace?.fetch ?? globalThis.fetch;
  const made: string[] = [];
  let current: Promise<Credential> | null = null;

  const renew = async (): Promise<Credential> => {
    const { client, url, person } = await openSession(context, "admin");
    const expiresMs = Date.now() + LASTS_MS;
    const sponsor = person ?? undefined;
    const modelFamily = agentModelFamily(who.actor);
    const body = { ...who, sponsor, expiresMs, modelFamily };
    const { token, id } = await client.createToken({ body });
    made.push(id);
    return { url, token, id, renewMs: expiresMs - RENEW_BEFORE_MS };
  };
  const credential = async (): Promise<Credential> => {
    current ??= renew();
    const known = await current.catch(() => null);
    if (known !== null && Date.now() < known.renewMs) return known;
    current = renew();
    return await current;
  };
  const fetchAs = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const known = await credential();
    try {
      return await send(...requestTo(known, input, init));
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      current = null;
      return await send(...requestTo(await credential(), input, init));
    }
  };

  const client = createClient({
    baseUrl: "http://127.0.0.1",
    timeoutMs: CALL_MS,
    fetch: fetchAs,
  });
  return {
    client,
    async close() {
      if (made.length === 0) return;
      const admin = await openSession(context, "admin");
      for (const id of made) await admin.client.revokeToken({ id });
    },
  };
}

function requestTo(
  { url, token }: Credential,
  input: string | URL | Request,
  init: RequestInit = {},
): [URL, RequestInit] {
  const asked = new URL(input instanceof Request ? input.url : input);
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return [new URL(`${asked.pathname}${asked.search}`, url), { ...init, headers }];
}

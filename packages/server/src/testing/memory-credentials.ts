import { randomBytes } from "node:crypto";
import type { Client } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import {
  createSignInCodes,
  type Engine,
  type Principal,
  type SignInSession,
  type TokenSummary,
} from "@countersign/engine";
import { expect } from "vitest";

export type MemoryTokens = Map<string, TokenSummary & { secret: string }>;
type SignInCalls = "createSignInCode" | "beginSession" | "sessions" | "endSession" | "signOut";

const HOUR_MS = 3_600_000;

/** Sessions without a database. `issue` creates a credential in the organisation of the caller. */
export function memorySignIn(
  tokensOf: (by: Principal) => MemoryTokens,
  issue: (by: Principal) => TokenSummary & { token: string },
): Pick<Engine, SignInCalls> {
  const codes = createSignInCodes();
  const sessions = new Set<string>();
  const listed = (by: Principal): SignInSession[] =>
    [...tokensOf(by).values()]
      .filter(({ id, actor, revokedMs }) => {
        return sessions.has(id) && actor === by.actor.id && revokedMs === null;
      })
      .map(({ id, createdMs }) => ({
        ...{ id, via: "code", createdMs, expiresMs: HOUR_MS, isCurrent: id === by.token },
      }));
  const end = (by: Principal, id: string): void => {
    const tokens = tokensOf(by);
    const found = tokens.get(id);
    if (found === undefined || !listed(by).some((one) => one.id === id))
      throw new CountersignError("not_found", `You have no session ${id}`);
    tokens.set(id, { ...found, revokedMs: 1 });
  };
  return {
    createSignInCode: async (by) => ({ code: codes.issue(by), validMs: 60_000 }),
    async beginSession(code) {
      const found = codes.take(code);
      if (found.is !== "valid") throw new CountersignError("unauthenticated", "Refused");
      const { id, token, actor, role } = issue(found.by);
      sessions.add(id);
      return { token, actor, role, expiresMs: HOUR_MS };
    },
    sessions: async (by) => listed(by),
    endSession: async (by, id) => end(by, id),
    async signOut(by) {
      if (!sessions.has(by.token)) throw new CountersignError("forbidden", "Not a session");
      end(by, by.token);
    },
  };
}

export function newToken(
  { name, tokens }: { name: string; tokens: MemoryTokens },
  actor: string,
  role: Principal["role"],
  task: string | null,
  expiresMs: number | null = null,
): TokenSummary & { token: string } {
  const secret = `cs_${name}_${randomBytes(32).toString("base64url")}`;
  const id = `tok_${randomBytes(9).toString("base64url")}`;
  const times = { createdMs: 0, expiresMs, revokedMs: null };
  const line = { id, actor, role, task, sponsor: null, ...times, via: null };
  tokens.set(id, { ...line, secret });
  return { ...line, token: secret };
}

export function isLiveToken({ expiresMs, revokedMs }: TokenSummary): boolean {
  return revokedMs === null && (expiresMs === null || expiresMs > Date.now());
}

export function principalOf(org: string, { id, actor, role, task }: TokenSummary): Principal {
  const kind = role === "author" || role === "reviewer" || role === "planner" ? "agent" : "human";
  const who = { id: actor, kind, planner: role === "planner" } as const;
  return { org, actor: who, role, task, sponsor: null, modelFamily: null, token: id };
}

/** Calls every route about sessions. */
export async function signInAndOut(client: Client): Promise<void> {
  const { code } = await client.createSessionCode({ body: {} });
  const { actor } = await client.beginSession({ body: { code } });
  const { items } = await client.listSessions();
  expect([actor, items]).toMatchObject(["person-a", [{ via: "code", isCurrent: false }]]);
  await client.endSession({ id: items[0]?.id ?? "" });
  expect(await client.listSessions()).toEqual({ items: [] });
  await expect(client.signOut()).rejects.toMatchObject({ code: "forbidden" });
}

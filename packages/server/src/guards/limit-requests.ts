import { createHash } from "node:crypto";
import { CountersignError } from "@countersign/core";
import type { MiddlewareHandler } from "hono";
import type { Env } from "../http/implement-route.ts";
import {
  bearerToken,
  type CookieOrigin,
  cookieToken,
  guessSource,
  SESSION_COOKIE,
} from "../http/request-token.ts";
import { type Buckets, createBuckets } from "./buckets.ts";

/** Limits per credential, and per address for unknown tokens and codes. They apply before the database is queried. */
export type RequestLimits = {
  /** Concurrent requests per credential. Default 64. */
  atOnce: number;
  /** Requests per credential in a burst. Default 2,000. */
  burst: number;
  /** Requests per second by which a credential's bucket is refilled. Default 200. */
  perSecond: number;
  /** Unknown tokens and one-time codes per address in a burst. Default 200. */
  wrongBurst: number;
  /** Attempts per second by which an address's bucket is refilled. Default 5. */
  wrongPerSecond: number;
};

export const DEFAULT_LIMITS: RequestLimits = {
  atOnce: 64,
  burst: 2_000,
  perSecond: 200,
  wrongBurst: 200,
  wrongPerSecond: 5,
};

/**
 * Maximum number of remembered valid tokens, as hashes. Wrong tokens of the same address do not
 * block them.
 */
const MAX_KNOWN = 10_000;

type LimiterDeps = { guesses: Buckets; known: KnownTokens; cookieOrigin: CookieOrigin };

/**
 * Refuses excessive requests of a credential, or of an address that guesses tokens, before they
 * cost a query.
 */
export function limitRequests(
  limits: RequestLimits,
  { guesses, known, cookieOrigin }: LimiterDeps,
): MiddlewareHandler<Env> {
  const rates = createBuckets(limits.burst, limits.perSecond);
  const running = createRunning(limits.atOnce);
  return async (context, next) => {
    const { headers } = context.req.raw;
    const token = bearerToken(headers) ?? cookieToken(headers, SESSION_COOKIE, cookieOrigin);
    if (token === null) return await next();
    const credential = credentialKey(token);
    const source = guessSource(headers, context.env?.source, cookieOrigin);
    const isKnown = known.has(token);
    if (!isKnown) requireRoom(guesses.take(source), "Too many unknown tokens from this address.");
    requireRoom(rates.take(credential), "Too many requests with this token.");
    await running.within(credential, next);
    const isRight = context.res.status !== UNAUTHENTICATED;
    known.note(token, isRight);
    if (isRight && !isKnown) guesses.giveBack(source);
  };
}

/** Counts the concurrent requests of each credential. */
function createRunning(atOnce: number) {
  const running = new Map<string, number>();
  return {
    async within(credential: string, work: () => Promise<void>): Promise<void> {
      const others = running.get(credential) ?? 0;
      requireRoom(
        others < atOnce ? 0 : 1,
        `${others} requests with this token are already running.`,
      );
      running.set(credential, others + 1);
      try {
        await work();
      } finally {
        const left = (running.get(credential) ?? 1) - 1;
        if (left > 0) running.set(credential, left);
        else running.delete(credential);
      }
    },
  };
}

/** Recently valid tokens, which wrong tokens of the same address do not block. */
export type KnownTokens = {
  has(token: string): boolean;
  note(token: string, isRight: boolean): void;
};

export function createKnownTokens(): KnownTokens {
  const known = new Set<string>();
  return {
    has: (token) => known.has(credentialKey(token)),
    note(token, isRight) {
      const credential = credentialKey(token);
      known.delete(credential);
      if (isRight) known.add(credential);
      const [oldest] = known;
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    },
  };
}

function credentialKey(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

const UNAUTHENTICATED = 401;

/** Refuses with the number of seconds to wait before the next attempt. */
export function requireRoom(seconds: number, message: string): void {
  if (seconds > 0)
    throw new CountersignError("too_many_requests", message, {
      details: { seconds },
      hint: `Wait ${seconds} s and try again.`,
    });
}

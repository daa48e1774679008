import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** How long a person has to sign in with a passkey. */
const CHALLENGE_MS = 5 * 60_000;

const CHALLENGE = /^(csp_([0-9]{1,15})_[\w-]{43})_([\w-]{43})$/;

export type PasskeyChallenges = {
  issue(): string;
  /** Uses up a challenge. Returns false for an unknown, an expired and a used one. */
  take(challenge: string): boolean;
};

/**
 * Issues challenges that this process recognises without keeping them, so that a flood of requests costs no memory.
 * Only used ones are kept, until they expire.
 */
export function createPasskeyChallenges(
  nowMs: () => number = () => performance.now(),
): PasskeyChallenges {
  const secret = randomBytes(32);
  const used = new Map<string, number>();
  const sealOf = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");
  return {
    issue() {
      const untilMs = Math.round(nowMs()) + CHALLENGE_MS;
      const text = `csp_${untilMs}_${randomBytes(32).toString("base64url")}`;
      return `${text}_${sealOf(text)}`;
    },
    take(challenge) {
      const [, text = "", untilMs = "", seal = ""] = CHALLENGE.exec(challenge) ?? [];
      const isOurs = isSame(seal, sealOf(text));
      if (!isOurs || Number(untilMs) <= nowMs() || used.has(text)) return false;
      for (const [old, endMs] of used) if (endMs <= nowMs()) used.delete(old);
      used.set(text, Number(untilMs));
      return true;
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

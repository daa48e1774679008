/** A limit as a bucket of tokens: it holds `size` tokens and regains one every `refillMs`. */
type RateLimit = { size: number; refillMs: number };

/**
 * GitHub's limits for one installation: 80 content writes a minute, 500 an hour, 900 points a minute. A bucket
 * lets through at most `size + window / refillMs` in any window. The sizes leave room for requests that reach the
 * forge up to 20 s after they were allowed.
 */
const RATE_LIMITS = {
  minuteWrites: { size: 14, refillMs: 1_250 },
  hourWrites: { size: 90, refillMs: 9_000 },
  points: { size: 100, refillMs: 100 },
} as const satisfies Record<string, RateLimit>;

/**
 * What a request costs: a content write counts towards both limits of writes, and every request costs points. A read that
 * can wait leaves `spare` points for requests that cannot, such as the answer to a merge group. Default 0.
 */
export type RequestCost = { writes: number; points: number; spare?: number };

/** Points that reads of pull requests leave, about those of a merge and of the answers to five merge groups. */
export const SPARE_POINTS = 60;

/** When each bucket is full again. A time in the past means that it is full. */
export type BucketTimes = Record<keyof typeof RATE_LIMITS, number>;

/** Either the buckets after the request, or how long it must wait. */
export type TokenResult = { is: "taken"; fullAt: BucketTimes } | { is: "wait"; waitMs: number };

/** Takes the tokens of a request from all buckets, or from none. */
export function takeTokens(fullAt: BucketTimes, cost: RequestCost, nowMs: number): TokenResult {
  const minute = afterTaking(RATE_LIMITS.minuteWrites, fullAt.minuteWrites, cost.writes, nowMs);
  const hour = afterTaking(RATE_LIMITS.hourWrites, fullAt.hourWrites, cost.writes, nowMs);
  const readable = {
    ...RATE_LIMITS.points,
    size: RATE_LIMITS.points.size - (cost.spare ?? 0),
  };
  const points = afterTaking(readable, fullAt.points, cost.points, nowMs);
  const waitMs = Math.max(minute.waitMs, hour.waitMs, points.waitMs);
  if (waitMs > 0) return { is: "wait", waitMs };
  const next = { minuteWrites: minute.fullAt, hourWrites: hour.fullAt, points: points.fullAt };
  return { is: "taken", fullAt: next };
}

function afterTaking({ size, refillMs }: RateLimit, fullAt: number, count: number, nowMs: number) {
  if (count > size) throw new Error(`A request of ${count} tokens can never be sent`);
  if (count === 0) return { fullAt, waitMs: 0 };
  const next = Math.max(fullAt, nowMs) + count * refillMs;
  return { fullAt: next, waitMs: next - nowMs - size * refillMs };
}

/** A token bucket per key, refilled over time. */
export type Buckets = {
  /** Takes one token. Returns 0, or the seconds to wait if the bucket is empty. */
  take(key: string): number;
  giveBack(key: string): void;
};

/** Maximum number of keys; the least recently used are forgotten first. */
const MAX_KEYS = 10_000;

export function createBuckets(
  burst: number,
  perSecond: number,
  nowMs: () => number = () => performance.now(),
): Buckets {
  const buckets = new Map<string, { left: number; atMs: number }>();
  const refilled = (key: string) => {
    const { left, atMs } = buckets.get(key) ?? { left: burst, atMs: nowMs() };
    const now = nowMs();
    return { left: Math.min(burst, left + ((now - atMs) / 1_000) * perSecond), atMs: now };
  };
  const save = (key: string, bucket: { left: number; atMs: number }) => {
    buckets.delete(key);
    buckets.set(key, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > MAX_KEYS && oldest !== undefined) buckets.delete(oldest);
  };
  return {
    take(key) {
      const { left, atMs } = refilled(key);
      save(key, { left: left >= 1 ? left - 1 : left, atMs });
      return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond));
    },
    giveBack(key) {
      const { left, atMs } = refilled(key);
      save(key, { left: Math.min(burst, left + 1), atMs });
    },
  };
}

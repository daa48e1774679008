import type { Content } from "@countersign/core";
import type { Mirror } from "../ports/mirror.ts";

/** A diff may be large, so only the most recent ones are kept. */
const MAX_KEPT = 3;

/**
 * Wraps a mirror so that concurrent readers of the same change, such as the plan and the built-in checks,
 * share one read. Changes are immutable. Failed reads are retried.
 */
export function rememberChanges(mirror: Mirror): Mirror {
  const changes = new Map<string, ReturnType<Mirror["readChange"]>>();
  const shown = new Map<string, ReturnType<Mirror["showDiff"]>>();
  return {
    ...mirror,
    readChange: (content, keys) =>
      once(changes, cacheKey(content, keys), () => mirror.readChange(content, keys)),
    showDiff: (content, caps) =>
      once(shown, cacheKey(content, caps), () => mirror.showDiff(content, caps)),
  };
}

function cacheKey({ repo, base, head, tree, target, accepted }: Content, more: unknown): string {
  return JSON.stringify([repo, target, base, head, tree, accepted ?? null, more ?? null]);
}

function once<Value>(
  kept: Map<string, Promise<Value>>,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const reading = read();
  kept.set(name, reading);
  reading.catch(() => kept.delete(name));
  for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest);
  return reading;
}

import type { Content } from "@countersign/core";
import type { Mirror } from "../ports/mirror.ts";

/** A shown diff may be large, so only what is asked for now is kept. */
const MAX_KEPT = 3;

/**
 * A mirror that reads the same change once for everybody who asks at about the same time: the plan, and
 * each built-in check. A change never changes; what failed is read again.
 */
export function rememberChanges(mirror: Mirror): Mirror {
  const changes = new Map<string, ReturnType<Mirror["readChange"]>>();
  const shown = new Map<string, ReturnType<Mirror["showDiff"]>>();
  return {
    ...mirror,
    readChange: (content, keys) =>
      once(changes, nameOf(content, keys), () => mirror.readChange(content, keys)),
    showDiff: (content, caps) =>
      once(shown, nameOf(content, caps), () => mirror.showDiff(content, caps)),
  };
}

function nameOf({ repo, base, head, tree, target, accepted }: Content, more: unknown): string {
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

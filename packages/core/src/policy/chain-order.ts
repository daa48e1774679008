import type { Layer } from "./words.ts";

/** One chain is at least as strict as another if it has all its layers in the same order. */
export function isAtLeastAsStrict(chain: readonly Layer[], other: readonly Layer[]): boolean {
  let found = 0;
  for (const layer of chain) if (layer === other[found]) found += 1;
  return found === other.length;
}

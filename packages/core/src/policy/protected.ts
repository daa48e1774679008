/** Splits an entry of `trust.protected`: a pattern, and after `#` the key of a JSON file if it names one. */
export function splitProtected(entry: string): { pattern: string; key: string | undefined } {
  const at = entry.indexOf("#");
  if (at === -1) return { pattern: entry, key: undefined };
  return { pattern: entry.slice(0, at), key: entry.slice(at + 1) };
}

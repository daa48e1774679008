/** Text without other characters is its own compatibility form. */
const ASCII = /^[ -~]*$/;

/**
 * Returns the form in which actor names are compared: without differences in compatibility characters and case,
 * so that `Ceo` and `ceo` are the same.
 */
export function nameKey(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  return name.normalize("NFKC").toUpperCase().toLowerCase();
}

/** Returns true if two names differ at most in spelling. */
export function isSameName(one: string, other: string): boolean {
  return one === other || nameKey(one) === nameKey(other);
}

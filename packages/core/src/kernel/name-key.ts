/**
 * The form in which two names of actors are compared: compatibility characters and letter case do not
 * tell two actors apart, so that `Ceo` cannot stand beside `ceo`.
 */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase();
}

/** True if two names differ at most in spelling. */
export function isSameName(one: string, other: string): boolean {
  return one === other || nameKey(one) === nameKey(other);
}

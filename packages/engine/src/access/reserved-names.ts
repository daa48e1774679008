import { isSameName, NO_REVIEWER } from "@countersign/core";

/** Names that the engine itself uses. A credential with one of them could act as the engine. */
const RESERVED = ["countersign", NO_REVIEWER, "owner", "system"] as const;

/** The name of an account on the forge. Logins can be renamed and taken by others; the number stays. */
export function accountActor({ id }: { id: number }): string {
  return `github-${id}`;
}

/** Returns true if no credential may have the name: it belongs to the engine, or to an account on the forge. */
export function isReservedName(name: string): boolean {
  return RESERVED.some((one) => isSameName(one, name)) || /^github-\d+$/i.test(name);
}

import { userInfo } from "node:os";
import { ActorId, NO_REVIEWER } from "@countersign/core";

const FALLBACK = "me";

/** Names that a policy or the log uses for another actor. */
const TAKEN = new Set(["countersign", NO_REVIEWER, "owner"]);

/** The person at this machine, by the name of their account. */
export function localActor(name: string = accountName()): string {
  const usable = name
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9._@+-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 64)
    .replace(/[^A-Za-z0-9]+$/, "");
  const actor = ActorId.safeParse(usable).data ?? FALLBACK;
  return TAKEN.has(actor) ? `${actor}-user` : actor;
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return FALLBACK; // an account without an entry, as in some containers
  }
}

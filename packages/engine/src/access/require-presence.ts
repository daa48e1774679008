import { CountersignError, type Policy } from "@countersign/core";
import type { PresenceVerifier } from "../ports/presence-verifier.ts";
import { canLetChangePass, type Permission } from "./permissions.ts";
import type { Principal } from "./principal.ts";

type Action = {
  by: Principal;
  deed: Permission;
  /** The task concerned. Null for a repository or the whole organisation. */
  task: string | null;
  /** The policies in force before the action. Any of them may require presence. */
  policies: readonly Pick<Policy, "trust">[];
};

/**
 * Requires a verified person if `trust.humanPresence` is "verified". A person's credential is not enough,
 * because a process of the same account can read it. Refuses the action if there is no verifier.
 */
export async function requirePresence(
  verifier: PresenceVerifier | undefined,
  { by, deed, task, policies }: Action,
): Promise<void> {
  const isAsked = policies.some(({ trust }) => trust.humanPresence === "verified");
  if (!isAsked || by.actor.kind !== "human" || !canLetChangePass(deed)) return;
  const decision = { org: by.org, actor: by.actor.id, task, command: deed };
  if ((await verifier?.isPresent(decision)) === true) return;
  const why =
    verifier === undefined ? "but this engine cannot verify one yet" : "but none was presented";
  throw new CountersignError(
    "human_only",
    `The policy requires a signing key or passkey for each decision, ${why}`,
    { hint: 'Set trust.humanPresence to "terminal" on the target branch, or wait for the key' },
  );
}

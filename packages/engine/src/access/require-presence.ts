import { CountersignError, type Policy } from "@countersign/core";
import type { PresenceVerifier } from "../ports/presence-verifier.ts";
import { canLetChangePass, type Permission } from "./permissions.ts";
import type { Principal } from "./principal.ts";

type Action = {
  by: Principal;
  deed: Permission;
  /** The task that it is about; null: a repository or the whole organisation. */
  task: string | null;
  /** The policies that were in force before the action: any of them may ask for presence. */
  policies: readonly Pick<Policy, "trust">[];
};

/**
 * With `trust.humanPresence: "verified"` a person's credential is not enough: a process of the same account
 * can read it. Where nothing can verify, nothing is let through.
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
    verifier === undefined ? "and nothing here can check one yet" : "and it was not shown";
  throw new CountersignError(
    "human_only",
    `The policy asks for a signing key or passkey at each decision, ${why}`,
    { hint: 'Set trust.humanPresence to "terminal" on the target branch, or wait for the key' },
  );
}

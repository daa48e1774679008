import { type Command, CountersignError, type Policy } from "@countersign/core";
import type { PresenceVerifier } from "../ports/presence-verifier.ts";
import type { Principal } from "./principal.ts";

/** What lets something through. Sending back and rejecting let nothing through and need no proof. */
const LETS_THROUGH: ReadonlySet<Command["type"]> = new Set([
  "approve",
  "record_verdict",
  "override",
  "release",
  "undo",
  "reopen",
  "dispose",
  "change_mode",
  "cancel_reviewer",
]);

type Decision = { by: Principal; task: string; command: Command["type"]; trust: Policy["trust"] };

/**
 * With `trust.humanPresence: "verified"` a person's credential is not enough: a process of the same account
 * can read it. Where nothing can verify, nothing is let through.
 */
export async function requirePresence(
  verifier: PresenceVerifier | undefined,
  { by, task, command, trust }: Decision,
): Promise<void> {
  const isAsked = trust.humanPresence === "verified" && by.actor.kind === "human";
  if (!(isAsked && LETS_THROUGH.has(command))) return;
  const decision = { org: by.org, actor: by.actor.id, task, command };
  if ((await verifier?.isPresent(decision)) === true) return;
  const why =
    verifier === undefined ? "and nothing here can check one yet" : "and it was not shown";
  throw new CountersignError(
    "human_only",
    `The policy asks for a signing key or passkey at each decision, ${why}`,
    { hint: 'Set trust.humanPresence to "terminal" on the target branch, or wait for the key' },
  );
}

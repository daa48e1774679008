import {
  CountersignError,
  type Policy,
  type PresenceLevel,
  requiredLevel,
} from "@countersign/core";
import type { Session } from "../platform/transact.ts";
import { canLetChangePass, type Permission } from "./permissions.ts";
import type { DecidedTask, DescribeAct, PresenceVerifier } from "./presence-verifier.ts";
import type { Principal } from "./principal.ts";

type Action = {
  by: Principal;
  deed: Permission;
  /** The task concerned. Null for a repository or the whole organisation. */
  task: DecidedTask | null;
  /** What the caller asks for. */
  request: object;
  /** The policies in force before the action. Any of them may require presence. */
  policies: readonly Pick<Policy, "trust">[];
  /** The level to require if no policy requires one. Default: none. */
  atLeast?: PresenceLevel | undefined;
  /** Describes the action as a proof states it. Default: no proof contains it. */
  describeAct?: DescribeAct | undefined;
};

/**
 * Requires a person's signature unless `trust.humanPresence` is "terminal". A person's credential is not enough,
 * because a process of the same account can read it. Refuses the action if there is no verifier.
 */
export async function requirePresence(
  verifier: PresenceVerifier | undefined,
  session: Session,
  { by, deed, task, request, policies, atLeast = "told", describeAct }: Action,
): Promise<void> {
  const asked = requiredLevel(policies);
  const level = asked === "told" ? atLeast : asked;
  if (level === "told" || by.actor.kind !== "human" || !canLetChangePass(deed)) return;
  const { org, actor, act = null } = by;
  const decision = { org, actor: actor.id, task, command: deed, request, level, act, describeAct };
  if ((await verifier?.isPresent(decision, session)) === true) return;
  throw signatureRequired(level);
}

/** A refusal whose details tell a client with a key which level to sign at. */
export function signatureRequired(level: string): CountersignError {
  return new CountersignError(
    "human_only",
    "The policy requires a person's signature for this decision, but none was presented",
    {
      details: { level },
      hint: "Add your key (countersign key add <file>), then decide in a terminal",
    },
  );
}

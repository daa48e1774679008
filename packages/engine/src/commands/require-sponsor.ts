import { CountersignError, isAgentRole, peopleOf } from "@countersign/core";
import type { NewToken } from "../access/credentials.ts";
import type { TakenNames } from "./require-own-name.ts";

/**
 * An agent's credential names the person who answers for it: one whom a policy names, or who has a
 * credential to decide with. An administrator is such a person only if one of both holds for them too.
 */
export function requireSponsor(
  { actor, role, sponsor }: Pick<NewToken, "actor" | "role" | "sponsor">,
  { policies, known }: Pick<TakenNames, "policies" | "known">,
): void {
  if (!isAgentRole(role)) {
    if (sponsor === undefined) return;
    throw new CountersignError("invalid_input", `A ${role} has no sponsor: leave it out.`);
  }
  const hint = "Name the person who answers for the agent: --sponsor <name>";
  if (sponsor === undefined)
    throw new CountersignError("invalid_input", `${actor} needs a sponsor.`, { hint });
  const isPerson =
    known.some((one) => one.isLive && one.role === "human" && one.actor === sponsor) ||
    policies.some(({ policy }) => peopleOf(policy).some(({ name }) => name === sponsor));
  if (!isPerson)
    throw new CountersignError(
      "invalid_input",
      `${sponsor} is no person here: no policy names them, and they have no credential to decide with.`,
      { hint },
    );
}

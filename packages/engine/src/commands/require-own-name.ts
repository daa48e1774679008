import {
  CountersignError,
  isAgentOf,
  isAgentRole,
  isSameName,
  machinesOf,
  peopleOf,
} from "@countersign/core";
import type { KnownCredential, NewToken } from "../access/credentials.ts";
import { engineRunNames } from "../policy/engine-run.ts";
import type { PolicyOfRepository } from "../policy/policies-in-force.ts";
import type { ReviewerRunners } from "../ports/reviewer-runner.ts";
import { BUILTIN_CHECKS } from "../review/checks/builtin/builtin.ts";

/** All names that are in use. */
export type TakenNames = {
  policies: readonly PolicyOfRepository[];
  known: readonly KnownCredential[];
  runners: ReviewerRunners;
};

type WantedName = Pick<NewToken, "actor" | "role">;

/**
 * Refuses a credential whose name belongs to another kind of actor: an agent cannot have a person's name, and
 * no actor can have the name of a check or of a reviewer that the engine runs. Spelling variants count as the
 * same name.
 */
export function requireOwnName(wanted: WantedName, taken: TakenNames): void {
  if (wanted.role === "viewer") return;
  const owner =
    machineNamed(wanted, taken) ??
    (isAgentRole(wanted.role) ? personNamed(wanted, taken) : agentNamed(wanted, taken)) ??
    otherSpelling(wanted, taken);
  if (owner === null) return;
  throw new CountersignError("invalid_input", `${owner.what}.`, { hint: owner.hint });
}

type Owner = { what: string; hint: string };

function machineNamed({ actor }: WantedName, { policies, runners }: TakenNames): Owner | null {
  const hint = "The engine answers for it; choose another name";
  const builtin = BUILTIN_CHECKS.find((name) => isSameName(name, actor));
  if (builtin !== undefined) return { what: `${builtin} is a check of the engine`, hint };
  for (const { repo, policy } of policies) {
    const run = engineRunNames(policy, runners);
    const found = machinesOf(policy).find(
      ({ name, kind }) => isSameName(name, actor) && (kind === "check" || run.includes(name)),
    );
    if (found === undefined) continue;
    const what = found.kind === "check" ? "a check" : "a reviewer that the engine runs";
    return { what: `${found.name} is ${what} in the policy of ${repo} (${found.entry})`, hint };
  }
  return null;
}

function personNamed({ actor }: WantedName, { policies, known }: TakenNames): Owner | null {
  const hint = "Give the agent a name of its own, such as claude-2";
  for (const { repo, policy } of policies) {
    const found = peopleOf(policy).find(({ name }) => isSameName(name, actor));
    if (found !== undefined)
      return { what: `${found.name} is a person in the policy of ${repo} (${found.entry})`, hint };
  }
  const person = known.find(
    (one) => (one.role === "human" || one.role === "admin") && isSameName(one.actor, actor),
  );
  return person === undefined
    ? null
    : { what: `${person.actor} is a person with a credential here`, hint };
}

function agentNamed({ actor }: WantedName, { policies, known }: TakenNames): Owner | null {
  const listed = policies.find(({ policy }) => isAgentOf(actor, policy));
  if (listed !== undefined)
    return {
      what: `${actor} is an agent in the policy of ${listed.repo}`,
      hint: "Give the person a name of their own",
    };
  const agent = known.find(
    (one) => one.isLive && isAgentRole(one.role) && isSameName(one.actor, actor),
  );
  return agent === undefined
    ? null
    : {
        what: `${agent.actor} is an agent with a credential here`,
        hint: "End it first with: countersign token revoke, or choose another name",
      };
}

/** Returns the owner of another spelling: `Ana` beside `ana` would pass for another person. */
function otherSpelling({ actor }: WantedName, { policies, known }: TakenNames): Owner | null {
  const names = [
    ...known.filter(({ role }) => role !== "viewer").map((one) => one.actor),
    ...policies.flatMap(({ policy }) => peopleOf(policy).map(({ name }) => name)),
  ];
  const other = names.find((name) => name !== actor && isSameName(name, actor));
  return other === undefined || names.includes(actor)
    ? null
    : { what: `There is ${other} already`, hint: `Write the name as ${other}` };
}

import { digestOf } from "../../kernel/digest.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Machine } from "../machines/machine.ts";
import { personTerms, seal } from "../requirement.ts";
import type { Plan, Requirement } from "../schema.ts";
import { RELEASE_ENTRY } from "./recompile.ts";

/** The requirement that a release adds when a plan has no reviewer left. */
export const NAMED_PERSON = "named:person";

/** Returns the part of a plan that inspects unfinished work: its panel or, without one, its agents. */
export function checkupPlan(plan: Plan): Plan {
  const panel = plan.requirements.filter((requirement) => requirement.table === "panel");
  const agents = plan.requirements.filter((requirement) => requirement.kind === "agent");
  const chosen = panel.length > 0 ? panel : agents;
  return withRequirements(
    plan,
    chosen.map((requirement) => ({ ...requirement, stage: 0 })),
  );
}

/** Adds a person at the end of a plan that has no reviewer left. */
export function withNamedPerson(
  plan: Plan,
  person: string,
  { limits }: Pick<Policy, "limits">,
): Plan {
  const others = plan.requirements.filter((requirement) => requirement.id !== NAMED_PERSON);
  const stage = others.reduce((last, requirement) => Math.max(last, requirement.stage + 1), 0);
  const named = seal(
    {
      id: NAMED_PERSON,
      kind: "owner",
      table: "chain",
      who: [person],
      human: true,
      quorum: 1,
      delivery: "now",
      onUnavailable: "escalate",
      ...personTerms(limits),
      layers: ["owner"],
      because: [{ entry: RELEASE_ENTRY, fact: `${person} was named by a person` }],
    },
    stage,
  );
  return withRequirements(plan, [...others, named]);
}

/** Replaces a machine without a result by its fallback. */
export function withSubstitute(
  plan: Plan,
  { stage, digest: _, ...requirement }: Requirement,
  failed: string,
  substitute: Machine,
): Plan {
  const seated = seal(
    {
      ...requirement,
      ...(requirement.table === "panel" ? {} : substitute.terms),
      who: requirement.who.map((id) => (id === failed ? substitute.id : id)),
      because: [
        ...requirement.because,
        { entry: `reviewers.${failed}.fallback`, fact: `${failed} gave no result` },
      ],
    },
    stage,
  );
  return withRequirements(
    plan,
    plan.requirements.map((known) => (known.id === requirement.id ? seated : known)),
  );
}

function withRequirements({ digest: _, ...plan }: Plan, requirements: Requirement[]): Plan {
  const changed = { ...plan, requirements };
  return { ...changed, digest: digestOf(changed) };
}

import type { Resolution } from "../../../decision/resolution.ts";
import { NAMED_PERSON, withNamedPerson } from "../../../plan/compile/amend.ts";
import { namedPartOf, withNamedReviewer } from "../../../plan/compile/name-reviewer.ts";
import { isKnownAgent } from "../../../plan/eligible.ts";
import type { Plan } from "../../../plan/schema.ts";
import { isPersonOf } from "../../../policy/actor-names.ts";
import type { Context } from "../../model/context.ts";
import type { Round, Task } from "../../model/state.ts";
import { refuse } from "../../step/refuse.ts";

/** Reviewers whom a person names at a release: who may be named, and the seats that they get. */

type Named = Extract<Resolution, { do: "name_reviewer" }>;

function namedIn(resolutions: readonly Resolution[]): Named[] {
  return resolutions.filter((resolution) => resolution.do === "name_reviewer");
}

/** Refuses a name that is neither a person nor an agent of the roster. */
export function requireCanAnswer(
  task: Task,
  resolutions: readonly Resolution[],
  context: Context,
): void {
  for (const { reviewer, requirement } of namedIn(resolutions)) {
    if (isPerson(reviewer, context)) continue;
    const isAble = requirement !== NAMED_PERSON && isKnownAgent(reviewer, context.roster);
    if (!isAble)
      refuse(
        "invalid_input",
        task,
        `${reviewer} cannot review ${task.id}: it is not a person of this organisation, not a reviewer that the engine can run, and has no active reviewer connection for ${task.repo}.`,
        {},
        `Name a person: countersign release ${task.id} --reviewer ${requirement}=<name>`,
      );
  }
}

function isPerson(name: string, { roster, policy }: Context): boolean {
  return isPersonOf(name, policy) || roster.some(({ id, kind }) => id === name && kind === "human");
}

/** Returns the resolutions to record: a person who answers a part of a requirement is named for that part. */
export function seatedNames(
  { round }: Task,
  resolutions: readonly Resolution[],
  context: Context,
): Resolution[] {
  return resolutions.map((resolution) => {
    if (resolution.do !== "name_reviewer" || !isPerson(resolution.reviewer, context))
      return resolution;
    const { requirement } = resolution;
    return isSplit(requirement, round)
      ? { ...resolution, requirement: namedPartOf(requirement) }
      : resolution;
  });
}

/** Returns true if agents have answered a part of a requirement, so that a named person answers the rest. */
function isSplit(requirement: string, round: Round | null): boolean {
  const asked = round?.plan?.requirements.find(({ id }) => id === requirement);
  if (round === null || asked === undefined || asked.human) return false;
  const given = answeredIn(round, requirement).length;
  return given > 0 && given < asked.quorum;
}

/** Returns the agents whose answers fill the quorum of a requirement. */
function answeredIn({ verdicts }: Round, requirement: string): string[] {
  return verdicts.items
    .filter((verdict) => verdict.requirement === requirement && verdict.opinion !== "abstained")
    .filter(({ notShownWhole }) => notShownWhole === undefined)
    .map(({ by }) => by);
}

/** Seats the named reviewers in a plan. */
export function withNames(
  plan: Plan,
  round: Round,
  resolutions: readonly Resolution[],
  context: Context,
): Plan {
  return namedIn(resolutions).reduce((current, { requirement, reviewer }) => {
    if (requirement === NAMED_PERSON) return withNamedPerson(current, reviewer, context.policy);
    const answered = answeredIn(round, requirement);
    const named = { requirement, reviewer, isPerson: isPerson(reviewer, context), answered };
    return withNamedReviewer(current, named, context.policy);
  }, plan);
}

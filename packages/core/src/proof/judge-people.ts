import { canonicalJson } from "../kernel/canonical-json.ts";
import type { JudgedAct } from "./judged-act.ts";
import type { ProofProblem } from "./problems.ts";
import type { PersonAct } from "./schema-act.ts";
import type { ProofInputs } from "./schema-inputs.ts";

type ValidActs = ReadonlyMap<string, JudgedAct>;

/** One input of a person that lets something through, and the test that its act says the same. */
type PersonsInput = {
  about: string;
  act: string | undefined;
  isSame: (act: PersonAct) => boolean;
};

/**
 * Requires an act for each input of a person that lets something through.
 *
 * Objections need none: the engine may assert anything that makes the review stricter.
 */
export function peopleProblems(inputs: ProofInputs, valid: ValidActs): ProofProblem[] {
  const all = [
    ...approvals(inputs),
    ...dispositions(inputs),
    ...resolutions(inputs, valid),
    ...statements(inputs),
  ];
  return all.flatMap(({ about, act, isSame }): ProofProblem[] => {
    if (act === undefined) return [{ code: "input_told", about }];
    const judged = valid.get(act);
    return judged !== undefined && isSame(judged.act) ? [] : [{ code: "input_other", about }];
  });
}

function approvals({ plan, verdicts }: ProofInputs): PersonsInput[] {
  const digests = new Map(plan.requirements.map(({ id, digest }) => [id, digest]));
  return verdicts.items
    .filter(({ byKind, opinion }) => byKind === "human" && !isObjection(opinion))
    .map(({ id, act, by, requirement }) => ({
      about: id,
      act,
      isSame: (given) =>
        given.act === "approve" &&
        given.by === by &&
        given.requirement.id === requirement &&
        given.requirement.sha256 === digests.get(requirement),
    }));
}

function isObjection(opinion: string): boolean {
  return opinion === "concerns" || opinion === "blocker";
}

function dispositions({ report }: ProofInputs): PersonsInput[] {
  return report.findings.flatMap(({ id, disposition: { is, by, act } }): PersonsInput[] => {
    if (is !== "dismissed" && is !== "deferred") return [];
    const isSame = (given: PersonAct) =>
      given.act === "dispose" &&
      given.by === by &&
      given.disposed.some((one) => one.id === id && one.is === is);
    return [{ about: id, act, isSame }];
  });
}

/** Each resolution must be in an act that the inputs name. */
function resolutions({ round, released }: ProofInputs, valid: ValidActs): PersonsInput[] {
  const given = new Map(
    released.flatMap((digest): [string, string][] => {
      const act = valid.get(digest)?.act;
      if (act?.act !== "release") return [];
      return act.resolutions.map((resolution) => [canonicalJson(resolution), digest]);
    }),
  );
  const named = released
    .filter((digest) => valid.get(digest)?.act.act !== "release")
    .map((act) => ({ about: act, act, isSame: () => false }));
  const all = round.resolutions
    .filter((resolution) => resolution.do !== "send_back" && resolution.do !== "reject")
    .map((resolution) => ({
      about: resolution.do,
      act: given.get(canonicalJson(resolution)),
      isSame: () => true,
    }));
  return [...named, ...all];
}

/** Labels and modes of people. Without an act they may still add scrutiny, so they are judged with the plan. */
function statements({ compiled: { assignment } }: ProofInputs): PersonsInput[] {
  const labels = assignment.labels.map(({ name, act }) => ({
    about: name,
    act,
    isSame: (given: PersonAct) => given.act === "label" && given.label === name && given.added,
  }));
  const modes = assignment.modeChoices.map(({ mode, act }) => ({
    about: mode,
    act,
    isSame: (given: PersonAct) => given.act === "mode" && given.mode === mode,
  }));
  return [...labels, ...modes].filter(({ act }) => act !== undefined);
}

import type { PolicyContent, Tables } from "../policy.ts";
import type { AutoApprove, Modes } from "../schema-flow.ts";
import { EFFECTS, isAtLeastAsStrict, type Layer, MODES, type Mode } from "../words.ts";
import {
  additionIsLooser,
  anyChange,
  below,
  type Compare,
  eachKey,
  falseIsStricter,
  higherIsLooser,
  loosened,
  looserIf,
  neutral,
  ownValue,
  strictestFirst,
  trueIsStricter,
} from "./compare.ts";

const mode = strictestFirst<Mode>(...MODES);
const trigger = strictestFirst<"checkup" | "off">("checkup", "off");

export const compareTriggers = eachKey<PolicyContent["triggers"]>({
  milestone: trigger,
  blocker: trigger,
  request_review: trigger,
  manual: trigger,
  silence: trigger,
});

/** A type without a chain uses the chain of an internal document, and without that only `self`. */
export const compareChains: Compare<PolicyContent["chains"]> = (before, after, { key }) =>
  Object.entries(before).flatMap(([type, chain]) => {
    const now = ownValue(after, type) ?? ownValue(after, "internal_document") ?? ["self"];
    return isAtLeastAsStrict(now, chain)
      ? []
      : [loosened(`${key}.${type}`, chain, ownValue(after, type))];
  });

/** A department's own chain replaces the type's, so the effective chains are compared. */
export const compareOverrides: Compare<PolicyContent["chainOverrides"]> = (
  before,
  after,
  { key, before: policyBefore, after: policyAfter },
) => {
  const names = [before, after].flatMap((side) =>
    Object.entries(side).flatMap(([department, chains]) =>
      Object.keys(chains).map((type) => ({ department, type })),
    ),
  );
  const once = new Map(names.map((name) => [`${key}.${name.department}.${name.type}`, name]));
  return [...once].flatMap(([at, { department, type }]) => {
    const was = ownValue(ownValue(before, department) ?? {}, type);
    const is = ownValue(ownValue(after, department) ?? {}, type);
    const held: readonly Layer[] = was ?? ownValue(policyBefore.chains, type) ?? [];
    const holds = is ?? ownValue(policyAfter.chains, type) ?? [];
    return isAtLeastAsStrict(holds, held) ? [] : [loosened(at, was, is)];
  });
};

/** A label without a rule uses the default mode, so the effective modes are compared. */
const labels: Compare<Modes["labels"]> = (before, after, place) => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [was, is] = [ownValue(before, name), ownValue(after, name)];
    const held = was?.mode ?? place.before.modes.default;
    const holds = is?.mode ?? place.after.modes.default;
    const isLooser = MODES.indexOf(holds) > MODES.indexOf(held);
    const mayNow = was?.autoApprove === false && is?.autoApprove !== false;
    return isLooser || mayNow ? [loosened(below(place, name).key, was, is)] : [];
  });
};

export const compareModes = eachKey<Modes>({
  default: mode,
  floor: mode,
  labels,
  autoApprove: eachKey<AutoApprove>({
    enabled: falseIsStricter,
    requireQualityPass: trueIsStricter,
    maxIterations: higherIsLooser,
    requireSignalDone: trueIsStricter,
  }),
  confirmBatch: strictestFirst("always", "unread", "never"),
});

export const comparePeers = eachKey<PolicyContent["peers"]>({
  whenNone: strictestFirst("person", "reviewer", "skip"),
  codeOwners: trueIsStricter,
});

/** Types are inferred by the first match, so no change of the list can be ranked. */
export const compareInferTypes: Compare<PolicyContent["inferTypes"]> = anyChange;

export const compareGate = eachKey<PolicyContent["gate"]>({
  counts: strictestFirst("all", "severity"),
  needsFixes: strictestFirst("rework", "flag"),
  failFast: neutral,
  maxFindingsShown: neutral,
  fixtures: additionIsLooser,
});

export const compareFeedback = eachKey<PolicyContent["feedback"]>({
  quickIssues: neutral,
  maxTokens: neutral,
});

export const compareMarkers = eachKey<PolicyContent["markers"]>({
  structured: falseIsStricter,
  naturalLanguage: strictestFirst("off", "suggest", "act"),
  debounceMs: neutral,
});

const effect = looserIf<(typeof EFFECTS)[number]>(
  (before, after) => EFFECTS.indexOf(after) < EFFECTS.indexOf(before),
);

/** Rows that a profile sets. `gate.needsFixes` sets its own row. */
export const compareTables = eachKey<Tables>({
  severity: eachKey<Tables["severity"]>({
    fail: effect,
    needsFixes: neutral,
    warnings: effect,
    concerns: effect,
    pass: effect,
  }),
  panel: eachKey<Tables["panel"]>({
    concernsForConflict: higherIsLooser,
    conflict: effect,
    concern: effect,
    approved: effect,
  }),
  chain: eachKey<Tables["chain"]>({ concerns: effect, approved: effect }),
  limits: eachKey<Tables["limits"]>({
    attempts: trueIsStricter,
    cost: trueIsStricter,
    stalled: trueIsStricter,
  }),
});

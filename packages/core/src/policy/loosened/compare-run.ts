import type { PolicyContent } from "../policy.ts";
import type { Duration } from "../words.ts";
import { durationMs } from "../words.ts";
import {
  additionIsLooser,
  anyChange,
  type Compare,
  eachEntry,
  eachId,
  eachKey,
  higherIsLooser,
  looserIf,
  lowerIsLooser,
  neutral,
  removalIsLooser,
  strictestFirst,
  trueIsStricter,
} from "./compare.ts";

type Key<Name extends keyof PolicyContent> = PolicyContent[Name];

const longerIsLooser: Compare<Duration> = looserIf(
  (before, after) => durationMs(after) > durationMs(before),
);

export const compareTrust = eachKey<Key<"trust">>({
  policyFrom: neutral,
  separation: strictestFirst("four_eyes", "agent"),
  humanPresence: strictestFirst("unlocked", "touched", "verified", "terminal"),
  forgeReviews: strictestFirst("none", "lower", "all"),
  trackerLabels: strictestFirst("tighten", "trusted"),
  protected: removalIsLooser,
  differentModelFamily: trueIsStricter,
});

/** Each added person may decide, and each added address counts as that person's. */
export const comparePeople = eachKey<Key<"people">>({
  owner: additionIsLooser,
  csuite: additionIsLooser,
  escalateTo: additionIsLooser,
  substitutes: eachEntry({ kept: additionIsLooser, removed: "neutral", added: "looser" }),
  emails: eachEntry({ kept: anyChange, removed: "neutral", added: "looser" }),
  // An author may not approve their own work, the sponsor of an agent may.
  handWritten: removalIsLooser,
});

/** Heads and agents of departments cannot be ranked. */
export const compareDepartments: Compare<Key<"departments">> = eachEntry({
  kept: eachKey<Key<"departments">[string]>({ head: anyChange, agents: anyChange }),
  removed: "looser",
  added: "looser",
});

export const compareChecks: Compare<Key<"checks">> = eachId({
  kept: eachKey<Key<"checks">[number]>({
    id: neutral,
    run: anyChange,
    format: anyChange,
    timeout: neutral,
    onStop: neutral,
    judges: removalIsLooser,
  }),
  removed: "looser",
  added: "neutral",
});

export const comparePrepare = eachKey<Key<"prepare">>({
  run: anyChange,
  cacheKey: removalIsLooser,
  allowHosts: additionIsLooser,
});

/** Higher limits of loops and spending are looser. Deadlines only change when a person is asked. */
export const compareLimits = eachKey<Key<"limits">>({
  attempts: higherIsLooser,
  reassignAfter: lowerIsLooser,
  stallRounds: higherIsLooser,
  mergeRetries: neutral,
  lease: neutral,
  machineDeadline: neutral,
  clarify: neutral,
  reminders: neutral,
  costUsdPerReview: higherIsLooser,
  costUsdPerTask: higherIsLooser,
  costUsdPerDay: higherIsLooser,
});

export const compareSilence = eachKey<Key<"silence">>({
  agent: longerIsLooser,
  run: longerIsLooser,
});

export const compareCarry = eachKey<Key<"carry">>({
  default: neutral,
  check: strictestFirst("none", "same-tree"),
  human: strictestFirst("none", "same-bytes"),
});

export const compareMerge = eachKey<Key<"merge">>({
  target: anyChange,
  // With `none` work is done without a merge. The other values differ only in the form of the commit.
  strategy: looserIf((before, after) => (before === "none") !== (after === "none")),
  graceSeconds: lowerIsLooser,
  freshness: strictestFirst("strict", "no-overlap", "clean-merge"),
  reviewAgain: strictestFirst("when_tree_differs", "never"),
  // In every way only what our own merge contains is accepted on the target.
  through: neutral,
  foreign: strictestFirst("protected", "hold", "accept"),
});

export const compareTrackers = eachKey<Key<"trackers">>({ beads: neutral, github: neutral });

export const compareNotify = eachKey<Key<"notify">>({
  escalate: neutral,
  yourTurn: neutral,
  quietHours: neutral,
  group: neutral,
  people: neutral,
});

/** Shorter retention is looser, because less can be proved. */
export const compareRetention = eachKey<Key<"retention">>({
  engineDays: lowerIsLooser,
});

import type { Resolution } from "../decision/resolution.ts";
import type { Requirement, Skip } from "../plan/schema.ts";
import type { Finding, Opinion } from "../verdict/schema.ts";
import { finding, type Given, requirement, type VerdictDraft, verdict } from "./decision-of.ts";

const MACHINES = ["check:tests", "check:lint", "agent:codex"];
const LAYERS = ["layer:self", "layer:peer", "layer:department_head", "layer:owner"];
const REVIEWERS = ["claude", "codex", "gemini", "tests", "ana", "ben", "nobody"];
const POLICIES = [
  {},
  {},
  { profile: "strict" },
  { gate: { counts: "severity" } },
  { gate: { failFast: true } },
  { gate: { needsFixes: "flag" }, modes: { autoApprove: { requireQualityPass: false } } },
  { onUnavailable: "escalate", limits: { stallRounds: 2 } },
];
const PEOPLE = { owner: ["ana"], substitutes: { ana: ["ben"], cto: ["dee"] } };
const SUBSTITUTES = [
  { id: "layer:owner", by: "ben" },
  { id: "layer:department_head", by: "dee" },
];
const OPINIONS: readonly Opinion[] = ["approved", "concerns", "abstained", "blocker"];
const SKIPPED: Skip = {
  layer: "peer",
  reason: "alone",
  because: { entry: "test", fact: "always" },
};
const OTHER_TREE = "b".repeat(40);

/** Answers questions by chance; the same seed gives the same answers. */
type Choices = {
  below(limit: number): number;
  of<Item>(items: readonly [Item, ...Item[]]): Item;
  some<Item>(items: readonly Item[], oneIn: number): Item[];
  /** True once in so many times. */
  rarely(oneIn: number): boolean;
};

/** Makes the input of a decision out of a number, so that every kind of input is reached. */
export function anyGiven(seed: number): Given {
  const choose = choices(seed);
  const stages = choose.rarely(40) ? null : anyStages(choose);
  const requirements = (stages ?? []).flat();
  const number = 1 + choose.below(4);
  const findings = Array.from({ length: choose.below(4) }, (_, at) =>
    anyFinding(choose, `F-${at + 1}`, number),
  );
  const verdicts = [
    ...requirements.flatMap((item) => answers(choose, item)),
    ...choose.some(requirements, 6).map((item) => stray(choose, item, number)),
    ...requirements.flatMap((item) => standIns(choose, item)),
  ];
  return {
    stages,
    verdicts,
    findings: choose.rarely(2) ? findings : [],
    policy: { people: PEOPLE, ...POLICIES[choose.below(POLICIES.length)] },
    mode: choose.of(["auto", "auto", "batch", "per-task", "skip"]),
    mayAutoApprove: !choose.rarely(8),
    notes: choose.rarely(3) ? ["chain_empty"] : [],
    skipped: choose.some([SKIPPED], 8),
    task: {
      authors: ["claude", ...choose.some(["ben"], 5)],
      sponsor: choose.rarely(4) ? "ana" : null,
      committers: choose.some(["ben", "cto"], 6),
      unknownCommitters: choose.some(["zoe@x.test"], 8),
      attempt: 1 + choose.below(4),
      granted: choose.rarely(4),
      costUsd: choose.rarely(8) ? 6 : 0,
    },
    round: {
      number,
      purpose: choose.rarely(6) ? "checkup" : "gate",
      signal: choose.rarely(6) ? "PARTIAL" : "DONE",
      clarified: choose.rarely(3),
      noResult: requirements
        .flatMap(({ id, who }) => who.map((actor) => `${id} ${actor}`))
        .filter(() => choose.rarely(8)),
      resolutions: anyResolutions(choose, requirements, verdicts),
      turns: choose.rarely(2) ? ["ben", "dee"] : [],
    },
  };
}

function choices(seed: number): Choices {
  let state = seed;
  // mulberry32: small, fast and even enough.
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  const rarely = (oneIn: number): boolean => below(oneIn) === oneIn - 1;
  return {
    below,
    rarely,
    of: (items) => items[below(items.length)] ?? items[0],
    some: (items, oneIn) => items.filter(() => rarely(oneIn)),
  };
}

/** Machines, a panel and layers in their order, or all of them at once. */
function anyStages(choose: Choices): Requirement[][] {
  const machines = choose.some(MACHINES, 2).map((id) => anyRequirement(choose, id));
  const panel = choose.some(["panel"], 2).map((id) => anyRequirement(choose, id));
  const layers = choose.some(LAYERS, 3).map((id) => [anyRequirement(choose, id)]);
  const stages = [machines, panel, ...layers].filter((stage) => stage.length > 0);
  return choose.rarely(6) ? [stages.flat()] : stages;
}

function anyRequirement(choose: Choices, id: string): Requirement {
  const plain = requirement(id);
  const isAuto = id === "layer:owner" && choose.rarely(2);
  return {
    ...plain,
    who: [...new Set([...plain.who, ...choose.some(REVIEWERS, 8)])],
    quorum: plain.quorum + (choose.rarely(12) && !isAuto ? 1 : 0),
    ...(isAuto ? { satisfiedBy: "autoApprove" as const } : {}),
  };
}

/** Most of those who are asked answer, and most of them approve. */
function answers(choose: Choices, { id, who, satisfiedBy }: Requirement): VerdictDraft[] {
  if (satisfiedBy !== undefined && !choose.rarely(3)) return [];
  const disputed = choose.rarely(6);
  return who
    .filter(() => !choose.rarely(9))
    .map((by) => {
      const usual: Opinion = disputed ? "concerns" : "approved";
      const opinion = choose.rarely(5) ? choose.of<Opinion>(["concerns", ...OPINIONS]) : usual;
      return verdict(id, opinion, by, {
        ...(choose.rarely(30) ? { tree: OTHER_TREE } : {}),
        ...(choose.rarely(30) ? { byKind: "system" as const } : {}),
        findings: choose.some(["F-1", "F-2"], 2),
        sandboxed: !choose.rarely(10),
        ...(opinion === "abstained" && choose.rarely(2) ? { notShownWhole: "6 pages" } : {}),
      });
    });
}

/** An answer of somebody who may stand in, if the turn has moved and the policy says so. */
function standIns(choose: Choices, { id }: Requirement): VerdictDraft[] {
  return SUBSTITUTES.filter((substitute) => substitute.id === id && choose.rarely(2)).map(
    ({ by }) =>
      verdict(id, choose.of<Opinion>(["approved", "approved", ...OPINIONS]), by, {
        id: `vrd_standin${by}`,
      }),
  );
}

/** An answer that was not asked for, or a second one. */
function stray(choose: Choices, { id }: Requirement, round: number): VerdictDraft {
  const by = REVIEWERS[choose.below(REVIEWERS.length)] ?? "claude";
  const opinion = OPINIONS[choose.below(OPINIONS.length)] ?? "approved";
  return verdict(id, opinion, by, {
    id: `vrd_stray${choose.below(1_000)}${by.replace("-", "")}${id.replaceAll(/[^a-z]/g, "")}`,
    round: round + (choose.rarely(4) ? 1 : 0),
  });
}

function anyFinding(choose: Choices, id: string, number: number): Finding {
  return finding(choose.of(["info", "warning", "major", "critical"]), {
    id,
    raisedBy: [choose.of(["tests", "codex", "gemini", "ana"])],
    rounds: [
      ...Array.from({ length: number - 1 }, (_, at) => at + 1).filter(() => !choose.rarely(4)),
      number,
    ],
    disposition: choose.rarely(5) ? { is: "fixed" } : { is: "open" },
  });
}

function anyResolutions(
  choose: Choices,
  requirements: readonly Requirement[],
  verdicts: readonly VerdictDraft[],
): Resolution[] {
  const all: readonly Resolution[] = [
    ...verdicts.flatMap(({ id, opinion }): Resolution[] =>
      choose.rarely(opinion === "approved" ? 20 : 3) ? [{ do: "set_aside", verdict: id }] : [],
    ),
    ...choose.some(requirements, 8).map(
      ({ id }): Resolution => ({
        do: "name_reviewer",
        requirement: id,
        reviewer: choose.of(["ben", "claude", "codex"]),
      }),
    ),
    ...choose.some([{ do: "retry" }, { do: "grant_attempts", attempts: 1 }] as const, 9),
    ...choose.some([{ do: "send_back" }, { do: "reject" }] as const, 30),
  ];
  return [...all];
}

import {
  type RequirementStanding,
  type RequirementView,
  requirementStanding,
  type TaskView,
} from "@countersign/api";
import { SIGNS } from "../text/signs.ts";

/** One link of the chain: a layer, its reviewers and its status. */
export type ChainLink = {
  readonly layer: string;
  readonly who: string;
  readonly status: RequirementStanding;
  /** Whether the last answer raised concerns, even if they block nothing. */
  readonly hasConcerns: boolean;
};

/** Lists the layers that no actor can answer, with the reason as text. */
export function skippedLayers({ round }: TaskView): { layer: string; why: string }[] {
  return (round?.plan?.skipped ?? []).map(({ layer, reason, detail }) => ({
    layer,
    why: detail ?? reason.replaceAll("_", " "),
  }));
}

/** Returns the layers of people and agents in order; checks are listed by `listChecks`. */
export function chainLinks({ round }: TaskView, me: string | null): ChainLink[] {
  return (round?.requirements ?? [])
    .filter(({ kind }) => kind !== "check")
    .map((requirement) => {
      const { id, layers, who, verdicts } = requirement;
      const last = verdicts.at(-1);
      const names = last === undefined ? who : [last.by];
      return {
        layer: layers.length === 0 ? id.replace(/^[a-z]+:/, "") : layers.join("+"),
        who: names.map((name) => (name === me ? "you" : name)).join(", "),
        status: requirementStanding(requirement),
        hasConcerns: last?.opinion === "concerns",
      };
    });
}

/** The result of one of the project's checks. */
export type CheckLine = {
  readonly name: string;
  readonly state: "passed" | "failed" | "waiting" | "no_result";
  readonly summary: string;
};

/** Returns the checks of the current round, in the order of the plan. */
export function listChecks({ round }: TaskView): CheckLine[] {
  return (round?.requirements ?? []).filter(({ kind }) => kind === "check").map(readCheck);
}

function readCheck(requirement: RequirementView): CheckLine {
  const { id, verdicts, withoutResult } = requirement;
  const last = verdicts.at(-1);
  const name = id.replace(/^check:/, "");
  if (requirementStanding(requirement) === "no_result") {
    return { name, state: "no_result", summary: withoutResult.at(-1)?.reason ?? "no result" };
  }
  if (last === undefined) return { name, state: "waiting", summary: "" };
  const passed = last.opinion === "approved";
  return { name, state: passed ? "passed" : "failed", summary: last.summary };
}

/** Returns the first line of a check's summary, or its state. */
export function checkText({ summary, state }: CheckLine): string {
  if (state === "waiting") return "still running";
  const [line = ""] = summary.split("\n");
  const word = state.replace("_", " ");
  if (state === "no_result") return line === "" ? word : `${word}: ${line}`;
  return line === "" ? word : line;
}

/** Two rounds to compare. */
export type RoundPair = {
  readonly name: string;
  readonly about: string;
  /** Null: the whole change. */
  readonly since: number | null;
  /** Null: the current round. */
  readonly until: number | null;
};

/**
 * Lists the whole change, then every pair of rounds; pairs that end with the current round come
 * first.
 */
export function listRoundPairs(current: number): RoundPair[] {
  const pairs: RoundPair[] = [
    { name: "whole", about: `the whole change of round ${current}`, since: null, until: null },
  ];
  for (let until = current; until > 1; until -= 1) {
    for (let since = until - 1; since >= 1; since -= 1) {
      const name = `${since} ${SIGNS.arrow} ${until}`;
      const isCurrent = until === current;
      const about = isCurrent ? `what came since round ${since}` : "between two earlier rounds";
      pairs.push({ name, about, since, until: isCurrent ? null : until });
    }
  }
  return pairs;
}

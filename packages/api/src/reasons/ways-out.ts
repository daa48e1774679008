import type { Resolution } from "@countersign/core";
import type { TaskView } from "../schemas/task-view.ts";

/** One way to settle every reason of a hold at once. */
export type WayOut = {
  readonly name: "retry" | "set aside" | "answer" | "grant" | "budget" | "send back" | "reject";
  readonly about: string;
  readonly resolutions: readonly Resolution[];
  /** Options of `countersign release`. */
  readonly options: string;
};

type Hold = NonNullable<TaskView["hold"]>;
type HoldReason = Hold["reasons"][number];

const RETRIED = ["quorum_unreachable", "no_result", "merge_retries"];
const BLOCKERS = ["blocker", "late_blocker"];
const ANSWERED_BY_PERSON = ["quorum_unreachable", "no_result", "not_shown_whole"];
const LIMITED = ["limit_attempts", "limit_stalled"];
const MORE_ATTEMPTS = 2;

/** Lists the ways to settle a hold, most common first. */
export function waysOut(view: TaskView, me: string | null): WayOut[] {
  if (view.hold === null) return [];
  const { reasons } = view.hold;
  return [
    ...retryWays(reasons, view),
    ...setAsideWays(reasons, view),
    ...answerWays(reasons, view, me),
    ...limitWays(reasons, view),
    {
      name: "send back",
      about: "let the author rework it",
      resolutions: [{ do: "send_back" }],
      options: "--send-back",
    },
    { name: "reject", about: "end the task", resolutions: [{ do: "reject" }], options: "--reject" },
  ];
}

function retryWays(reasons: readonly HoldReason[], view: TaskView): WayOut[] {
  if (!areAll(reasons, RETRIED)) return [];
  const isMerge = reasons.every(({ code }) => code === "merge_retries");
  const names = reasons.flatMap(({ about }) => reviewersOf(view, about));
  return [
    {
      name: "retry",
      about: isMerge ? "try the merge again" : `ask ${names.join(", ") || "them"} again`,
      resolutions: reasons.map(() => ({ do: "retry" as const })),
      options: "--retry",
    },
  ];
}

function setAsideWays(reasons: readonly HoldReason[], view: TaskView): WayOut[] {
  if (!areAll(reasons, BLOCKERS)) return [];
  const verdicts = reasons.flatMap(({ about }) => about ?? []);
  const names = verdicts.map((id) => verdictBy(view, id) ?? id);
  return [
    {
      name: "set aside",
      about: `do not count what ${names.join(" and ")} said`,
      resolutions: verdicts.map((verdict) => ({ do: "set_aside" as const, verdict })),
      options: names.map((name) => `--set-aside ${name}`).join(" "),
    },
  ];
}

/** Offers people who did not work on the task as replacements for a reviewer. */
function answerWays(
  reasons: readonly HoldReason[],
  { authors }: TaskView,
  me: string | null,
): WayOut[] {
  if (me === null || authors.includes(me) || !areAll(reasons, ANSWERED_BY_PERSON)) return [];
  const requirements = reasons.flatMap(({ about }) => about ?? []);
  if (requirements.length < reasons.length) return [];
  return [
    {
      name: "answer",
      about: `review it yourself as ${requirements.map(shortName).join(", ")}`,
      resolutions: requirements.map((requirement) => ({
        do: "name_reviewer" as const,
        requirement,
        reviewer: me,
      })),
      options: requirements.map((requirement) => `--reviewer ${requirement}=${me}`).join(" "),
    },
  ];
}

function limitWays(reasons: readonly HoldReason[], { costUsd, budgetUsd }: TaskView): WayOut[] {
  if (areAll(reasons, LIMITED))
    return [
      {
        name: "grant",
        about: `${MORE_ATTEMPTS} more attempts`,
        resolutions: reasons.map(() => ({ do: "grant_attempts", attempts: MORE_ATTEMPTS })),
        options: `--grant ${MORE_ATTEMPTS}`,
      },
    ];
  if (!areAll(reasons, ["limit_cost"])) return [];
  const usd = Math.ceil(2 * Math.max(costUsd, budgetUsd ?? 0, 1));
  return [
    {
      name: "budget",
      about: `raise the budget to $${usd}`,
      resolutions: reasons.map(() => ({ do: "raise_budget", usd })),
      options: `--budget ${usd}`,
    },
  ];
}

function areAll(reasons: readonly HoldReason[], codes: readonly string[]): boolean {
  return reasons.length > 0 && reasons.every(({ code }) => codes.includes(code));
}

function reviewersOf({ round }: TaskView, about: string | null): string[] {
  const requirement = round?.requirements.find(({ id }) => id === about);
  return requirement === undefined ? [] : [...requirement.who];
}

function verdictBy({ round }: TaskView, id: string): string | undefined {
  return round?.requirements.flatMap(({ verdicts }) => verdicts).find((one) => one.id === id)?.by;
}

function shortName(requirement: string): string {
  return requirement.replace(/^[a-z]+:/, "");
}

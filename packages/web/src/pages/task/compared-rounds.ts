import type { TaskView } from "@countersign/api";
import { lastReviewedRound, SIGNS } from "@countersign/review";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";

/** The two rounds on screen. `since` is null for the whole change; `until` is null for the newest round. */
export type RoundChoice = { readonly since: number | null; readonly until: number | null };

/** Reads the rounds to compare from an address; null if it names none. */
export function readRoundChoice(search: string, current: number): RoundChoice | null {
  const params = new URLSearchParams(search);
  const read = (name: string): number | null => {
    const number = Number(params.get(name) ?? "");
    return Number.isInteger(number) && number >= 1 && number <= current ? number : null;
  };
  const [since, until] = [read("since"), read("until")];
  if (since === null && until === null) return params.get("since") === "0" ? WHOLE : null;
  const last = until === current ? null : until;
  return since !== null && since >= (last ?? current) ? WHOLE : { since, until: last };
}

const WHOLE: RoundChoice = { since: null, until: null };

/**
 * Returns the rounds of the address, or from the second look on what came since the last review. Only the page of a
 * task names them in its address; a review run does not.
 */
export function useRoundChoice(
  view: TaskView,
  me: string,
): [RoundChoice, (to: RoundChoice) => void] {
  // In a run the address follows the task on screen, and must not draw it again.
  const search = useLocation({
    select: ({ pathname, searchStr }) => (pathname.startsWith("/t/") ? searchStr : null),
  });
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<RoundChoice | null>(null);
  const named = search === null ? chosen : readRoundChoice(search, view.round?.number ?? 0);
  const choose = (to: RoundChoice): void => {
    setChosen(to);
    if (search === null) return;
    const next = { since: to.since ?? 0, ...(to.until === null ? {} : { until: to.until }) };
    void navigate({ to: "/t/$task", params: { task: view.id }, search: next });
  };
  return [named ?? { since: lastReviewedRound(view, me), until: null }, choose];
}

/** Names the rounds on screen: `round 2`, `round 1 → round 2`. */
export function roundsText({ since, until }: RoundChoice, current: number): string {
  const now = `round ${until ?? current}`;
  return since === null ? now : `round ${since} ${SIGNS.arrow} ${now}`;
}

import type { TaskView } from "@countersign/api";
import { lastReviewedRound, readNote } from "@countersign/review";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCommands } from "../../commands/Commands.tsx";
import { useDecider } from "../../decisions/Decisions.tsx";
import { type DecisionAct, decisionSubject } from "../../decisions/decision.ts";
import { newerRoundText } from "../../decisions/use-shown-view.ts";
import type { CommentRange } from "../../diff/comment-range.ts";
import { useNotice } from "../../frame/Notices.tsx";
import { useSession } from "../../session/Session.tsx";
import type { RoundChoice } from "./compared-rounds.ts";

/** What is open beside the change. */
export type SheetState =
  | { is: "redo" | "reject" | "override" | "mode" | "rounds" | "reviewers" }
  /** The log entry that was on screen: another one may be another hold. */
  | { is: "release"; seq: number }
  | { is: "comment"; range: CommentRange }
  | { is: "dismiss"; finding: string };

type Input = {
  view: TaskView;
  newer: TaskView | null;
  showNewer(): void;
  rounds: RoundChoice;
  chooseRounds(to: RoundChoice): void;
  percent: number;
  isLoading: boolean;
  onDecided: ((act: DecisionAct) => void) | undefined;
};

/** Offers the commands of a task. Every decision names the round and tree on screen. */
export function useTaskCommands(input: Input) {
  const { view, newer, rounds, percent } = input;
  const { me } = useSession();
  const { show, fail } = useNotice();
  const decider = useDecider();
  const navigate = useNavigate();
  const [sheet, setSheet] = useState<SheetState | null>(null);
  const onDecided = useOnDecided(input.onDecided);
  const subject = decisionSubject(view);

  const open = (next: SheetState): void => {
    const why = refusal(input);
    if (why === null) setSheet(next);
    else fail(why);
  };
  const approve = (): void => {
    if (view.state === "held" && newer === null) {
      setSheet({ is: "release", seq: view.seq });
      return;
    }
    const why = approvalRefusal(input);
    if (why !== null || subject === null) {
      fail(why ?? "Nothing was submitted yet.");
      return;
    }
    decider.decide([{ ...subject, act: "approve", note: readNote(percent, view) }]);
    onDecided("approve");
  };
  const seeSince = (): void => {
    if (newer !== null) {
      input.showNewer();
      input.chooseRounds({ since: view.round?.number ?? null, until: null });
      return;
    }
    const last = lastReviewedRound(view, me.actor.id);
    if (last === null) show("It is the first time you see this task: all of it is new.");
    else input.chooseRounds({ since: rounds.since === null ? last : null, until: null });
  };
  useCommands("task", {
    "review.approve": approve,
    "review.redo": () => open({ is: "redo" }),
    "review.reject": () => open({ is: "reject" }),
    "review.override": () => open({ is: "override" }),
    "review.mode": () => open({ is: "mode" }),
    "review.since": seeSince,
    "review.why": () => void navigate({ to: "/t/$task/why", params: { task: view.id } }),
  });
  useCommands("diff", {
    "diff.rounds": () =>
      (view.round?.number ?? 0) < 2 ? show("There is only one round.") : setSheet({ is: "rounds" }),
  });
  return { sheet, setSheet };
}

/** Returns to the inbox after a decision, unless the page around it shows the next task. */
export function useOnDecided(
  onDecided: ((act: DecisionAct) => void) | undefined,
): (act: DecisionAct) => void {
  const navigate = useNavigate();
  return onDecided ?? (() => void navigate({ to: "/" }));
}

function refusal({ view, newer }: Input): string | null {
  if (view.round === null) return `Nothing was submitted for ${view.id} yet.`;
  if (newer !== null) return `${newerRoundText(view, newer)} Look at it first: I shows it.`;
  return null;
}

function approvalRefusal(input: Input): string | null {
  const { view, rounds, isLoading } = input;
  const why = refusal(input);
  if (why !== null) return why;
  if (rounds.until !== null)
    return `This is round ${rounds.until}, not the one that would be approved. I shows that one.`;
  if (isLoading) return "The change is still loading.";
  return view.state === "reviewing"
    ? null
    : `${view.id} is ${view.state}: there is nothing to approve.`;
}

import type { TaskView } from "@countersign/api";
import { approvalEffect, type RedoDraft, readShareText, safeText } from "@countersign/review";
import { CommandButton } from "../../commands/CommandButton.tsx";
import { usePolicyFacts } from "../../data/policy.ts";
import { useSession } from "../../session/Session.tsx";
import { type RoundChoice, roundsText } from "./compared-rounds.ts";

type DecisionBarProps = { view: TaskView; draft: RedoDraft; percent: number; rounds: RoundChoice };

/** The decisions, each named by its effect. */
export function DecisionBar({ view, draft, percent, rounds }: DecisionBarProps) {
  const { me } = useSession();
  const { state, round, gate } = view;
  const number = round?.number ?? 0;
  const notes = draft.comments.length + draft.findings.length;
  const { strategy } = usePolicyFacts(view.repo);
  const isClosed = gate === "fail" || gate === "needs_fixes";
  return (
    <div
      role="toolbar"
      aria-label="Decision"
      className="flex flex-wrap items-center gap-1 border-edge border-b bg-panel px-2 py-1"
    >
      {state === "held" ? (
        <CommandButton id="review.approve" isMain>
          Release
        </CommandButton>
      ) : (
        <CommandButton
          id="review.approve"
          isMain
          isDisabled={state !== "reviewing" || rounds.until !== null}
        >
          {state === "reviewing"
            ? safeText(approvalEffect(view, me.actor.id, strategy))
            : "Approve"}
        </CommandButton>
      )}
      <CommandButton id="review.redo" isDisabled={round === null}>
        Request changes{notes > 0 ? ` (${notes})` : ""}
      </CommandButton>
      <CommandButton id="review.reject" isDisabled={round === null}>
        Reject
      </CommandButton>
      {isClosed && <CommandButton id="review.override">Override the gate</CommandButton>}
      <CommandButton id="review.mode">Mode</CommandButton>
      <CommandButton id="review.why">Why</CommandButton>
      {number > 1 && (
        <CommandButton id="review.since" isPressed={rounds.since !== null}>
          Since last review
        </CommandButton>
      )}
      <span className="ml-auto px-2 text-muted">
        {round === null ? "" : `${roundsText(rounds, number)}, ${readShareText(percent)}`}
      </span>
    </div>
  );
}

import type { TaskView } from "@countersign/api";
import { approvalEffect, type RedoDraft, readShareText, safeText } from "@countersign/review";
import { CommandButton } from "../../commands/CommandButton.tsx";
import { usePolicyFacts } from "../../data/policy.ts";
import { useSession } from "../../session/Session.tsx";
import { type RoundChoice, roundsText } from "./compared-rounds.ts";

type DecisionBarProps = { view: TaskView; draft: RedoDraft; percent: number; rounds: RoundChoice };

/** The states in which the engine accepts no decision. */
const ENDED: ReadonlySet<TaskView["state"]> = new Set(["merging", "done", "rejected"]);

/** The decisions, each named by its effect. */
export function DecisionBar(props: DecisionBarProps) {
  const { view, percent, rounds } = props;
  const { state, round } = view;
  const number = round?.number ?? 0;
  return (
    <div
      role="toolbar"
      aria-label="Decision"
      className="flex flex-wrap items-center gap-1 border-edge border-b bg-panel px-2 py-1"
    >
      {ENDED.has(state) ? (
        <p className="px-2 py-1">There is nothing left to decide.</p>
      ) : (
        <Decisions {...props} />
      )}
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

function Decisions({ view, draft, rounds }: DecisionBarProps) {
  const { me } = useSession();
  const { strategy } = usePolicyFacts(view.repo);
  const { state, round, gate } = view;
  const notes = draft.comments.length + draft.findings.length;
  const isHeld = state === "held";
  const isReviewing = state === "reviewing";
  const isClosed = gate === "fail" || gate === "needs_fixes";
  return (
    <>
      {isHeld ? (
        <CommandButton id="review.approve" isMain>
          Release
        </CommandButton>
      ) : (
        <CommandButton
          id="review.approve"
          isMain
          isDisabled={!isReviewing || rounds.until !== null}
        >
          {isReviewing ? safeText(approvalEffect(view, me.actor.id, strategy)) : "Approve"}
        </CommandButton>
      )}
      <CommandButton id="review.redo" isDisabled={round === null}>
        Request changes{notes > 0 ? ` (${notes})` : ""}
      </CommandButton>
      <CommandButton id="review.reject" isDisabled={round === null}>
        Reject
      </CommandButton>
      {isClosed && (isReviewing || isHeld) && (
        <CommandButton id="review.override">Override the gate</CommandButton>
      )}
      <CommandButton id="review.mode">Mode</CommandButton>
    </>
  );
}

import { type ChainSeat, listChainSeats, machineStepText, type TaskView } from "@countersign/api";
import { safeText } from "@countersign/review";
import { useState } from "react";
import { decisionSubject } from "../../decisions/decision.ts";
import { useSession } from "../../session/Session.tsx";
import { Sheet } from "./Sheet.tsx";
import { useSend } from "./use-send.ts";

/** The reviewers and checks of the round, and what each of them does. Pending ones can be restarted or cancelled. */
export function ReviewersSheet({ view, onClose }: { view: TaskView; onClose(): void }) {
  const { engine } = useSession();
  const send = useSend(view.id);
  const seats = listChainSeats(view);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      seats.findIndex(({ progress }) => progress === "waiting"),
    ),
  );
  const direct = (seat: ChainSeat | undefined, act: "retry" | "cancel"): void => {
    const subject = decisionSubject(view);
    if (seat === undefined || subject === null || seat.progress !== "waiting") return;
    const { task, round, tree } = subject;
    const { requirement, reviewer } = seat;
    const given = { task, body: { round, tree, requirement, reviewer } };
    if (act === "retry") send(`Restarted ${reviewer}.`, () => engine.retryReviewer(given));
    else send(`Cancelled ${reviewer}.`, () => engine.cancelReviewer(given));
  };
  const commands = {
    "nav.down": () => setAt(Math.min(at + 1, seats.length - 1)),
    "nav.up": () => setAt(Math.max(at - 1, 0)),
    "reviewers.retry": () => direct(seats[at], "retry"),
    "reviewers.cancel": () => direct(seats[at], "cancel"),
  };
  return (
    <Sheet title="Reviewers and checks" panel="reviewers" onClose={onClose} commands={commands}>
      <ul className="mb-3 flex flex-col gap-1">
        {seats.map((seat, index) => (
          <li
            key={`${seat.requirement} ${seat.reviewer}`}
            aria-current={index === at ? "true" : undefined}
            className="flex flex-wrap items-center gap-2 rounded border border-edge p-2 aria-[current]:border-focus"
          >
            <span className="min-w-0 grow [overflow-wrap:anywhere]">
              <span className="font-semibold">{safeText(seat.reviewer)}</span>{" "}
              <span className="text-muted">{safeText(seatText(seat, view))}</span>
            </span>
            {seat.progress === "waiting" && (
              <>
                <button type="button" className="button" onClick={() => direct(seat, "retry")}>
                  Retry <kbd className="key">+</kbd>
                </button>
                <button type="button" className="button" onClick={() => direct(seat, "cancel")}>
                  Cancel <kbd className="key">-</kbd>
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {seats.length === 0 && <p className="mb-3">The policy asks no reviewer or check.</p>}
      <button type="button" className="button" onClick={onClose}>
        Close <kbd className="key">Esc</kbd>
      </button>
    </Sheet>
  );
}

function seatText({ requirement, reviewer, progress, verdict }: ChainSeat, view: TaskView): string {
  if (verdict !== null) return `${verdict.opinion}: ${verdict.summary}`;
  const step = view.atWork.find(
    (one) => one.requirement === requirement && one.reviewer === reviewer,
  );
  if (step !== undefined) return machineStepText(step, Date.now());
  return {
    later: "its stage has not begun",
    waiting: "waiting",
    answered: "",
    no_result: "no result",
  }[progress];
}

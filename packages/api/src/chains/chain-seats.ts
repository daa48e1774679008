import { isGivenUp } from "@countersign/core";
import type { RequirementView, TaskView } from "../schemas/task-view.ts";

type Verdict = RequirementView["verdicts"][number];

/** One machine that a round asks, with its progress. */
export type ChainSeat = {
  readonly requirement: string;
  readonly reviewer: string;
  readonly progress: "later" | "waiting" | "answered" | "no_result";
  readonly verdict: Verdict | null;
};

/** Lists the machines of a round in the order in which they are asked. */
export function listChainSeats({ round }: TaskView): ChainSeat[] {
  if (round === null) return [];
  return [...round.requirements]
    .filter(({ human }) => !human)
    .sort((one, other) => one.stage - other.stage)
    .flatMap(({ id: requirement, who, verdicts, status }) =>
      who.map((reviewer): ChainSeat => {
        const verdict = verdicts.findLast(({ by }) => by === reviewer) ?? null;
        const isSkipped = isGivenUp(round, { requirement, actor: reviewer });
        return { requirement, reviewer, verdict, progress: progressOf(verdict, isSkipped, status) };
      }),
    );
}

function progressOf(
  verdict: Verdict | null,
  isGivenUp: boolean,
  status: RequirementView["status"],
): ChainSeat["progress"] {
  if (verdict !== null) return "answered";
  if (isGivenUp) return "no_result";
  return status === "later" ? "later" : "waiting";
}

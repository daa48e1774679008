import type { TaskView } from "@countersign/api";
import type { RedoDraft } from "@countersign/review";
import type { DecisionAct } from "../../decisions/decision.ts";
import type { RoundChoice } from "./compared-rounds.ts";
import type { SheetState } from "./use-task-commands.ts";

/** What the sheets of a task need. */
export type TaskSheetsProps = {
  sheet: SheetState | null;
  view: TaskView;
  draft: RedoDraft;
  changeDraft(change: (draft: RedoDraft) => RedoDraft): void;
  rounds: RoundChoice;
  chooseRounds(to: RoundChoice): void;
  onClose(): void;
  onDecided: ((act: DecisionAct) => void) | undefined;
};

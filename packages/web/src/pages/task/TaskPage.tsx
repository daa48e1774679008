import type { TaskView } from "@countersign/api";
import { useTask } from "../../data/queries.ts";
import type { DecisionAct } from "../../decisions/decision.ts";
import { PageState } from "../../frame/PageState.tsx";
import { TaskReview } from "./TaskReview.tsx";

type TaskPageProps = {
  task: string;
  /** Called when the person has decided; the decision is being sent. */
  onDecided?: (act: DecisionAct) => void;
};

/** A task with its change. Decisions are about the round on screen. */
export function TaskPage({ task, onDecided }: TaskPageProps) {
  return (
    <PageState query={useTask(task)} what={`task ${task}`}>
      {(live: TaskView) => <TaskReview key={live.id} live={live} onDecided={onDecided} />}
    </PageState>
  );
}

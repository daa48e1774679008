import { useTask } from "../../data/queries.ts";
import type { DecisionAct } from "../../decisions/decision.ts";
import { PageState } from "../../frame/PageState.tsx";

type TaskPageProps = {
  task: string;
  /** Called when the person has decided, before the engine answers. */
  onDecided?: (act: DecisionAct) => void;
};

export function TaskPage({ task }: TaskPageProps) {
  return (
    <PageState query={useTask(task)} what={`task ${task}`}>
      {({ title }) => <h1 className="p-4 text-xl font-semibold">{title}</h1>}
    </PageState>
  );
}

import { useTask } from "../../data/queries.ts";
import { PageState } from "../../frame/PageState.tsx";

export function TaskPage({ task }: { task: string }) {
  return (
    <PageState query={useTask(task)} what={`task ${task}`}>
      {({ title }) => <h1 className="p-4 text-xl font-semibold">{title}</h1>}
    </PageState>
  );
}

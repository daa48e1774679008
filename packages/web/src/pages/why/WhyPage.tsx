import { PageState } from "../../app/PageState.tsx";
import { useWhy } from "../../data/queries.ts";

export function WhyPage({ task }: { task: string }) {
  return (
    <PageState query={useWhy(task)} what={`why ${task} is where it is`}>
      {(why) => <pre>{JSON.stringify(why, null, 2)}</pre>}
    </PageState>
  );
}

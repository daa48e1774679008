import { standingText, type TaskView } from "@countersign/api";
import { lastReviewedRound, safeText } from "@countersign/review";
import { useSession } from "../../session/Session.tsx";
import { TaskTabs } from "../task/TaskTabs.tsx";

type RecordHeadProps = { view: TaskView; current: "timeline" | "raw" };

const TITLES = { timeline: "Timeline", raw: "Raw" } as const;

/** The title of a task on the pages that only show it. */
export function RecordHead({ view, current }: RecordHeadProps) {
  const { me } = useSession();
  return (
    <header>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="grow font-semibold text-xl [overflow-wrap:anywhere]">
          {TITLES[current]}: <span className="text-muted">{view.id}</span> {safeText(view.title)}
        </h1>
        <TaskTabs task={view.id} current={current} since={lastReviewedRound(view, me.actor.id)} />
      </div>
      <p>{safeText(standingText(view, me.actor.id, Date.now()))}</p>
    </header>
  );
}

import { Link, type LinkProps } from "@tanstack/react-router";

type TaskTabsProps = {
  task: string;
  current: "review" | "since" | "timeline" | "why" | "raw";
  /** The last round that the person reviewed, if there is a newer one. */
  since: number | null;
};

/** The views of a task. Each has an address. */
export function TaskTabs({ task, current, since }: TaskTabsProps) {
  const params = { task };
  return (
    <nav aria-label="Views of the task" className="flex flex-wrap gap-1">
      <Tab isCurrent={current === "review"} to="/t/$task" params={params} search={{ since: 0 }}>
        Review
      </Tab>
      {since !== null && (
        <Tab isCurrent={current === "since"} to="/t/$task" params={params} search={{ since }}>
          Since last review
        </Tab>
      )}
      <Tab isCurrent={current === "timeline"} to="/t/$task/timeline" params={params}>
        Timeline
      </Tab>
      <Tab isCurrent={current === "why"} to="/t/$task/why" params={params}>
        Why
      </Tab>
      <Tab isCurrent={current === "raw"} to="/t/$task/raw" params={params}>
        Raw
      </Tab>
    </nav>
  );
}

function Tab({ isCurrent, ...link }: LinkProps & { isCurrent: boolean }) {
  return <Link {...link} className="tab" aria-current={isCurrent ? "page" : undefined} />;
}

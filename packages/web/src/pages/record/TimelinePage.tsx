import type { TaskView } from "@countersign/api";
import { clockText, countText, durationText, safeText, skippedLayers } from "@countersign/review";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCommands } from "../../commands/Commands.tsx";
import { useLog, useTask, useWhy } from "../../data/queries.ts";
import { PageState } from "../../frame/PageState.tsx";
import { RecordHead } from "./RecordHead.tsx";
import { type TimelineEntry, type TimelineRound, timelineRounds } from "./timeline-entries.ts";

/** Everything that happened to a task, round by round. */
export function TimelinePage({ task }: { task: string }) {
  const view = useTask(task);
  const why = useWhy(task);
  const log = useLog(task);
  const navigate = useNavigate();
  useCommands("why", { "app.back": () => void navigate({ to: "/t/$task", params: { task } }) });
  return (
    <PageState query={view} what={`task ${task}`}>
      {(shown) => (
        <PageState query={why} what={`the history of ${task}`}>
          {({ story }) => (
            <PageState query={log} what={`the history of ${task}`}>
              {({ items }) => <Rounds view={shown} rounds={timelineRounds(items, story)} />}
            </PageState>
          )}
        </PageState>
      )}
    </PageState>
  );
}

function Rounds({ view, rounds }: { view: TaskView; rounds: readonly TimelineRound[] }) {
  const [isAllShown, setAllShown] = useState(false);
  const minor = rounds.flatMap(({ entries }) => entries).filter(({ isMinor }) => isMinor).length;
  const current = view.round?.number ?? 0;
  return (
    <article className="flex flex-col gap-4 p-4">
      <RecordHead view={view} current="timeline" />
      {minor > 0 && (
        <label className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-5"
            checked={isAllShown}
            onChange={({ target }) => setAllShown(target.checked)}
          />
          Show {countText(minor, "decision")} to wait for more answers
        </label>
      )}
      {rounds.map(({ round, entries }) => (
        <section key={round} aria-labelledby={`round-${round}`}>
          <h2 id={`round-${round}`} className="mb-1 font-semibold text-lg">
            {round === 0 ? "Before the first round" : `Round ${round}`}
            {round === current && round > 0 && " (current)"}
          </h2>
          <ol className="border-edge border-l-2 pl-3">
            {entries
              .filter(({ isMinor }) => isAllShown || !isMinor)
              .map((entry) => (
                <Entry key={entry.seq} entry={entry} isOld={round < current} current={current} />
              ))}
          </ol>
          {round === current && <Skipped view={view} />}
        </section>
      ))}
    </article>
  );
}

const TONES: Readonly<Record<string, string>> = {
  approved: "text-ok",
  concerns: "text-warning",
  blocker: "text-critical",
};

type EntryProps = { entry: TimelineEntry; isOld: boolean; current: number };

function Entry({ entry, isOld, current }: EntryProps) {
  const { atMs, by, text, opinion, sinceRoundMs } = entry;
  const tone = isOld ? "text-muted" : (TONES[opinion ?? ""] ?? "");
  return (
    <li className="flex flex-wrap gap-x-3 py-0.5">
      <time
        dateTime={new Date(atMs).toISOString()}
        title={new Date(atMs).toLocaleString()}
        className="w-24 shrink-0 text-muted"
      >
        {clockText(atMs)}
        {sinceRoundMs !== null && sinceRoundMs > 0 && ` +${durationText(sinceRoundMs)}`}
      </time>
      <span className="w-36 shrink-0 truncate" title={safeText(by)}>
        {safeText(by)}
      </span>
      <span
        className={`min-w-0 grow basis-72 whitespace-pre-wrap [overflow-wrap:anywhere] ${tone}`}
      >
        {text
          .split("\n")
          .map((line) => safeText(line))
          .join("\n")}
        {isOld && opinion !== null && ` (does not count, round ${current} is the current one)`}
      </span>
    </li>
  );
}

function Skipped({ view }: { view: TaskView }) {
  const skipped = skippedLayers(view);
  if (skipped.length === 0) return null;
  return (
    <ul className="mt-1 text-muted">
      {skipped.map(({ layer, why }) => (
        <li key={layer} className="[overflow-wrap:anywhere]">
          {safeText(`${layer} skipped: ${why}`)}
        </li>
      ))}
    </ul>
  );
}

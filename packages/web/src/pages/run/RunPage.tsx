import { countText, firstKey, matchesLine, runReason } from "@countersign/review";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useCommands } from "../../commands/Commands.tsx";
import type { FactLine } from "../../data/line-facts.ts";
import { type LoadedInbox, useWholeInbox } from "../../data/lists.ts";
import { usePreload } from "../../data/queries.ts";
import { useIsDecided, useUndone } from "../../decisions/Decisions.tsx";
import { PageState } from "../../frame/PageState.tsx";
import { useSession } from "../../session/Session.tsx";
import { useSettings } from "../../settings/Settings.tsx";
import { TaskPage } from "../task/TaskPage.tsx";
import { leftText, neighbourInRun, nextInRun, syncRunQueue } from "./run-queue.ts";

/** The number of tasks that are loaded before they are shown. */
const PRELOADED = 2;
/** Milliseconds that a task is on screen before the address names it: each change of the address draws the page again. */
const ADDRESS_MS = 200;

/** Reviews the waiting tasks one after the other. A decision shows the next task at once. */
export function RunPage() {
  return (
    <PageState query={useWholeInbox()} what="the review run">
      {(inbox) => <Run inbox={inbox} />}
    </PageState>
  );
}

function Run({ inbox }: { inbox: LoadedInbox }) {
  const waiting = useWaiting(inbox);
  const { current, queue, show, showFirst } = useRunQueue(waiting);
  const navigate = useNavigate();
  const step = (by: 1 | -1): void => {
    const next = current === null ? null : neighbourInRun(queue, current, by);
    if (next !== null) show(next);
  };
  useUndone(([first]) => {
    if (first !== undefined) showFirst(first);
  });
  useCommands(
    "task",
    {
      "review.next": () => step(1),
      "review.previous": () => step(-1),
      ...(current === null
        ? {}
        : { "review.why": () => void navigate({ to: "/t/$task/why", params: { task: current } }) }),
    },
    "frame",
  );
  const at = current === null ? -1 : queue.indexOf(current);
  usePreload(queue.slice(at + 1, at + 1 + PRELOADED));
  if (current === null) return <RunEnd inbox={inbox} />;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <RunBar
        line={waiting.find(({ task }) => task === current) ?? null}
        left={waiting}
        onStep={step}
      />
      <div className="min-h-0 grow overflow-auto">
        <TaskPage key={current} task={current} onDecided={() => show(nextInRun(queue, current))} />
      </div>
    </div>
  );
}

/** Returns the tasks that wait for a decision of the person and match the filter of the run. */
function useWaiting({ items }: LoadedInbox): FactLine[] {
  const { me } = useSession();
  const { q = "" } = useSearch({ from: "/run" });
  const isDecided = useIsDecided();
  return useMemo(
    () =>
      items.filter(
        (line) =>
          line.turn.who === me.actor.id &&
          line.state !== "approved" &&
          !isDecided(line) &&
          (q === "" || matchesLine(line, q)),
      ),
    [items, me, q, isDecided],
  );
}

/** Keeps the order of the run and the task on screen; the address follows. */
function useRunQueue(waiting: readonly FactLine[]) {
  const search = useSearch({ from: "/run" });
  const navigate = useNavigate({ from: "/run" });
  const [queue, setQueue] = useState<readonly string[]>(() => syncRunQueue([], waiting, null));
  const [current, setCurrent] = useState<string | null>(search.task ?? queue[0] ?? null);
  const synced = useMemo(() => syncRunQueue(queue, waiting, current), [queue, waiting, current]);
  if (synced !== queue) setQueue(synced);
  // A task that arrives after the last decision continues the run.
  if (current === null && synced[0] !== undefined) setCurrent(synced[0]);
  const { q } = search;
  useEffect(() => {
    const next = {
      ...(current === null ? {} : { task: current }),
      ...(q === undefined ? {} : { q }),
    };
    const timer = setTimeout(() => {
      void navigate({ to: "/run", search: next, replace: true });
    }, ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [current, q, navigate]);
  const showFirst = (task: string): void => {
    setQueue([task, ...synced.filter((one) => one !== task)]);
    setCurrent(task);
  };
  return { current, queue: synced, show: setCurrent, showFirst };
}

type BarProps = { line: FactLine | null; left: readonly FactLine[]; onStep(by: 1 | -1): void };

function RunBar({ line, left, onStep }: BarProps) {
  const { keymap } = useSettings();
  return (
    <section
      aria-label="Review run"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-edge border-b bg-panel px-4 py-1"
    >
      <p role="status" className="font-semibold">
        {leftText(left)}
      </p>
      {line !== null && <p className="text-muted">This one now: {runReason(line)}</p>}
      <span className="grow" />
      <button type="button" className="button" onClick={() => onStep(-1)}>
        Previous <kbd className="key">{firstKey(keymap, "review.previous")}</kbd>
      </button>
      <button type="button" className="button" onClick={() => onStep(1)}>
        Next <kbd className="key">{firstKey(keymap, "review.next")}</kbd>
      </button>
      <Link to="/" className="button">
        End <kbd className="key">{firstKey(keymap, "app.back")}</kbd>
      </Link>
    </section>
  );
}

function RunEnd({ inbox: { counts } }: { inbox: LoadedInbox }) {
  return (
    <section className="p-6">
      <h1 className="mb-2 font-semibold text-xl">Nothing to review</h1>
      <p className="mb-4">
        {countText(counts.in_progress + counts.rework, "task")} with agents, {counts.reviewing} in
        review.
      </p>
      <Link to="/" className="button">
        To the inbox
      </Link>
    </section>
  );
}

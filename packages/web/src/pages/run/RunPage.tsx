import { countText, firstKey, runReason } from "@countersign/review";
import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useCommands } from "../../commands/Commands.tsx";
import type { FactLine } from "../../data/line-facts.ts";
import { type LoadedInbox, useRunInbox } from "../../data/lists.ts";
import { useIsDecided, useUndone } from "../../decisions/Decisions.tsx";
import { PageState } from "../../frame/PageState.tsx";
import { useSession } from "../../session/Session.tsx";
import { useSettings } from "../../settings/Settings.tsx";
import { TaskPage } from "../task/TaskPage.tsx";
import { useLoadTask, usePreload } from "./preload.ts";
import {
  leftText,
  neighbourInRun,
  nextInRun,
  readRunSearch,
  runTasks,
  syncRunQueue,
  type WaitingTasks,
} from "./run-queue.ts";

/** The number of tasks that are loaded before they are shown. */
const PRELOADED = 2;
/** Milliseconds that a task is on screen before the address names it. */
const ADDRESS_MS = 200;

/** Reviews the waiting tasks one after the other. A decision shows the next task at once. */
export function RunPage() {
  const { me } = useSession();
  const router = useRouter();
  const loadTask = useLoadTask();
  const loadFirst = async ({ items }: LoadedInbox): Promise<void> => {
    const { task, q } = readRunSearch(router.state.location.search);
    const first = task ?? runTasks(items, me.actor.id, q ?? "")[0]?.task;
    if (first !== undefined) await loadTask(first);
  };
  return (
    <PageState query={useRunInbox(loadFirst)} what="the review run">
      {(inbox) => <Run inbox={inbox} />}
    </PageState>
  );
}

function Run({ inbox }: { inbox: LoadedInbox }) {
  const waiting = useWaiting(inbox);
  const { current, queue, show, showFirst } = useRunQueue(waiting);
  const left = useMemo(
    () => (inbox.isWhole ? leftText([...waiting.values()]) : "Loading more tasks…"),
    [waiting, inbox.isWhole],
  );
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
  usePreload([...(current === null ? [] : [current]), ...queue.slice(at + 1, at + 1 + PRELOADED)]);
  if (current === null) return <RunEnd inbox={inbox} />;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <RunBar line={waiting.get(current) ?? null} left={left} onStep={step} />
      <div className="min-h-0 grow overflow-auto">
        <TaskPage key={current} task={current} onDecided={() => show(nextInRun(queue, current))} />
      </div>
    </div>
  );
}

/** Returns the tasks that wait for a decision of the person and match the filter of the run, by id. */
function useWaiting({ items }: LoadedInbox): WaitingTasks {
  const { me } = useSession();
  const q = useSearch({ from: "/run", select: (search) => search.q ?? "" });
  const isDecided = useIsDecided();
  const own = useMemo(() => runTasks(items, me.actor.id, q), [items, me, q]);
  return useMemo(
    () => new Map(own.filter((line) => !isDecided(line)).map((line) => [line.task, line])),
    [own, isDecided],
  );
}

/** Keeps the order of the run and the task on screen; the address follows. */
function useRunQueue(waiting: WaitingTasks) {
  const router = useRouter();
  const q = useSearch({ from: "/run", select: (search) => search.q });
  const [queue, setQueue] = useState<readonly string[]>(() => syncRunQueue([], waiting, null));
  // The page follows only the filter of the address: it names the task after the task was shown.
  const [current, setCurrent] = useState<string | null>(
    () => readRunSearch(router.state.location.search).task ?? queue[0] ?? null,
  );
  // Another task on screen changes the queue only if one of them no longer waits.
  const ended = current === null || waiting.has(current) ? null : current;
  const synced = useMemo(() => syncRunQueue(queue, waiting, ended), [queue, waiting, ended]);
  if (synced !== queue) setQueue(synced);
  // A task that arrives after the last decision continues the run.
  if (current === null && synced[0] !== undefined) setCurrent(synced[0]);
  useEffect(() => {
    const search = {
      ...(current === null ? {} : { task: current }),
      ...(q === undefined ? {} : { q }),
    };
    const timer = setTimeout(() => {
      const { href } = router.buildLocation({ to: "/run", search });
      // Past the router, which would draw every link again.
      History.prototype.replaceState.call(history, history.state, "", href);
    }, ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [current, q, router]);
  const showFirst = (task: string): void => {
    setQueue([task, ...synced.filter((one) => one !== task)]);
    setCurrent(task);
  };
  return { current, queue: synced, show: setCurrent, showFirst };
}

type BarProps = { line: FactLine | null; left: string; onStep(by: 1 | -1): void };

function RunBar({ line, left, onStep }: BarProps) {
  const { keymap } = useSettings();
  return (
    <section
      aria-label="Review run"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-edge border-b bg-panel px-4 py-1"
    >
      <p role="status" className="font-semibold">
        {left}
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

function RunEnd({ inbox: { counts, isWhole } }: { inbox: LoadedInbox }) {
  if (!isWhole) return <p className="p-6 text-muted">Loading the review run…</p>;
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

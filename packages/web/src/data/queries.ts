import { type Client, CountersignError } from "@countersign/api";
import { lastReviewedRound, parseChange } from "@countersign/review";
import {
  type QueryClient,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "../session/Session.tsx";

/** Milliseconds during which a preloaded task is not loaded again. */
const PRELOAD_MS = 10_000;

/** The keys of everything that the pages load. An event of a task invalidates the lists and the task. */
export const QUERY_KEYS = {
  inbox: ["inbox"],
  lists: ["list"],
  task: (task: string) => ["task", task],
} as const;

function taskQuery(engine: Client, task: string) {
  return queryOptions({
    queryKey: QUERY_KEYS.task(task),
    queryFn: () => engine.showTask({ task }),
  });
}

export function useTask(task: string) {
  const { engine } = useSession();
  return useQuery(taskQuery(engine, task));
}

/** Loads several tasks, each as its own page would. */
export function useTasks(tasks: readonly string[]) {
  const { engine } = useSession();
  return useQueries({ queries: tasks.map((task) => taskQuery(engine, task)) });
}

export function useWhy(task: string) {
  const { engine } = useSession();
  return useQuery(
    queryOptions({
      queryKey: [...QUERY_KEYS.task(task), "why"],
      queryFn: () => engine.why({ task }),
    }),
  );
}

export function useLog(task: string) {
  const { engine } = useSession();
  return useQuery(
    queryOptions({
      queryKey: [...QUERY_KEYS.task(task), "log"],
      queryFn: () => engine.readLog({ task }),
    }),
  );
}

export function useTriedModes(task: string) {
  const { engine } = useSession();
  return useQuery(
    queryOptions({
      queryKey: [...QUERY_KEYS.task(task), "modes"],
      queryFn: () => engine.tryModes({ task }),
    }),
  );
}

/** A comparison of two rounds: `since` is null for the whole change of `until`. */
export type ComparedRounds = { task: string; since: number | null; until: number; tree: string };

/**
 * The change of a round, or between two rounds. The tree is part of the key: what was loaded for some bytes never
 * changes, and is never shown for others.
 */
export function changeOptions(engine: Client, { task, since, until, tree }: ComparedRounds) {
  return queryOptions({
    queryKey: ["change", task, since, until, tree],
    queryFn: async () =>
      parseChange(await engine.showDiff({ task, until, ...(since === null ? {} : { since }) })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Loads what an event may have changed again. */
export function refreshTask(cache: QueryClient, task: string): void {
  void cache.invalidateQueries({ queryKey: QUERY_KEYS.inbox });
  void cache.invalidateQueries({ queryKey: QUERY_KEYS.lists });
  void cache.invalidateQueries({ queryKey: QUERY_KEYS.task(task) });
}

/** Returns whether a repeated request may succeed. */
export function mayPass(error: Error): boolean {
  return !(error instanceof CountersignError) || error.retryable;
}

/** Loads tasks and their changes before they are shown, so that the next one appears without a wait. */
export function usePreload(tasks: readonly string[]): void {
  const { engine, me } = useSession();
  const cache = useQueryClient();
  const names = tasks.join(" ");
  useEffect(() => {
    const preload = async (task: string): Promise<void> => {
      const view = await cache.fetchQuery({ ...taskQuery(engine, task), staleTime: PRELOAD_MS });
      if (view.round === null) return;
      const { number: until, content } = view.round;
      const about = { task: view.id, until, tree: content.tree };
      for (const since of new Set([null, lastReviewedRound(view, me.actor.id)]))
        void cache.prefetchQuery(changeOptions(engine, { ...about, since }));
    };
    for (const task of names.split(" ").filter((name) => name !== ""))
      preload(task).catch(() => undefined); // the page that shows it reports what failed
  }, [engine, me, cache, names]);
}

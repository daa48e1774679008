import { type Client, CountersignError } from "@countersign/api";
import { parseChange } from "@countersign/review";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useSession } from "../session/Session.tsx";

/** Milliseconds during which a preloaded task, its draft and its read marks are not loaded again without an event. */
export const PRELOAD_MS = 10_000;

/**
 * The keys of everything that the pages load. An event of a task invalidates the lists and the task, and the list of
 * those that ended only if it is such an end.
 */
export const QUERY_KEYS = {
  inbox: ["inbox"],
  lists: ["list"],
  ended: ["ended"],
  task: (task: string) => ["task", task],
} as const;

export function taskOptions(engine: Client, task: string) {
  return queryOptions({
    queryKey: QUERY_KEYS.task(task),
    queryFn: () => engine.showTask({ task }),
    staleTime: PRELOAD_MS,
  });
}

/** The feedback that the person has not sent yet. */
export function draftOptions(engine: Client, task: string) {
  return queryOptions({
    queryKey: [...QUERY_KEYS.task(task), "draft"],
    queryFn: () => engine.readDraft({ task }),
    staleTime: PRELOAD_MS,
  });
}

export function useTask(task: string) {
  const { engine } = useSession();
  return useQuery(taskOptions(engine, task));
}

/** Loads several tasks, each as its own page would. */
export function useTasks(tasks: readonly string[]) {
  const { engine } = useSession();
  return useQueries({ queries: tasks.map((task) => taskOptions(engine, task)) });
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

/** Returns whether a repeated request may succeed. */
export function mayPass(error: Error): boolean {
  return !(error instanceof CountersignError) || error.retryable;
}

import { CountersignError } from "@countersign/api";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useSession } from "../session/Session.tsx";

/** The rows of an inbox that are loaded at once. */
const INBOX_ROWS = 500;

/** The keys of everything that the pages load. An event of a task invalidates the lists and the task. */
export const QUERY_KEYS = {
  inbox: ["inbox"],
  lists: ["list"],
  task: (task: string) => ["task", task],
} as const;

export function useInbox() {
  const { engine } = useSession();
  return useQuery(
    queryOptions({
      queryKey: QUERY_KEYS.inbox,
      queryFn: () => engine.inbox({ order: "risk", limit: INBOX_ROWS }),
    }),
  );
}

export function useTask(task: string) {
  const { engine } = useSession();
  return useQuery(
    queryOptions({ queryKey: QUERY_KEYS.task(task), queryFn: () => engine.showTask({ task }) }),
  );
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

export function useTriedModes(task: string) {
  const { engine } = useSession();
  return useQuery(
    queryOptions({
      queryKey: [...QUERY_KEYS.task(task), "modes"],
      queryFn: () => engine.tryModes({ task }),
    }),
  );
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

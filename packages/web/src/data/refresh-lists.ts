import type { QueryClient } from "@tanstack/react-query";
import { QUERY_KEYS } from "./queries.ts";

/** Milliseconds between two loads of the lists. A large inbox takes many requests, and events come in bursts. */
const CALM_MS = 300;
/** Milliseconds before the first load after a quiet time, so that the events of one command are handled together. */
const TOGETHER_MS = 50;

/** Loads the lists again after events, once for all events during a load. */
export function createListRefresher(cache: QueryClient, signal: AbortSignal) {
  let isDue = false;
  let loadedMs = Number.NEGATIVE_INFINITY;
  const refresh = (): void => {
    if (signal.aborted) return;
    const isLoading =
      cache.isFetching({ queryKey: QUERY_KEYS.inbox }) +
      cache.isFetching({ queryKey: QUERY_KEYS.lists });
    // A load that is cancelled again and again would never end.
    if (isLoading > 0) return void setTimeout(refresh, CALM_MS);
    isDue = false;
    loadedMs = performance.now();
    void cache.invalidateQueries({ queryKey: QUERY_KEYS.inbox });
    void cache.invalidateQueries({ queryKey: QUERY_KEYS.lists });
  };
  return {
    refreshSoon(): void {
      if (isDue) return;
      isDue = true;
      setTimeout(refresh, Math.max(TOGETHER_MS, loadedMs + CALM_MS - performance.now()));
    },
  };
}

import type { QueryClient } from "@tanstack/react-query";
import { QUERY_KEYS } from "./queries.ts";

/** Milliseconds between two loads of the lists. A large inbox takes many requests, and events come in bursts. */
const CALM_MS = 300;

/** Loads the lists again after events, once for all events during a load. */
export function createListRefresher(cache: QueryClient, signal: AbortSignal) {
  let isDue = false;
  const refresh = (): void => {
    if (signal.aborted) return;
    const isLoading =
      cache.isFetching({ queryKey: QUERY_KEYS.inbox }) +
      cache.isFetching({ queryKey: QUERY_KEYS.lists });
    // A load that is cancelled again and again would never end.
    if (isLoading > 0) return void setTimeout(refresh, CALM_MS);
    isDue = false;
    void cache.invalidateQueries({ queryKey: QUERY_KEYS.inbox });
    void cache.invalidateQueries({ queryKey: QUERY_KEYS.lists });
  };
  return {
    refreshSoon(): void {
      if (isDue) return;
      isDue = true;
      setTimeout(refresh, CALM_MS);
    },
  };
}

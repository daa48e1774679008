import type { QueryClient } from "@tanstack/react-query";
import { QUERY_KEYS } from "./queries.ts";

/** Milliseconds between two loads of the lists, because events come in bursts. */
const CALM_MS = 300;
/** A large inbox takes many requests: the page waits this many times as long as the last load took, up to a maximum. */
const CALM_SHARE = 4;
const MAX_CALM_MS = 10_000;
/** Milliseconds before the first load after a quiet time, so that the events of one command are handled together. */
const TOGETHER_MS = 50;

export type ListRefresher = {
  /** Loads the lists again, once for all calls during a load. */
  refreshSoon(): void;
};

/** Loads the lists again after events and decisions. */
export function createListRefresher(cache: QueryClient): ListRefresher {
  let isDue = false;
  let readyMs = Number.NEGATIVE_INFINITY;
  const refresh = async (): Promise<void> => {
    const isLoading =
      cache.isFetching({ queryKey: QUERY_KEYS.inbox }) +
      cache.isFetching({ queryKey: QUERY_KEYS.lists });
    // A load that is cancelled again and again would never end.
    if (isLoading > 0) return void setTimeout(refresh, CALM_MS);
    // A call during the last load did not know yet how long it took.
    const waitMs = readyMs - performance.now();
    if (waitMs > 0) return void setTimeout(refresh, waitMs);
    isDue = false;
    const beganMs = performance.now();
    readyMs = beganMs + CALM_MS;
    await Promise.all(
      [QUERY_KEYS.inbox, QUERY_KEYS.lists].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
    const tookMs = performance.now() - beganMs;
    readyMs = beganMs + Math.min(MAX_CALM_MS, Math.max(CALM_MS, tookMs * CALM_SHARE));
  };
  return {
    refreshSoon(): void {
      if (isDue) return;
      isDue = true;
      setTimeout(refresh, Math.max(TOGETHER_MS, readyMs - performance.now()));
    },
  };
}

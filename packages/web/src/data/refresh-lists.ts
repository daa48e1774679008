import type { QueryClient } from "@tanstack/react-query";
import { QUERY_KEYS } from "./queries.ts";

/** Milliseconds between two loads of the lists, because events come in bursts. */
const CALM_MS = 750;
/** A large inbox takes many requests: the page waits this many times as long as the last load took, up to a maximum. */
const CALM_SHARE = 4;
const MAX_CALM_MS = 10_000;
/** Milliseconds before the first load after a quiet time, so that the events of one command are handled together. */
const TOGETHER_MS = 50;

const UNFINISHED = [QUERY_KEYS.inbox, QUERY_KEYS.lists];
const ALL = [...UNFINISHED, QUERY_KEYS.ended];

export type ListRefresher = {
  /** Loads the lists again, once for all calls during a load. The list of ended tasks: only if one may have ended. */
  refreshSoon(hasEnded?: boolean): void;
};

/** Loads the lists again after events and decisions. */
export function createListRefresher(cache: QueryClient): ListRefresher {
  let isDue = false;
  let isEndedDue = false;
  let readyMs = Number.NEGATIVE_INFINITY;
  const refresh = async (): Promise<void> => {
    const isLoading = ALL.some((queryKey) => cache.isFetching({ queryKey }) > 0);
    // A load that is cancelled again and again would never end.
    if (isLoading) return void setTimeout(refresh, CALM_MS);
    // A call during the last load did not know yet how long it took.
    const waitMs = readyMs - performance.now();
    if (waitMs > 0) return void setTimeout(refresh, waitMs);
    const due = isEndedDue ? ALL : UNFINISHED;
    isDue = false;
    isEndedDue = false;
    const beganMs = performance.now();
    readyMs = beganMs + CALM_MS;
    await Promise.all(due.map((queryKey) => cache.invalidateQueries({ queryKey })));
    const tookMs = performance.now() - beganMs;
    readyMs = beganMs + Math.min(MAX_CALM_MS, Math.max(CALM_MS, tookMs * CALM_SHARE));
  };
  return {
    refreshSoon(hasEnded = false): void {
      isEndedDue ||= hasEnded;
      if (isDue) return;
      isDue = true;
      setTimeout(refresh, Math.max(TOGETHER_MS, readyMs - performance.now()));
    },
  };
}

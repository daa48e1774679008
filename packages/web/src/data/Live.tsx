import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { useSession } from "../session/Session.tsx";
import { followLiveEvents } from "./live-events.ts";
import { QUERY_KEYS } from "./queries.ts";
import { createListRefresher } from "./refresh-lists.ts";

/** Milliseconds during which events are collected and handled together, because they arrive in bursts. */
const TOGETHER_MS = 100;

const LinkContext = createContext<number | null>(null);

/** Returns the time since which the page is not live; null while it is. */
export function useLostSince(): number | null {
  return use(LinkContext);
}

/** Keeps what the pages show up to date. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { engine } = useSession();
  const cache = useQueryClient();
  const [lostSinceMs, setLostSince] = useState<number | null>(null);
  useEffect(() => {
    const end = new AbortController();
    const changed = new Set<string>();
    const refresh = (): void => {
      for (const task of changed) void cache.invalidateQueries({ queryKey: QUERY_KEYS.task(task) });
      changed.clear();
    };
    const lists = createListRefresher(cache, end.signal);
    followLiveEvents(engine, {
      signal: end.signal,
      onEvent({ task }) {
        if (changed.size === 0) setTimeout(refresh, TOGETHER_MS);
        changed.add(task);
        lists.refreshSoon();
      },
      onOwn: ({ task, what }) =>
        void cache.invalidateQueries({ queryKey: [...QUERY_KEYS.task(task), what] }),
      onOpened: () => void cache.invalidateQueries(),
      onLink: setLostSince,
    });
    return () => end.abort();
  }, [engine, cache]);
  return <LinkContext value={lostSinceMs}>{children}</LinkContext>;
}

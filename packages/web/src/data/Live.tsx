import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from "react";
import { useSession } from "../session/Session.tsx";
import { isEnded } from "./ended.ts";
import { followLiveEvents } from "./live-events.ts";
import { QUERY_KEYS } from "./queries.ts";
import { createListRefresher, type ListRefresher } from "./refresh-lists.ts";

/** Milliseconds during which events are collected and handled together, because they arrive in bursts. */
const TOGETHER_MS = 100;

const LinkContext = createContext<number | null>(null);
const ListContext = createContext<ListRefresher | null>(null);

/** Returns the time since which the page is not live; null while it is. */
export function useLostSince(): number | null {
  return use(LinkContext);
}

/** Returns a function that loads again what a command may have changed: the task and the lists. It never changes. */
export function useRefreshTask(): (task: string) => void {
  const cache = useQueryClient();
  const lists = use(ListContext);
  return useCallback(
    (task) => {
      void cache.invalidateQueries({ queryKey: QUERY_KEYS.task(task) });
      lists?.refreshSoon(true);
    },
    [cache, lists],
  );
}

/** Keeps what the pages show up to date. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { engine } = useSession();
  const cache = useQueryClient();
  const [lostSinceMs, setLostSince] = useState<number | null>(null);
  const [lists] = useState(() => createListRefresher(cache));
  useEffect(() => {
    const end = new AbortController();
    const changed = new Set<string>();
    const refresh = (): void => {
      for (const task of changed) void cache.invalidateQueries({ queryKey: QUERY_KEYS.task(task) });
      changed.clear();
    };
    followLiveEvents(engine, {
      signal: end.signal,
      onEvent({ task, state }) {
        if (changed.size === 0) setTimeout(refresh, TOGETHER_MS);
        changed.add(task);
        lists.refreshSoon(isEnded(state));
      },
      onOwn: ({ task, what }) =>
        void cache.invalidateQueries({ queryKey: [...QUERY_KEYS.task(task), what] }),
      onOpened: () => void cache.invalidateQueries(),
      onLink: setLostSince,
      // The pages load again and learn why: a session that was ended elsewhere is signed out.
      onRefused: () => void cache.invalidateQueries(),
    });
    return () => end.abort();
  }, [engine, cache, lists]);
  return (
    <ListContext value={lists}>
      <LinkContext value={lostSinceMs}>{children}</LinkContext>
    </ListContext>
  );
}

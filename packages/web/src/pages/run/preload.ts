import type { Client } from "@countersign/api";
import { lastReviewedRound } from "@countersign/review";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { changeOptions, draftOptions, taskOptions } from "../../data/queries.ts";
import { readMarksOptions } from "../../data/read-marks.ts";
import { highlightChange } from "../../diff/code-colours.ts";
import { useSession } from "../../session/Session.tsx";

/** Returns a function that loads a task with all that its page needs. It reports nothing: the page shows what failed. */
export function useLoadTask(): (task: string) => Promise<void> {
  const { engine, me } = useSession();
  const cache = useQueryClient();
  return useCallback(
    (task) => loadTask({ engine, cache, me: me.actor.id }, task).catch(() => undefined),
    [engine, cache, me],
  );
}

/** Loads tasks before they are shown, one after the other, so that the next one appears without a wait. */
export function usePreload(tasks: readonly string[]): void {
  const load = useLoadTask();
  const names = tasks.join(" ");
  useEffect(() => {
    let isEnded = false;
    const loadAll = async (): Promise<void> => {
      for (const task of names.split(" ")) if (task !== "" && !isEnded) await load(task);
    };
    void loadAll();
    return () => {
      isEnded = true;
    };
  }, [load, names]);
}

type LoadDeps = { engine: Client; cache: QueryClient; me: string };

async function loadTask({ engine, cache, me }: LoadDeps, task: string): Promise<void> {
  const view = await cache.fetchQuery(taskOptions(engine, task));
  const own = [
    cache.prefetchQuery(draftOptions(engine, view.id)),
    cache.prefetchQuery(readMarksOptions(engine, view.id)),
  ];
  const loadChange = async (since: number | null): Promise<void> => {
    if (view.round === null) return;
    const { number: until, content } = view.round;
    const about = { task: view.id, until, tree: content.tree, since };
    highlightChange(await cache.fetchQuery(changeOptions(engine, about)));
  };
  const rounds = new Set([null, lastReviewedRound(view, me)]);
  await Promise.all([...own, ...[...rounds].map(loadChange)]);
}

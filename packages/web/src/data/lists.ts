import type { Client, Inbox, TaskLine } from "@countersign/api";
import { BOARD_COLUMNS, COLUMN_NAMES, type Column } from "@countersign/review";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../session/Session.tsx";
import { ENDED_TASK_STATES } from "./ended.ts";
import { type FactLine, toFactLine } from "./line-facts.ts";
import { QUERY_KEYS } from "./queries.ts";

/** The rows that one request returns, and the tasks with which a run begins. */
const PAGE_ROWS = 500;
const RUN_ROWS = 20;
/** The cards of a column, and the rows of tasks that wait for others. */
const OTHER_ROWS = 200;

export type LoadedInbox = Omit<Inbox, "items" | "next"> & {
  items: FactLine[];
  /** False while only the first tasks of an order are loaded: the riskiest, or those with which a run begins. */
  isWhole: boolean;
  order: "risk" | "run";
};

/** Loads every task that waits for the person, riskiest first. The first page is shown while the others load. */
export function useInbox() {
  const { engine } = useSession();
  return useQuery(
    queryOptions({
      queryKey: QUERY_KEYS.inbox,
      queryFn: ({ client }) => loadInbox(engine, (first) => showFirst(client, first)),
    }),
  );
}

/**
 * Loads the inbox for a run: the tasks with which it begins, then what `loadTask` loads, then the others. An inbox of
 * which only the riskiest tasks are loaded is not shown: they may not be the first of the run.
 */
export function useRunInbox(loadTask: (first: LoadedInbox) => Promise<void>) {
  const { engine } = useSession();
  const { data, error, errorUpdatedAt, refetch } = useQuery(
    queryOptions({
      queryKey: QUERY_KEYS.inbox,
      async queryFn({ client }) {
        if (client.getQueryData(QUERY_KEYS.inbox) === undefined) {
          const { inbox } = await loadPart(engine, { order: "run", limit: RUN_ROWS });
          if (inbox.isWhole) return inbox;
          showFirst(client, inbox);
          await loadTask(inbox);
        }
        return await loadInbox(engine, () => undefined);
      },
    }),
  );
  const canStart = data !== undefined && (data.isWhole || data.order === "run");
  return { data: canStart ? data : undefined, error, errorUpdatedAt, refetch };
}

function showFirst(cache: QueryClient, first: LoadedInbox): void {
  cache.setQueryData<LoadedInbox>(QUERY_KEYS.inbox, (known) => known ?? first);
}

async function loadInbox(
  engine: Client,
  onFirst: (first: LoadedInbox) => void,
): Promise<LoadedInbox> {
  const page = { order: "risk", limit: PAGE_ROWS } as const;
  const { inbox: first, next } = await loadPart(engine, page);
  if (next !== null) onFirst(first);
  const lines = [...first.items];
  for (let after = next; after !== null; ) {
    const more = await loadPart(engine, { ...page, after });
    lines.push(...more.inbox.items);
    after = more.next;
  }
  // A task that changed between two pages can be on both.
  const byTask = new Map(lines.map((line) => [line.task, line]));
  return { ...first, items: [...byTask.values()], isWhole: true };
}

type PartQuery = { order: LoadedInbox["order"]; limit: number; after?: string };

async function loadPart(
  engine: Client,
  query: PartQuery,
): Promise<{ inbox: LoadedInbox; next: string | null }> {
  const { items, next, ...rest } = await engine.inbox(query);
  const { order } = query;
  return { inbox: { ...rest, items: items.map(toFactLine), isWhole: next === null, order }, next };
}

/** Returns how many tasks wait for the person; null until it is known. An inbox on screen tells without a request. */
export function usePendingCount(): number | null {
  const { engine } = useSession();
  const { data } = useQuery(
    queryOptions({
      queryKey: [...QUERY_KEYS.lists, "pending"],
      async queryFn({ client }) {
        const inbox = client
          .getQueryCache()
          .find<LoadedInbox>({ queryKey: QUERY_KEYS.inbox, exact: true });
        const counted = inbox?.isActive() ? await inbox.fetch() : await engine.status();
        return counted.waitingForMe;
      },
    }),
  );
  return data ?? null;
}

const UNFINISHED: TaskLine["state"][] = [
  "open",
  "in_progress",
  "reviewing",
  "rework",
  "held",
  "approved",
  "merging",
];

/** Loads tasks that do not wait for the person: unfinished ones, and those that ended last. */
export function useOtherTasks(): FactLine[] | undefined {
  const { data: unfinished } = useNewest([...QUERY_KEYS.lists, "unfinished"], UNFINISHED);
  const { data: ended } = useNewest(QUERY_KEYS.ended, ENDED_TASK_STATES);
  return useMemo(() => {
    if (unfinished === undefined || ended === undefined) return undefined;
    // A task that was reopened since its end was loaded is in both.
    const tasks = new Set(unfinished.map(({ task }) => task));
    return [...unfinished, ...ended.filter(({ task }) => !tasks.has(task))];
  }, [unfinished, ended]);
}

function useNewest(queryKey: readonly string[], state: TaskLine["state"][]) {
  const { engine } = useSession();
  return useQuery(
    queryOptions({
      queryKey,
      async queryFn() {
        const { items } = await engine.listTasks({ state, order: "newest", limit: OTHER_ROWS });
        return items.map(toFactLine);
      },
    }),
  );
}

/** Loads the first cards of each column of the board. */
export function useBoard() {
  const { engine } = useSession();
  return useQuery(
    queryOptions({
      queryKey: [...QUERY_KEYS.lists, "board"],
      async queryFn() {
        const [inbox, ...pages] = await Promise.all([
          engine.inbox({ order: "risk", limit: OTHER_ROWS }),
          ...COLUMN_NAMES.map((column) => loadColumn(engine, column)),
        ]);
        return { inbox, lines: pages.flat() };
      },
    }),
  );
}

async function loadColumn(engine: Client, column: Column): Promise<FactLine[]> {
  const { items } = await engine.listTasks({
    state: [...BOARD_COLUMNS[column].states],
    order: "newest",
    limit: OTHER_ROWS,
  });
  return items.map(toFactLine);
}

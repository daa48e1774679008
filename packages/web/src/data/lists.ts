import type { Client, Inbox, TaskLine } from "@countersign/api";
import { BOARD_COLUMNS, COLUMN_NAMES, type Column } from "@countersign/review";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../session/Session.tsx";
import { type FactLine, toFactLine } from "./line-facts.ts";
import { QUERY_KEYS } from "./queries.ts";

/** The rows that one request returns. */
const PAGE_ROWS = 500;
/** The cards of a column, and the rows of tasks that wait for others. */
const OTHER_ROWS = 200;

export type LoadedInbox = Omit<Inbox, "items" | "next"> & {
  items: FactLine[];
  /** False while only the riskiest tasks are loaded. */
  isWhole: boolean;
};

/** Loads every task that waits for the person, riskiest first. The first page is shown while the others load. */
export function useInbox() {
  const { engine } = useSession();
  const cache = useQueryClient();
  const showFirst = (first: LoadedInbox): void =>
    void cache.setQueryData<LoadedInbox>(QUERY_KEYS.inbox, (known) => known ?? first);
  return useQuery(
    queryOptions({ queryKey: QUERY_KEYS.inbox, queryFn: () => loadInbox(engine, showFirst) }),
  );
}

/** Loads the inbox and shows nothing before it is whole: the order of a run depends on every task. */
export function useWholeInbox() {
  const { data, error, errorUpdatedAt, refetch } = useInbox();
  return { data: data?.isWhole === true ? data : undefined, error, errorUpdatedAt, refetch };
}

async function loadInbox(
  engine: Client,
  showFirst: (first: LoadedInbox) => void,
): Promise<LoadedInbox> {
  const page = (after: string | null): Promise<Inbox> =>
    engine.inbox({ order: "risk", limit: PAGE_ROWS, ...(after === null ? {} : { after }) });
  const { items, next, ...first } = await page(null);
  if (next !== null) showFirst({ ...first, items: items.map(toFactLine), isWhole: false });
  const lines = [...items];
  for (let cursor = next; cursor !== null; ) {
    const more = await page(cursor);
    lines.push(...more.items);
    cursor = more.next;
  }
  // A task that changed between two pages can be on both.
  const byTask = new Map(lines.map((line) => [line.task, line]));
  return { ...first, items: [...byTask.values()].map(toFactLine), isWhole: true };
}

/** Returns how many tasks wait for the person; null until it is known. */
export function usePendingCount(): number | null {
  const { engine } = useSession();
  const { data } = useQuery(
    queryOptions({
      queryKey: [...QUERY_KEYS.lists, "sections"],
      queryFn: () => engine.countSections({}),
    }),
  );
  if (data === undefined) return null;
  const { held, merge, yours, ready } = data.counts;
  return held + merge + yours + ready;
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
export function useOtherTasks() {
  const { engine } = useSession();
  return useQuery(
    queryOptions({
      queryKey: [...QUERY_KEYS.lists, "others"],
      async queryFn(): Promise<FactLine[]> {
        const [unfinished, ended] = await Promise.all([
          engine.listTasks({ state: UNFINISHED, order: "newest", limit: OTHER_ROWS }),
          engine.listTasks({ state: ["done", "rejected"], order: "newest", limit: OTHER_ROWS }),
        ]);
        return [...unfinished.items, ...ended.items].map(toFactLine);
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

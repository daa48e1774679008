import type { TaskFilter, TaskQuery } from "@countersign/engine";

/** A value of a query. Absent and undefined mean the same. */
type Maybe<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

type ListFilter = Maybe<{
  q: string;
  repo: string;
  author: string;
  branch: string;
  worktree: string;
  label: string;
  gate: string;
  mode: string;
  riskAtLeast: number;
  since: number;
  priority: "P0" | "P1" | "P2";
}>;

type ListQuery = ListFilter &
  Maybe<{
    state: NonNullable<TaskQuery["states"]>;
    turn: NonNullable<TaskQuery["turnHolder"]>;
    who: string;
    order: NonNullable<TaskQuery["order"]>;
    limit: number;
    after: string;
  }>;

/** Translates the conditions of a list request for the engine. */
export function taskFilter(query: ListFilter): TaskFilter {
  const { q, since, author, branch, worktree, repo, label, gate, mode, riskAtLeast, priority } =
    query;
  const location = defined({ author, branch, worktree });
  const isPlaced = Object.keys(location).length > 0;
  return {
    ...(isPlaced && { location }),
    ...defined({ text: q, sinceMs: since, repo, label, gate, mode, riskAtLeast, priority }),
  };
}

/** Translates a list request for the engine. */
export function taskQuery({ state, turn, who, order, limit, after, ...filter }: ListQuery) {
  const place = defined({ states: state, turnHolder: turn, turnWho: who, order, limit, after });
  return { ...taskFilter(filter), ...place } satisfies TaskQuery;
}

type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** Returns the values that are present. */
function defined<Values extends object>(values: Values): Defined<Values> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Defined<Values>;
}

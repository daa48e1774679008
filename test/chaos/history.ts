/** One call and how it ended for the caller; `unknown` may or may not have been done. */
export type Attempt = {
  startMs: number;
  endMs: number;
  outcome: "ok" | "refused" | "unknown";
  /** Where the task stood after the command, as the answer said. */
  seq?: number;
};

/** One command under one key, with every call that was made for it. */
export type Operation = { key: string; task: string; attempts: readonly Attempt[] };

/** An entry of the log, and the key of the command that wrote it if it holds one. */
export type Logged = { task: string; seq: number; key: string | null };

export type Anomaly = {
  what:
    | "lost"
    | "doubled"
    | "refused_but_done"
    | "contradicted"
    | "elsewhere"
    | "reordered"
    | "invented"
    | "gap";
  about: string;
};

/**
 * Compares what callers were told with what the log holds, and lists every contradiction.
 *
 * An acknowledged command is in the log once, at the place that its answer named or before it; a refused
 * one is not; any other is there at most once. What ended before something else began stands before it.
 */
export function findAnomalies(
  operations: readonly Operation[],
  log: readonly Logged[],
): readonly Anomaly[] {
  const entries = Map.groupBy(log, ({ key }) => key ?? "");
  const known = new Set(operations.map(({ key }) => key));
  const byTask = Map.groupBy(
    operations.flatMap((operation) => placed(operation, entries.get(operation.key)?.[0])),
    ({ task }) => task,
  );
  return [
    ...operations.flatMap((operation) => judge(operation, entries.get(operation.key) ?? [])),
    ...log
      .filter(({ key }) => key !== null && !known.has(key))
      .map(({ key }): Anomaly => ({ what: "invented", about: String(key) })),
    ...[...byTask.values()].flatMap(findReordered),
    ...[...Map.groupBy(log, ({ task }) => task)].flatMap(findGap),
  ];
}

function judge({ key, task, attempts }: Operation, entries: readonly Logged[]): Anomaly[] {
  const told = new Set(attempts.map(({ outcome }) => outcome));
  const seqs = new Set(attempts.flatMap(({ seq }) => seq ?? []));
  const found: Anomaly["what"][] = [];
  if (told.has("ok") && entries.length === 0) found.push("lost");
  if (entries.length > 1) found.push("doubled");
  if (told.has("ok") && told.has("refused")) found.push("contradicted");
  else if (told.has("refused") && entries.length > 0) found.push("refused_but_done");
  if (seqs.size > 1) found.push("contradicted");
  const [entry] = entries;
  if (entry !== undefined && (entry.task !== task || [...seqs].some((seq) => entry.seq > seq)))
    found.push("elsewhere");
  return found.map((what) => ({ what, about: key }));
}

/** A command that was done, and the time in which it must have been. */
type Placed = { key: string; task: string; seq: number; startMs: number; endMs: number };

function placed({ key, task, attempts }: Operation, entry: Logged | undefined): Placed[] {
  if (entry === undefined) return [];
  const firstOk = attempts.find(({ outcome }) => outcome === "ok");
  const startMs = Math.min(...attempts.map((attempt) => attempt.startMs));
  return [
    { key, task, seq: entry.seq, startMs, endMs: firstOk?.endMs ?? Number.POSITIVE_INFINITY },
  ];
}

/** In the order of the log, nothing may have ended before something that stands before it began. */
function findReordered(done: readonly Placed[]): Anomaly[] {
  let latest: Placed | null = null;
  const found: Anomaly[] = [];
  for (const next of done.toSorted((one, other) => one.seq - other.seq)) {
    if (latest !== null && next.endMs < latest.startMs)
      found.push({ what: "reordered", about: `${next.key} after ${latest.key}` });
    if (latest === null || next.startMs > latest.startMs) latest = next;
  }
  return found;
}

function findGap([task, entries]: [string, readonly Logged[]]): Anomaly[] {
  const seqs = entries.map(({ seq }) => seq).toSorted((one, other) => one - other);
  return seqs.every((seq, index) => seq === index + 1) ? [] : [{ what: "gap", about: task }];
}

import type { Client } from "@countersign/api";
import { type ReadMarks, toReadMarks } from "@countersign/review";
import { queryOptions } from "@tanstack/react-query";
import { PRELOAD_MS, QUERY_KEYS } from "./queries.ts";

/** The marks of the lines that the person has read, in the terminal or in a browser. */
export function readMarksOptions(engine: Client, task: string) {
  return queryOptions({
    queryKey: [...QUERY_KEYS.task(task), "read"],
    queryFn: async (): Promise<ReadMarks> => toReadMarks(await engine.listReadLines({ task })),
    staleTime: PRELOAD_MS,
    structuralSharing: (known, loaded) => (isSame(known, loaded) ? known : loaded),
  });
}

function isSame(known: unknown, loaded: unknown): boolean {
  if (!(known instanceof Map) || !(loaded instanceof Map)) return false;
  const isKept = ([key, lines]: [string, ReadonlySet<string>]): boolean => {
    const before: ReadonlySet<string> | undefined = known.get(key);
    return before?.size === lines.size && [...lines].every((line) => before.has(line));
  };
  return known.size === loaded.size && [...loaded].every(isKept);
}

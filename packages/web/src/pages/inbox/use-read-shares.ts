import type { TaskView } from "@countersign/api";
import { readPercent, restoreReadLines } from "@countersign/review";
import { useQueries } from "@tanstack/react-query";
import { changeOptions } from "../../data/queries.ts";
import { readMarksOptions } from "../../data/read-marks.ts";
import { digestReadLine } from "../../diff/digest-line.ts";
import { useSession } from "../../session/Session.tsx";

/** Returns how much of each task's change the person has read, in percent. Only changes with marks are loaded. */
export function useReadShares(views: readonly TaskView[]): ReadonlyMap<string, number> {
  const { engine } = useSession();
  const marks = useQueries({
    queries: views.map(({ id }) => readMarksOptions(engine, id)),
  });
  const changes = useQueries({
    queries: views.map(({ id, round }, index) => ({
      ...changeOptions(engine, {
        task: id,
        since: null,
        until: round?.number ?? 0,
        tree: round?.content.tree ?? "",
      }),
      enabled: round !== null && (marks[index]?.data?.size ?? 0) > 0,
    })),
  });
  return new Map(
    views.map((view, index) => {
      const change = changes[index]?.data;
      const known = marks[index]?.data;
      const read =
        change === undefined || known === undefined
          ? new Map()
          : restoreReadLines(new Map(), known, change, digestReadLine);
      return [view.id, readPercent(read, view, change)];
    }),
  );
}

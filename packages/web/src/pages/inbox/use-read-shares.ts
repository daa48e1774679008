import type { TaskView } from "@countersign/api";
import { readMarks, readPercent, restoreReadLines } from "@countersign/review";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { changeOptions } from "../../data/queries.ts";
import { digestReadLine } from "../../diff/digest-line.ts";
import { TAB_MARKS } from "../../diff/use-reading.ts";
import { useSession } from "../../session/Session.tsx";

/** Returns how much of each task's change the person has read, in percent. Only changes with marks are loaded. */
export function useReadShares(views: readonly TaskView[]): ReadonlyMap<string, number> {
  const { engine } = useSession();
  const [marks] = useState(() => readMarks(TAB_MARKS.load()));
  const changes = useQueries({
    queries: views.map(({ id, round }) => ({
      ...changeOptions(engine, {
        task: id,
        since: null,
        until: round?.number ?? 0,
        tree: round?.content.tree ?? "",
      }),
      enabled: round !== null && [...marks.keys()].some((key) => key.startsWith(`${id} `)),
    })),
  });
  return new Map(
    views.map((view, index) => {
      const change = changes[index]?.data;
      const read =
        change === undefined
          ? new Map()
          : restoreReadLines(new Map(), marks, change, digestReadLine);
      return [view.id, readPercent(read, view, change)];
    }),
  );
}

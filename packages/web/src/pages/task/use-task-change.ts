import type { TaskView } from "@countersign/api";
import { readPercent } from "@countersign/review";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { createMarkSaver } from "../../data/mark-saver.ts";
import { changeOptions } from "../../data/queries.ts";
import { readMarksOptions } from "../../data/read-marks.ts";
import { useReading } from "../../diff/use-reading.ts";
import { useSession } from "../../session/Session.tsx";
import type { RoundChoice } from "./compared-rounds.ts";

/** Loads the change on screen, and the whole one, of which the share that was read is recorded. */
export function useTaskChange(view: TaskView, { since, until }: RoundChoice) {
  const { engine } = useSession();
  const current = view.round?.number ?? 0;
  const about = { task: view.id, tree: view.round?.content.tree ?? "" };
  const enabled = view.round !== null;
  const whole = useQuery({
    ...changeOptions(engine, { ...about, since: null, until: current }),
    enabled,
  });
  const compared = useQuery({
    ...changeOptions(engine, { ...about, since, until: until ?? current }),
    enabled,
  });
  const changes = useMemo(
    () => [whole.data, compared.data].flatMap((change) => change ?? []),
    [whole.data, compared.data],
  );
  const { data: marks } = useQuery(readMarksOptions(engine, view.id));
  const save = useMemo(() => createMarkSaver(engine, view.id), [engine, view.id]);
  const reading = useReading({ task: view.id, changes, marks, save });
  return { compared, reading, percent: readPercent(reading.read, view, whole.data) };
}

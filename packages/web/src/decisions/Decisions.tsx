import type { TaskLine } from "@countersign/api";
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { useRefreshTask } from "../data/Live.tsx";
import { useNotice } from "../frame/Notices.tsx";
import { useSession } from "../session/Session.tsx";
import { createDecider, type Decider } from "./create-decider.ts";

type DecidedTasks = ReadonlyMap<string, number>;

const DeciderContext = createContext<Decider | null>(null);
const DecidedContext = createContext<DecidedTasks>(new Map());

/** Returns the functions that decide and undo. They never change, so a row that uses them is not drawn again. */
export function useDecider(): Decider {
  const decider = use(DeciderContext);
  if (decider === null) throw new Error("There is no decider");
  return decider;
}

/** Returns whether a list row is older than a decision of this tab, so that the task is not offered again. */
export function useIsDecided(): (line: Pick<TaskLine, "task" | "seq">) => boolean {
  const decided = use(DecidedContext);
  return useMemo(
    () =>
      ({ task, seq }) =>
        seq < (decided.get(task) ?? 0),
    [decided],
  );
}

/** Calls back with the tasks whose decisions were undone, so that the page shows them again. */
export function useUndone(onUndone: (tasks: readonly string[]) => void): void {
  const decider = useDecider();
  const report = useEffectEvent(onUndone);
  useEffect(() => decider.onUndone((tasks) => report(tasks)), [decider]);
}

export function DecisionProvider({ children }: { children: ReactNode }) {
  const { engine } = useSession();
  const refreshTask = useRefreshTask();
  const { show, fail } = useNotice();
  const [decided, setDecided] = useState<DecidedTasks>(new Map());
  const [decider] = useState(() =>
    createDecider({
      engine,
      onDecided: setDecided,
      onChanged: refreshTask,
      show,
      fail,
    }),
  );
  return (
    <DeciderContext value={decider}>
      <DecidedContext value={decided}>{children}</DecidedContext>
    </DeciderContext>
  );
}

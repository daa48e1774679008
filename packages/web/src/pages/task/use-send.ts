import { safeText } from "@countersign/review";
import { useQueryClient } from "@tanstack/react-query";
import { refreshTask } from "../../data/queries.ts";
import { useNotice } from "../../frame/Notices.tsx";

/** Returns a function that sends a command about a task and reports the result. */
export function useSend(task: string): (done: string, command: () => Promise<unknown>) => void {
  const cache = useQueryClient();
  const { show, fail } = useNotice();
  return (done, command) => {
    command().then(
      () => {
        show(safeText(done));
        refreshTask(cache, task);
      },
      (error: Error) => fail(safeText(error.message)),
    );
  };
}

import { useRefreshTask } from "../../data/Live.tsx";
import { useNotice } from "../../frame/Notices.tsx";

/** Returns a function that sends a command about a task and reports the result. */
export function useSend(task: string): (done: string, command: () => Promise<unknown>) => void {
  const refreshTask = useRefreshTask();
  const { show, fail } = useNotice();
  return (done, command) => {
    command().then(
      () => {
        show(done);
        refreshTask(task);
      },
      (error: Error) => fail(error.message),
    );
  };
}

import type { Lend } from "../app/App.ts";

/**
 * A program that is told to stop gives the terminal back first, and takes it again when it goes on.
 * The answer ends that.
 */
export function stopAndGoOn(lend: Lend): () => void {
  let isStopped = false;
  const onStop = (): void => {
    if (isStopped) return;
    isStopped = true;
    void lend(untilGoesOn).finally(() => {
      isStopped = false;
    });
  };
  process.on("SIGTSTP", onStop);
  return () => {
    process.off("SIGTSTP", onStop);
  };
}

function untilGoesOn(): Promise<void> {
  return new Promise((resolve) => {
    // An idle loop would end before the signal comes.
    const alive = setInterval(() => undefined, 1_000);
    process.once("SIGCONT", () => {
      clearInterval(alive);
      resolve();
    });
    process.kill(process.pid, "SIGSTOP");
  });
}

import { constants } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Lends the terminal to another program, such as an editor, until the work ends. */
export type LendTerminal = (work: () => Promise<void>) => Promise<void>;

/** Shells add this to the number of the signal that ended a program. */
const SIGNAL_EXIT = 128;

/** Signals of a closed terminal and of a shutdown. */
const END_SIGNALS = ["SIGHUP", "SIGTERM"] as const;

/** Milliseconds without another resize after which the screen is redrawn. */
const RESIZE_MS = 60;

/**
 * Closes the screen when the terminal is closed or the program must end, so that reading progress
 * is stored first. `now` ends the program with the exit code of the signal.
 */
export function endInOrder(close: () => void): { now(): void } {
  let signal: NodeJS.Signals | null = null;
  const onSignal = (name: NodeJS.Signals): void => {
    signal = name;
    close();
  };
  for (const name of END_SIGNALS) process.on(name, onSignal);
  return {
    now() {
      for (const name of END_SIGNALS) process.off(name, onSignal);
      if (signal !== null) process.exit(SIGNAL_EXIT + constants.signals[signal]);
    },
  };
}

/** Releases the terminal before the program is suspended. Returns a function that ends this. */
export function suspendInOrder(lend: LendTerminal): () => void {
  let isStopped = false;
  const onStop = (): void => {
    if (isStopped) return;
    isStopped = true;
    void lend(untilContinued).finally(() => {
      isStopped = false;
    });
  };
  process.on("SIGTSTP", onStop);
  return () => {
    process.off("SIGTSTP", onStop);
  };
}

function untilContinued(): Promise<void> {
  return new Promise((resolve) => {
    // An idle event loop would end before the signal arrives.
    const alive = setInterval(() => undefined, 1_000);
    process.once("SIGCONT", () => {
      clearInterval(alive);
      resolve();
    });
    process.kill(process.pid, "SIGSTOP");
  });
}

/** Stops reading keys, so an editor gets all of them; `takeKeys` starts again. */
export async function leaveKeys(stdin: NodeJS.ReadStream): Promise<void> {
  // Pausing has no effect before the listeners are removed.
  await nextTurn();
  stdin.pause();
}

export function takeKeys(stdin: NodeJS.ReadStream): void {
  stdin.resume();
}

/** Redraws the whole screen after a resize. Returns a function that ends this. */
export function redrawAfterResize(stdout: NodeJS.WriteStream, redraw: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const onResize = (): void => {
    clearTimeout(timer);
    timer = setTimeout(redraw, RESIZE_MS);
  };
  stdout.on("resize", onResize);
  return () => {
    clearTimeout(timer);
    stdout.off("resize", onResize);
  };
}

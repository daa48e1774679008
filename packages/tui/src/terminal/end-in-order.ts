import { constants } from "node:os";

/** What shells add to the number of the signal that ended a program. */
const SIGNAL_EXIT = 128;

/** Signals of a terminal that is closed and of a machine that is shut down. */
const SIGNALS = ["SIGHUP", "SIGTERM"] as const;

/**
 * Closes the screen when the terminal is closed or the program is asked to end, so that what was read is kept
 * first. `now` ends the program with the exit code of the signal.
 */
export function endInOrder(close: () => void): { now(): void } {
  let signal: NodeJS.Signals | null = null;
  const onSignal = (name: NodeJS.Signals): void => {
    signal = name;
    close();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    now() {
      for (const name of SIGNALS) process.off(name, onSignal);
      if (signal !== null) process.exit(SIGNAL_EXIT + constants.signals[signal]);
    },
  };
}

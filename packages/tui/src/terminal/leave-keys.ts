import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Reads no key while something else has the terminal: whoever reads beside an editor takes every other key
 * from it. Taken up again by `takeKeys`, after somebody listens.
 */
export async function leaveKeys(stdin: NodeJS.ReadStream): Promise<void> {
  // Only when it is known that nobody listens any more does pausing stop the reading.
  await nextTurn();
  stdin.pause();
}

export function takeKeys(stdin: NodeJS.ReadStream): void {
  stdin.resume();
}

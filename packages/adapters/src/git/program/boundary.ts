import { channel } from "node:diagnostics_channel";

/** The engine publishes to it, too. */
const boundaries = channel("countersign.boundary");

/**
 * Names a moment after which a crash leaves something else behind than before it. Nobody listens in
 * production; tests that end the process at each of them do.
 */
export function boundary(name: string): void {
  if (boundaries.hasSubscribers) boundaries.publish(name);
}

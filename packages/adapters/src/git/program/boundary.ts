import { channel } from "node:diagnostics_channel";

/** The engine publishes to the same channel. */
const boundaries = channel("countersign.boundary");

/**
 * Marks a point at which a crash leaves a different state than before it. Production has no listener; crash
 * tests kill the process at each point.
 */
export function boundary(name: string): void {
  if (boundaries.hasSubscribers) boundaries.publish(name);
}

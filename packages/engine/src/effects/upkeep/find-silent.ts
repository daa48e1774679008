import { durationMs, type Policy } from "@countersign/core";
import type { SilenceClocks } from "../../store/organisation/silence-clocks.ts";

type SilentWork = { task: string; seq: number; summary: string };

/**
 * Finds work to inspect because its agent was silent.
 *
 * An agent's own clock is reset only by its own events. The run's clock is reset by any agent; when it
 * expires, all unfinished work is inspected.
 */
export function findSilent(
  { work, runQuietMs }: SilenceClocks,
  { agent, run }: Policy["silence"],
): SilentWork[] {
  const isRunSilent = runQuietMs >= durationMs(run);
  return work.flatMap(({ task, seq, quietMs }) => {
    if (quietMs >= durationMs(agent)) return [{ task, seq, summary: `Nothing for ${agent}` }];
    return isRunSilent ? [{ task, seq, summary: `Nothing from any agent for ${run}` }] : [];
  });
}

import { durationMs, type Policy } from "@countersign/core";
import type { SilenceClocks } from "../../store/organisation/silence-clocks.ts";

type SilentWork = { task: string; seq: number; summary: string };

/**
 * Which work is looked at because nothing was heard.
 *
 * An agent's own clock is reset by its own events alone. The clock of the run is reset by whoever of the
 * agents is heard; when it has run out, everything that is unfinished is looked at.
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

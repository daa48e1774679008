import { stopForCheck, stopForFeedback } from "@countersign/core";
import type { BlockCause } from "./decide-stop.ts";

/** What an agent reads that is kept from stopping. */
export function blockText(why: BlockCause): string {
  if (why.is === "check") return stopForCheck(why.failed);
  const { task, round, findings } = why.left;
  return stopForFeedback(task, round, findings);
}

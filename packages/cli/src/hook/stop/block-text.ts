import {
  fenceText,
  oneLine,
  stopForAssignment,
  stopForCheck,
  stopForFeedback,
} from "@countersign/core";
import type { FailedCheck } from "../engine/read-failed-checks.ts";
import type { BlockCause } from "./decide-stop.ts";

const MAX_OUTPUT = 4_000;

/** What an agent reads that is kept from stopping. */
export function blockText(why: BlockCause): string {
  if (why.is === "check") return checkText(why.failed);
  if (why.is === "next") return stopForAssignment(why.offered);
  const { task, round, findings } = why.left;
  return stopForFeedback(task, round, findings);
}

/** Quotes one line of output in the sentence; longer output follows in a fence, as untrusted data. */
function checkText({ command, errors, output }: FailedCheck): string {
  if (!output.includes("\n")) return stopForCheck({ command, errors, output });
  const by = oneLine(command, 64);
  const lines = fenceText(output, { label: "its last lines", by, maxChars: MAX_OUTPUT });
  return `${stopForCheck({ command, errors, output: "" })}\n${lines}`;
}

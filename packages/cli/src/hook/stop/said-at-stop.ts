import type { HookTask } from "../engine/read-task.ts";
import type { HookInput } from "../hosts/host-input.ts";
import { type LastMessage, readLastMessage } from "./last-message.ts";

/** A line that says that the work is done; what exactly it says is read when the work is sent. */
const SAYS_DONE = /^[-* \t]*STATUS[* \t]*:[* \t]*DONE\b/im;

/** Work that was submitted unfinished, and of which the agent says now that it is done. */
export function isNowReportedDone(
  { message }: HookInput,
  task: Pick<HookTask, "signal"> | null,
): boolean {
  const wasUnfinished = task?.signal === "PARTIAL" || task?.signal === "BLOCKED";
  return wasUnfinished && message !== null && SAYS_DONE.test(message);
}

/** What the agent said last, from the host itself or from its transcript. */
export async function findLastMessage({
  message,
  stopReason,
  transcript,
}: HookInput): Promise<LastMessage> {
  const written = transcript === null ? null : await readLastMessage(transcript);
  return {
    text: message ?? written?.text ?? "",
    stopReason: stopReason ?? written?.stopReason ?? null,
  };
}

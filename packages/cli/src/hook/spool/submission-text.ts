import { type AgentSignal, readSignal } from "@countersign/core";
import type { SpooledWork } from "./spool.ts";

const MAX_SUMMARY = 4_000;

/** What is submitted of an agent's last message: its signal and its summary. Without a signal the work is done. */
export function submissionText({
  summary,
  stopReason,
}: Pick<SpooledWork, "summary" | "stopReason">): {
  signal: AgentSignal["signal"];
  summary: string;
} {
  const said = readSignal(summary, stopReason);
  const text = said?.message ?? summary;
  return { signal: said?.signal ?? "DONE", summary: text.slice(0, MAX_SUMMARY).toWellFormed() };
}

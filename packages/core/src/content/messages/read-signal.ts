import { contextLines } from "./context-lines.ts";

/** An agent's statement about its work when it stops. */
export type AgentSignal = {
  signal: "DONE" | "PARTIAL" | "BLOCKED";
  /** The rest of the line. Null if there is none. */
  message: string | null;
};

/** `STATUS: DONE`, also in bold or as a list item. Any text may follow it. */
const STATUS = /^(?:[-*] )?\**STATUS\**:\**[ \t]*\**(DONE|PARTIAL|BLOCKED)\b/i;
const MESSAGE = /^(?:[-*] )?\**MESSAGE\**:\**[ \t]*(.*)$/i;
const MAX_CHARS = 65_536;

/** Stop reasons of a model whose last message was cut off. */
const CUT_OFF: ReadonlySet<string> = new Set([
  "max_tokens",
  "max_output_tokens",
  "length",
  "model_context_window_exceeded",
  "error",
  "aborted",
  "cancelled",
  "interrupted",
]);
const REFUSED: ReadonlySet<string> = new Set(["refusal", "content_filter", "safety"]);

const SIGNALS = { done: "DONE", partial: "PARTIAL", blocked: "BLOCKED" } as const;

/**
 * Reads the status of the work from an agent's last message. Null if there is none.
 *
 * The last status outside of code and quotations counts. Work of a model that was cut off is not done, whatever
 * the message says.
 */
export function readSignal(text: string, stopReason: string | null = null): AgentSignal | null {
  const lines = text.length > MAX_CHARS ? [] : contextLines(text);
  const own = lines.filter(({ inside }) => inside === null).map((line) => line.text);
  const said = signalIn(own);
  const cut = afterStop(stopReason);
  const signal = said === null || said === "DONE" ? (cut ?? said) : said;
  return signal === null ? null : { signal, message: messageIn(own) };
}

function signalIn(lines: readonly string[]): AgentSignal["signal"] | null {
  const word = lines.map((line) => STATUS.exec(line)?.[1]).findLast((found) => found !== undefined);
  const name = word?.toLowerCase();
  return name === "done" || name === "partial" || name === "blocked" ? SIGNALS[name] : null;
}

function afterStop(stopReason: string | null): AgentSignal["signal"] | null {
  const reason = stopReason?.toLowerCase() ?? "";
  if (REFUSED.has(reason)) return "BLOCKED";
  return CUT_OFF.has(reason) ? "PARTIAL" : null;
}

function messageIn(lines: readonly string[]): string | null {
  const found = lines.map((line) => MESSAGE.exec(line)?.[1]).findLast((one) => one !== undefined);
  const message = found?.trim().replace(/^"(.*)"$/, "$1") ?? "";
  return message === "" ? null : message;
}

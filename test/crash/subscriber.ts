import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

/*
 * Preloaded into the program under test: notes which boundaries it passes, and ends it at the n-th passage
 * of one of them, as a power cut would. The driver may name another one while it runs.
 */

type Target = { at: string; nth: number };

const record = process.env.CRASH_RECORD ?? "/dev/null";
const passed = new Map<string, number>();
let target: Target | null = JSON.parse(process.env.CRASH_AT ?? "null");

subscribe("countersign.boundary", (name) => {
  const at = String(name);
  const times = (passed.get(at) ?? 0) + 1;
  passed.set(at, times);
  if (times === 1) appendFileSync(record, `passed ${at}\n`);
  if (target?.at !== at) return;
  target = { at, nth: target.nth - 1 };
  if (target.nth > 0) return;
  appendFileSync(record, `killed ${at}\n`);
  process.kill(process.pid, "SIGKILL");
});

process.on("message", (message: Target) => {
  target = message;
});
process.channel?.unref();

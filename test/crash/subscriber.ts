import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

/*
 * Preloaded into the program under test: notes which boundaries it passes, and ends it at the first target
 * that it meets, as a power cut would. The driver may name others while it runs.
 */

type Target = { at: string; nth: number };

const record = process.env.CRASH_RECORD ?? "/dev/null";
const passed = new Map<string, number>();
let targets: Target[] = JSON.parse(process.env.CRASH_AT ?? "[]");

subscribe("countersign.boundary", (name) => {
  const at = String(name);
  const times = (passed.get(at) ?? 0) + 1;
  passed.set(at, times);
  if (times === 1) appendFileSync(record, `passed ${at}\n`);
  targets = targets.map((target) => (target.at === at ? { at, nth: target.nth - 1 } : target));
  if (targets.every(({ nth }) => nth > 0)) return;
  appendFileSync(record, `killed ${at}\n`);
  process.kill(process.pid, "SIGKILL");
});

process.on("message", (message: Target[]) => {
  targets = message;
});
process.channel?.unref();

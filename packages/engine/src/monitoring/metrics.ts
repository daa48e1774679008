import { CountersignError } from "@countersign/core";
import type { JobHandler } from "../ports/effect-queue.ts";
import type { TaskStore } from "../store/task-store.ts";
import { formatMetricFamily } from "./format-metric-family.ts";
import { createTimings, type Timings } from "./timings.ts";

/** Counters of this process. A restart resets them to zero. */
export type Metrics = {
  commands: Timings;
  effects: Timings;
  fieldsDropped(count: number): void;
  text(): string;
};

export function createMetrics(): Metrics {
  const commands = createTimings("countersign_commands", "type", "Commands by type and outcome");
  const effects = createTimings("countersign_effects", "kind", "Effects by kind and outcome");
  let dropped = 0;
  return {
    commands,
    effects,
    fieldsDropped(count) {
      dropped += count;
    },
    text: () =>
      [
        commands.text(),
        effects.text(),
        formatMetricFamily(
          "countersign_log_fields_dropped_total",
          "counter",
          "Log fields that were dropped because they are not allowed",
          [{ value: dropped }],
        ),
        processText(),
      ].join(""),
  };
}

/**
 * Counts every command with its outcome, which is an error code if it was refused. A transaction of several
 * commands counts as its last one.
 */
export function timeCommands(store: TaskStore, { commands }: Metrics): TaskStore {
  return {
    ...store,
    execute: (request) => timed(commands, request.command.type, () => store.execute(request)),
    executeAll: (subject, all) =>
      timed(commands, all.at(-1)?.command.type ?? "none", () => store.executeAll(subject, all)),
    executeTogether: (org, all, whileAllLocked) =>
      timed(commands, all.at(-1)?.command.type ?? "none", () =>
        store.executeTogether(org, all, whileAllLocked),
      ),
  };
}

export function timeEffects(handler: JobHandler, { effects }: Metrics): JobHandler {
  return (job) => timed(effects, job.kind, () => handler(job));
}

async function timed<Result>(
  timings: Timings,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const begin = performance.now();
  const done = (outcome: string) => timings.add(what, outcome, (performance.now() - begin) / 1_000);
  try {
    const result = await work();
    done("ok");
    return result;
  } catch (error) {
    done(error instanceof CountersignError ? error.code : "error");
    throw error;
  }
}

function processText(): string {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const gauges = [
    ["process_resident_memory_bytes", "Resident memory of the engine process in bytes", rss],
    ["nodejs_heap_size_used_bytes", "Used heap of the engine process in bytes", heapUsed],
    ["process_uptime_seconds", "Seconds since the engine process started", process.uptime()],
  ] as const;
  return [
    ...gauges.map(([name, help, value]) => formatMetricFamily(name, "gauge", help, [{ value }])),
    formatMetricFamily(
      "process_cpu_seconds_total",
      "counter",
      "CPU time of the engine process in seconds",
      [{ value: (user + system) / 1_000_000 }],
    ),
  ].join("");
}

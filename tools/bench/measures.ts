import { measureCommandRatio } from "./command-ratio.ts";
import { measureDecideSpeed } from "./decide-speed.ts";
import { measureEffectRatio } from "./effect-ratio.ts";
import { measureHistory } from "./history/measure-history.ts";
import { measureInbox } from "./inbox.ts";
import { measurePlanRatio } from "./plan-ratio.ts";
import { measureSealCost } from "./seal-cost.ts";
import { measureStartRatio } from "./start-ratio.ts";
import { measureIdle } from "./tasks/idle.ts";
import { measureTasks } from "./tasks/measure-tasks.ts";
import { measureWorkers } from "./tasks/measure-workers.ts";
import { measureWaiting } from "./waiting.ts";
import { type MeasureOptions, withServer } from "./with-server.ts";

type Measure = {
  take(options: MeasureOptions): unknown;
  /** The field of the result that is the figure. Default: the whole result. */
  figure?: string;
  /** Taken only by its name, because it needs much time and disk space. */
  isDeep?: boolean;
};

/** Every measurement by the name of its figure. */
const MEASURES: Readonly<Record<string, Measure>> = {
  commandRatio: { take: withServer(measureCommandRatio), figure: "ratio" },
  effectRatio: { take: withServer(measureEffectRatio), figure: "ratio" },
  tasksPerSecond: {
    take: withServer((server, { seconds }) => measureTasks(server, "merge", seconds)),
  },
  controlPlane: {
    take: withServer((server, { seconds }) => measureTasks(server, "none", seconds)),
  },
  idle: { take: withServer((server, { seconds }) => measureIdle(server, seconds)) },
  waiting: { take: withServer((server) => measureWaiting(server)) },
  inbox: { take: withServer((server) => measureInbox(server)) },
  planRatio: { take: measurePlanRatio, figure: "ratio" },
  startRatio: { take: measureStartRatio, figure: "ratio" },
  sealCost: { take: withServer(measureSealCost), figure: "cost" },
  decide: { take: () => measureDecideSpeed(300), figure: "decisionsPerSecond" },
  workers: {
    take: withServer((server, { seconds }) => measureWorkers(server, seconds)),
    isDeep: true,
  },
  history: { take: withServer(measureHistory), isDeep: true },
};

/** The measurements of a complete run. */
export const MEASURE_NAMES = Object.entries(MEASURES).flatMap(([name, { isDeep = false }]) =>
  isDeep ? [] : [name],
);

export async function measure(name: string, options: MeasureOptions): Promise<unknown> {
  const found = Object.hasOwn(MEASURES, name) ? MEASURES[name] : undefined;
  if (found === undefined)
    throw new Error(`There is no ${name}. There are: ${Object.keys(MEASURES).join(", ")}`);
  return await found.take(options);
}

/** Returns the figure of a result, without the details. */
export function selectFigure(name: string, taken: unknown): unknown {
  const figure = MEASURES[name]?.figure;
  const isMissing = typeof taken !== "object" || taken === null || "failed" in taken;
  return figure === undefined || isMissing ? taken : Reflect.get(taken, figure);
}

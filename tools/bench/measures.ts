import { measureCommandRatio } from "./command-ratio.ts";
import { measureDecideSpeed } from "./decide-speed.ts";
import { measureEffectRatio } from "./effect-ratio.ts";
import { measureInbox } from "./inbox.ts";
import { measurePlanRatio } from "./plan-ratio.ts";
import { measureSealCost } from "./seal-cost.ts";
import { measureStartRatio } from "./start-ratio.ts";
import { measureTasksPerSecond } from "./tasks-per-second.ts";
import { measureWaiting } from "./waiting.ts";
import { withServer } from "./with-server.ts";

type Measure = {
  take(): unknown;
  /** The field of the result that is the figure. Default: the whole result. */
  figure?: string;
};

/** Every measurement by the name of its figure. */
const MEASURES: Readonly<Record<string, Measure>> = {
  commandRatio: { take: withServer(measureCommandRatio), figure: "ratio" },
  effectRatio: { take: withServer(measureEffectRatio), figure: "ratio" },
  tasksPerSecond: { take: withServer(measureTasksPerSecond), figure: "tasksPerSecond" },
  waiting: { take: withServer((server) => measureWaiting(server)) },
  inbox: { take: withServer((server) => measureInbox(server)) },
  planRatio: { take: measurePlanRatio, figure: "ratio" },
  startRatio: { take: measureStartRatio, figure: "ratio" },
  sealCost: { take: withServer(measureSealCost), figure: "cost" },
  decide: { take: () => measureDecideSpeed(300), figure: "decisionsPerSecond" },
};

export const MEASURE_NAMES = Object.keys(MEASURES);

export async function measure(name: string): Promise<unknown> {
  const found = Object.hasOwn(MEASURES, name) ? MEASURES[name] : undefined;
  if (found === undefined)
    throw new Error(`There is no ${name}. There are: ${MEASURE_NAMES.join(", ")}`);
  return await found.take();
}

/** Returns the figure of a result, without the details. */
export function selectFigure(name: string, taken: unknown): unknown {
  const figure = MEASURES[name]?.figure;
  const isMissing = typeof taken !== "object" || taken === null || "failed" in taken;
  return figure === undefined || isMissing ? taken : Reflect.get(taken, figure);
}

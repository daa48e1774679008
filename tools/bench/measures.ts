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

/** Every measurement by the name of its figure. */
const MEASURES: Readonly<Record<string, () => unknown>> = {
  commandRatio: withServer(measureCommandRatio),
  effectRatio: withServer(measureEffectRatio),
  tasksPerSecond: withServer(measureTasksPerSecond),
  waiting: withServer((server) => measureWaiting(server)),
  inbox: withServer((server) => measureInbox(server)),
  planRatio: measurePlanRatio,
  startRatio: measureStartRatio,
  sealCost: withServer(measureSealCost),
  decide: () => measureDecideSpeed(300),
};

export const MEASURE_NAMES = Object.keys(MEASURES);

export async function measure(name: string): Promise<unknown> {
  const take = Object.hasOwn(MEASURES, name) ? MEASURES[name] : undefined;
  if (take === undefined)
    throw new Error(`There is no ${name}. There are: ${MEASURE_NAMES.join(", ")}`);
  return await take();
}

import { z } from "zod";

type CpuUsage = { user: number; system: number };

const { cpuUsage } = z
  .object({ cpuUsage: z.custom<() => CpuUsage>((value) => typeof value === "function") })
  .parse(Reflect.get(globalThis, "process"));

/** Processor time of this process so far: what else the machine does hardly counts. */
export function cpuMs(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1_000;
}

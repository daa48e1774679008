import { cpus, loadavg } from "node:os";

/** Prints the figures of one subject with the machine and its load. */
export function printFigures(subject: string, figures: Readonly<Record<string, unknown>>): void {
  const cores = cpus();
  const machine = `${cores.length} x ${cores[0]?.model ?? "unknown"}`;
  const load = Math.round(loadavg()[0] ?? 0);
  process.stdout.write(`figures of ${subject} ${JSON.stringify({ ...figures, machine, load })}\n`);
}

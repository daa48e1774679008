import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** One run of the built program. */
export type ProgramRun = {
  code: number | null;
  out: string;
  ms: number;
  /** The most memory that its process had at a time, in MB. Git's processes are not in it. */
  peakMb: number;
};

/** Runs the built program as a person does, with a home of its own, and measures it. */
export async function runProgram(
  args: readonly string[],
  { directory, home }: { directory: string; home: string },
): Promise<ProgramRun> {
  const [hook, peak] = [join(home, "peak.mjs"), join(home, "peak")];
  writeFileSync(hook, WRITE_PEAK);
  const began = performance.now();
  const child = spawn(process.execPath, ["--import", hook, inject("program"), ...args], {
    cwd: directory,
    env: { HOME: home, XDG_DATA_HOME: home, PATH: process.env.PATH ?? "", PEAK_FILE: peak },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
    });
  const [code] = await once(child, "close");
  const ms = performance.now() - began;
  return { code, out, ms, peakMb: Number(readFileSync(peak, "utf8")) / 1_024 };
}

/** Linux counts the memory of the parent before `exec` in `maxRSS`, but not in its own record of the process. */
const WRITE_PEAK = `import { existsSync, readFileSync, writeFileSync } from "node:fs";
const record = "/proc/self/status";
const peakKb = () => existsSync(record)
  ? /^VmHWM:\\s+([0-9]+) kB$/m.exec(readFileSync(record, "utf8"))[1]
  : process.resourceUsage().maxRSS;
process.on("exit", () => writeFileSync(process.env.PEAK_FILE, String(peakKb())));
`;

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { median, roundFigure } from "./side-by-side.ts";

const PROGRAM = fileURLToPath(new URL("../../packages/cli/dist/main.mjs", import.meta.url));
const ROUNDS = 40;

export type StartRatio = { ratio: number; oursMs: number; bareMs: number; rounds: number };

/** Measures the time of `countersign --version` ÷ that of an empty node script. */
export async function measureStartRatio(): Promise<StartRatio> {
  if (!existsSync(PROGRAM))
    throw new Error("Build the command line first: npm run build -w countersign");
  await timeOf([PROGRAM, "--version"]);
  await timeOf(["-e", "0"]);
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await timeOf([PROGRAM, "--version"]), bare: await timeOf(["-e", "0"]) });
  return {
    ratio: roundFigure(median(rounds.map(({ ours, bare }) => ours / bare))),
    oursMs: roundFigure(median(rounds.map(({ ours }) => ours))),
    bareMs: roundFigure(median(rounds.map(({ bare }) => bare))),
    rounds: ROUNDS,
  };
}

async function timeOf(args: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [...args], { stdio: "ignore" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${String(code)}`);
  return performance.now() - began;
}

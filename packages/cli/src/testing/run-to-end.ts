import { spawn } from "node:child_process";

export type Ended = { code: number | null; out: string; err: string };

type Surroundings = {
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** What it reads; then its input ends. */
  input?: string | undefined;
};

/** Longer than anything that a test runs may take. */
export const LONGEST_MS = 120_000;

/** Runs a program to its end and gathers what it says. */
export function runToEnd(
  program: string,
  args: readonly string[],
  { cwd, env, input = "" }: Surroundings,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, timeout: LONGEST_MS });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
    child.stdin.on("error", ignoreClosedPipe);
    child.stdin.end(input);
  });
}

/** A program may end without having read its input. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

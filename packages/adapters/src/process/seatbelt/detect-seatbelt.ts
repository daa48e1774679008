import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { promisify } from "node:util";
import type { Sandbox } from "../contain/detect-sandbox.ts";
import { SANDBOX_EXEC } from "./seatbelt-command.ts";
import { type RunInside, selfTest } from "./self-test.ts";

const execute = promisify(execFile);

const GAPS = [
  "Memory, processes and the disk are looked at, not limited by the kernel.",
  "System calls are not filtered.",
  "A command has no network of its own: a test that listens on a port fails.",
  "While a command may reach its gateway, other accounts of this Mac can reach the port that leads there.",
];
const USE_LINUX =
  "Run the engine on Linux with bubblewrap, in a virtual machine or a container, and report what the self-test said";

/**
 * Returns Seatbelt if its self-test passes on this Mac; `inside` runs a command with a given
 * program.
 */
export async function detectSeatbelt(
  program: string | undefined,
  inside: (program: string) => RunInside,
): Promise<Sandbox> {
  const path = program ?? SANDBOX_EXEC;
  const none = (why: string) => ({
    state: { kind: "none", why, install: USE_LINUX } as const,
    program: null,
  });
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return none("sandbox-exec is not on this Mac");
  try {
    await selfTest(inside(path));
  } catch (error) {
    return none(`Seatbelt does not count: ${error instanceof Error ? error.message : error}`);
  }
  const state = { kind: "seatbelt", version: await macVersion(), gaps: GAPS } as const;
  return { state, program: { program: path, kind: "seatbelt" } };
}

async function macVersion(): Promise<string> {
  const found = await execute("/usr/bin/sw_vers", ["-productVersion"]).catch(() => null);
  return found?.stdout.trim() ?? "";
}

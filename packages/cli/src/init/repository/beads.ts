import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { CountersignError, parseStrictJson } from "@countersign/core";
import { z } from "zod";
import type { Environment } from "../../runtime/environment.ts";
import { findProgramPath } from "../hosts/find-agents.ts";

const execute = promisify(execFile);

/** The state that a task has in Beads while it is reviewed. */
const REVIEWING = "reviewing";
const KEY = "status.custom";
const LIMITS = { timeoutMs: 10_000, maxBytes: 65_536 };
const LISTED = /^(?:[a-z][a-z0-9_-]*(?::[a-z]+)?(?:,|$))*$/;

const Setting = z.object({ value: z.string().max(4_096).default("") });

export type Beads = {
  program: string;
  root: string;
  env: Environment;
  /** The states that it has of its own, as it lists them. */
  before: string;
};

/** Beads, where it is installed and this repository uses it; null otherwise, or when its answer is odd. */
export async function findBeads(root: string, env: Environment): Promise<Beads | null> {
  const program = await findProgramPath("bd", env);
  const folder = await stat(join(root, ".beads")).catch(() => null);
  if (program === null || folder?.isDirectory() !== true) return null;
  const bd = { program, root, env };
  const out = await run(bd, ["config", "get", KEY, "--json"]).catch(() => "");
  const parsed = parseStrictJson(out, { maxChars: LIMITS.maxBytes, maxDepth: 8 });
  const before = Setting.safeParse(parsed.ok ? parsed.value : null).data?.value.trim();
  return before === undefined || !LISTED.test(before) ? null : { ...bd, before };
}

/** What its list of states has to become; null when ours is in it. */
export function beadsStates({ before }: Beads): string | null {
  const states = before.split(",").filter((state) => state !== "");
  if (states.some((state) => state.split(":")[0] === REVIEWING)) return null;
  return [...states, REVIEWING].join(",");
}

export async function setBeadsStates(beads: Omit<Beads, "before">, states: string): Promise<void> {
  const args = states === "" ? ["unset", KEY] : ["set", KEY, states];
  await run(beads, ["config", ...args]).catch(() => {
    throw new CountersignError("unreachable", `bd config ${args.join(" ")} failed`, {
      hint: "Run it yourself to see the error",
    });
  });
}

/** It learns nothing of our surroundings but where programs and its own files are. */
async function run(
  { program, root, env }: Pick<Beads, "program" | "root" | "env">,
  args: readonly string[],
): Promise<string> {
  const { stdout } = await execute(program, args, {
    cwd: root,
    env: { PATH: env.PATH, HOME: env.HOME },
    timeout: LIMITS.timeoutMs,
    maxBuffer: LIMITS.maxBytes,
    killSignal: "SIGKILL",
  });
  return stdout;
}

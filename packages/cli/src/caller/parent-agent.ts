import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { PS, PS_OPTIONS, processSource } from "@countersign/engine";

/** A running program: who started it, and its words. */
export type RunningProgram = { parent: number; words: readonly string[] };

/** Programs of coding agents, by the name that they are started under. */
const PROGRAMS: ReadonlySet<string> = new Set([
  "claude",
  "codex",
  "gemini",
  "opencode",
  "cursor-agent",
  "copilot",
  "amp",
]);
/** Where their packages lie, for those that some runtime runs. */
const PACKAGES =
  /\/(?:@anthropic-ai\/claude-code|@openai\/codex|@google\/gemini-cli|opencode-ai|@github\/copilot|@ampcode\/cli)\//;
const MAX_STEPS = 64;

/** The coding agent that this program runs below; null when there is none above it. */
export function findParentAgent(
  pid: number = process.ppid,
  look: (pid: number) => RunningProgram | null = lookAt,
): string | null {
  let at = pid;
  for (let steps = 0; steps < MAX_STEPS && at > 1; steps += 1) {
    const running = look(at);
    if (running === null) return null;
    const [program = "", script = ""] = running.words;
    if (PROGRAMS.has(nameOf(program))) return nameOf(program);
    if (PROGRAMS.has(nameOf(script)) || PACKAGES.test(script)) return nameOf(script);
    at = running.parent;
  }
  return null;
}

function nameOf(path: string): string {
  return basename(path).replace(/\.(?:exe|[cm]?js)$/, "");
}

function lookAt(pid: number): RunningProgram | null {
  return processSource() === "proc" ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): RunningProgram | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything, also parentheses.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return { parent, words };
  } catch {
    return null;
  }
}

function fromPs(pid: number): RunningProgram | null {
  const asked = ["-ww", "-o", "ppid=", "-o", "args=", "-p", String(pid)];
  const { stdout } = spawnSync(PS, asked, PS_OPTIONS);
  const [, parent = "", args = ""] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? "") ?? [];
  return parent === "" ? null : { parent: Number(parent), words: args.split(" ") };
}

import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessRequest, ProcessResult, ProcessSource } from "@countersign/engine";
import { closeInheritedDescriptors } from "./close-descriptors.ts";
import { killAll, requestExit } from "./end-processes.ts";
import { createOutputTail, type OutputTail } from "./output-tail.ts";
import {
  CHECKOUT,
  HOSTS_FD,
  INFO_FD,
  OPTIONS_FD,
  PASSWD_FD,
  SECCOMP_FD,
  STARTED_FD,
} from "./sandbox-command.ts";
import { type ProcessConversation, startTalk } from "./start-talk.ts";
import { type StartedProcesses, trackProcesses } from "./started-processes.ts";
import { DISK_LIMITS, watchDisk } from "./watch-disk.ts";

/** A command line that is ready to run, and how to find its processes. */
export type ContainedCommand = {
  words: readonly string[];
  cwd: string;
  /**
   * Inputs of the sandbox: accounts, hosts, the system call filter, options; null without a
   * sandbox.
   */
  files: {
    passwd: string;
    hosts: string;
    seccomp: Uint8Array | null;
    options: string;
  } | null;
  /** A text in the environment of all its processes; null if a process namespace contains them. */
  mark: string | null;
  graceMs: number;
  /** The source of process lists. Default: the system's. */
  source?: ProcessSource | undefined;
};

type Why = Extract<ProcessResult["end"], { how: "killed" }>["why"];
type Exit = { code: number | null; signal: NodeJS.Signals | null };
type RunningCommand = {
  child: ChildProcess;
  root: number;
  processes: StartedProcesses;
  exited: Promise<Exit>;
  /** Settles when no process has a stream of the command open. */
  closed: Promise<void>;
  talking: ProcessConversation | null;
};
type ContainedRequest = Pick<ProcessRequest, "directory" | "limits" | "signal" | "input" | "talk">;

const LOOK_EVERY_MS = 250;
/**
 * Milliseconds to read output after the end. A process that was not found may keep a stream open
 * indefinitely.
 */
const DRAIN_MS = 2_000;
const INFO_BYTES = 4_096;

/** Number of processes of the command itself and its sandbox. */
const OVERHEAD = 5;

/** Exit codes with which a shell or a sandbox reports SIGKILL and SIGTERM. */
const KILLED_CODES = new Set([128 + 9, 128 + 15]);

/** Runs a command line until it ends or is killed. Returns after all its processes have ended. */
export async function runContained(
  contained: ContainedCommand,
  asked: ContainedRequest,
): Promise<ProcessResult> {
  const { limits } = asked;
  const began = performance.now();
  const stdout = createOutputTail(limits.outputBytes);
  const stderr = createOutputTail(limits.outputBytes);
  const started = createOutputTail(1);
  const directory = contained.files === null ? contained.cwd : CHECKOUT;
  const running = start(contained, { ...asked, directory }, { stdout, stderr, started });

  const why = await endOrReason(running, asked);
  if (why === "timeout" || why === "aborted" || why === "talked") {
    await endGently(running, contained);
  }
  if (running.root > 0) await killAll(running);
  const exit = await running.exited;
  await drain(running);
  await running.talking?.end();

  if (why === null && started.bytes().length === 0) throw notStarted(stderr);
  return {
    end: endOf(why, exit),
    stdout: stdout.bytes(),
    stderr: stderr.bytes(),
    droppedBytes: stdout.droppedBytes() + stderr.droppedBytes(),
    durationMs: Math.round(performance.now() - began),
    sandboxed: contained.files !== null,
    directory,
  };
}

function start(
  { words, cwd, files, mark, source }: ContainedCommand,
  { input, talk, limits, directory }: ContainedRequest & { directory: string },
  tails: { stdout: OutputTail; stderr: OutputTail; started: OutputTail },
): RunningCommand {
  const [program = "", ...rest] = words;
  closeInheritedDescriptors();
  const child = spawn(program, rest, {
    cwd,
    env: {},
    detached: true,
    stdio: [
      input === undefined && talk === undefined ? "ignore" : "pipe",
      ...Array.from({ length: files === null ? INFO_FD : OPTIONS_FD }, () => "pipe" as const),
    ],
  });
  const info = createOutputTail(INFO_BYTES);
  const talking = talk === undefined ? null : startTalk(child, talk, limits, directory);
  if (talking === null) {
    child.stdout?.on("data", tails.stdout.add);
    give(child, 0, input ?? "");
  }
  child.stderr?.on("data", tails.stderr.add);
  give(child, PASSWD_FD, files?.passwd ?? "");
  give(child, HOSTS_FD, files?.hosts ?? "");
  give(child, SECCOMP_FD, files?.seccomp ?? "");
  give(child, OPTIONS_FD, files?.options ?? "");
  take(child, STARTED_FD, tails.started);
  take(child, INFO_FD, info);
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  // Awaited later. This handler avoids an unhandled rejection before then.
  exited.catch(() => undefined);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const root = child.pid ?? 0;
  const processes = trackProcesses({
    root,
    namespaceInit: () => namespaceInit(info),
    mark,
    source,
  });
  return { child, root, processes, exited, closed, talking };
}

/** Writes input to a descriptor. A command may end before it has read everything. */
function give(child: ChildProcess, fd: number, text: string | Uint8Array): void {
  const stream = child.stdio[fd];
  stream?.on("error", () => undefined);
  if (stream !== null && stream !== undefined && "write" in stream) stream.end(text);
}

function take(child: ChildProcess, fd: number, tail: OutputTail): void {
  const stream = child.stdio[fd];
  stream?.on("error", () => undefined);
  stream?.on("data", tail.add);
}

/** Returns why the command must be killed; null if it ended by itself. */
async function endOrReason(
  running: RunningCommand,
  { directory, limits, signal }: ContainedRequest,
): Promise<Why | "talked" | null> {
  const stop = new AbortController();
  const timer = sleep(limits.timeoutMs, "timeout" as const, { signal: stop.signal });
  const watch = watchLimits(running.processes, { directory, limits }, stop.signal);
  const aborted = new Promise<Why>((resolve) => {
    if (signal?.aborted) resolve("aborted");
    signal?.addEventListener("abort", () => resolve("aborted"), { signal: stop.signal });
  });
  const ended = new Promise<null>((resolve) => {
    running.child.once("exit", () => resolve(null));
    running.child.once("error", () => resolve(null));
  });
  try {
    const talked = running.talking?.over ?? ended;
    return await Promise.race([aborted, talked, ended, timer, watch]);
  } finally {
    stop.abort();
    await Promise.allSettled([timer, watch]);
  }
}

/** Checks the limits for all processes together, because the kernel's limits apply per process. */
async function watchLimits(
  processes: StartedProcesses,
  { directory, limits }: Pick<ContainedRequest, "directory" | "limits">,
  stop: AbortSignal,
): Promise<Why> {
  const isDiskTaken = await watchDisk(directory, limits.disk ?? DISK_LIMITS);
  while (true) {
    await sleep(LOOK_EVERY_MS, undefined, { signal: stop });
    const all = (await processes.list()) ?? [];
    if (all.length > limits.processes + OVERHEAD) return "processes";
    const bytes = all.reduce((sum, line) => sum + line.residentBytes, 0);
    if (bytes > limits.memoryBytes) return "memory";
    if (await isDiskTaken()) return "disk";
  }
}

/** Asks all processes to exit, and waits for the grace period. */
async function endGently(
  running: RunningCommand,
  { files, graceMs }: ContainedCommand,
): Promise<void> {
  await requestExit(running, { sandboxed: files !== null });
  await atMost(running.closed, graceMs);
}

/** Reads the remaining output, and closes the streams. */
async function drain({ child, closed }: RunningCommand): Promise<void> {
  await atMost(closed, DRAIN_MS);
  for (const stream of child.stdio) stream?.destroy();
}

async function atMost(event: Promise<void>, ms: number): Promise<void> {
  const stop = new AbortController();
  const timer = sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  await Promise.race([event, timer]);
  stop.abort();
}

function namespaceInit(info: OutputTail): number | null {
  const found = /"child-pid": ?([0-9]+)/.exec(Buffer.from(info.bytes()).toString("latin1"));
  return found === null ? null : Number(found[1]);
}

function endOf(why: Why | "talked" | null, { code, signal }: Exit): ProcessResult["end"] {
  if (why === "talked") return { how: "exited", code: 0 };
  if (why !== null) return { how: "killed", why };
  if (code === null || signal !== null || KILLED_CODES.has(code)) {
    return { how: "killed", why: "signal" };
  }
  return { how: "exited", code };
}

function notStarted(stderr: OutputTail): Error {
  const said = Buffer.from(stderr.bytes()).toString("utf8").trim().slice(0, 500);
  return new Error(`The command was not started: ${said || "no reason was given"}`);
}

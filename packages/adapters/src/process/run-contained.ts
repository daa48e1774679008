import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessRequest, ProcessResult } from "@countersign/engine";
import { closeInheritedDescriptors } from "./close-descriptors.ts";
import { createOutputTail, type OutputTail } from "./output-tail.ts";
import { isRunning, listDescendants, listMarked, sendSignal } from "./process-tree.ts";
import {
  CHECKOUT,
  HOSTS_FD,
  INFO_FD,
  OPTIONS_FD,
  PASSWD_FD,
  SECCOMP_FD,
  STARTED_FD,
} from "./sandbox-command.ts";
import { startTalk, type Talking } from "./start-talk.ts";
import { DISK_LIMITS, watchDisk } from "./watch-disk.ts";

/** A command line that is ready to run, and how to find all that it starts. */
export type Contained = {
  words: readonly string[];
  cwd: string;
  /** What its sandbox reads: accounts, hosts, the filter of system calls, options; null without a sandbox. */
  files: {
    passwd: string;
    hosts: string;
    seccomp: Uint8Array | null;
    options: string;
  } | null;
  /** A text in the environment of everything that it starts; null where a process namespace holds it. */
  mark: string | null;
  graceMs: number;
};

type Why = Extract<ProcessResult["end"], { how: "killed" }>["why"];
type Exit = { code: number | null; signal: NodeJS.Signals | null };
type Running = {
  child: ChildProcess;
  pid: number;
  exited: Promise<Exit>;
  info: OutputTail;
  talking: Talking | null;
};
type Asked = Pick<ProcessRequest, "directory" | "limits" | "signal" | "input" | "talk">;

const LOOK_EVERY_MS = 250;
const POLL_MS = 10;
const GONE_WITHIN_MS = 10_000;
const INFO_BYTES = 4_096;

/** The sandbox's own processes, of which every run has a few. */
const OVERHEAD = 4;
const SANDBOX_NAME = "bwrap";

/** How a shell and a sandbox report that a command was ended by SIGKILL or SIGTERM. */
const KILLED_CODES = new Set([128 + 9, 128 + 15]);

/** Runs a command line until it ends or must end, and answers when nothing of it is left. */
export async function runContained(contained: Contained, asked: Asked): Promise<ProcessResult> {
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
  await endAll(running, contained);
  await running.talking?.end();
  const exit = await running.exited;

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
  { words, cwd, files }: Contained,
  { input, talk, limits, directory }: Asked & { directory: string },
  tails: { stdout: OutputTail; stderr: OutputTail; started: OutputTail },
): Running {
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
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  // Awaited later; a failure before that is not a failure that nobody handles.
  exited.catch(() => undefined);
  return { child, pid: child.pid ?? 0, exited, info, talking };
}

/** A command that ends before it read or wrote everything is no error of ours. */
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

/** Null when the command ended by itself. */
async function endOrReason(
  running: Running,
  { directory, limits, signal }: Asked,
): Promise<Why | "talked" | null> {
  const stop = new AbortController();
  const timer = sleep(limits.timeoutMs, "timeout" as const, { signal: stop.signal });
  const watch = watchLimits(running.pid, { directory, limits }, stop.signal);
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

/** Looks at everything together, which no limit of a single process does. */
async function watchLimits(
  pid: number,
  { directory, limits }: Pick<Asked, "directory" | "limits">,
  stop: AbortSignal,
): Promise<Why> {
  const isDiskTaken = await watchDisk(directory, limits.disk ?? DISK_LIMITS);
  while (true) {
    await sleep(LOOK_EVERY_MS, undefined, { signal: stop });
    const all = await listDescendants(pid);
    if (all.length > limits.processes + OVERHEAD) return "processes";
    const bytes = all.reduce((sum, line) => sum + line.residentBytes, 0);
    if (bytes > limits.memoryBytes) return "memory";
    if (await isDiskTaken()) return "disk";
  }
}

/** Asks everything to end, and waits a little. The sandbox itself would take all down at once. */
async function endGently(running: Running, { mark, graceMs }: Contained): Promise<void> {
  const below = await listDescendants(running.pid);
  const commands = below.filter(({ name }) => name !== SANDBOX_NAME).map(({ pid }) => pid);
  for (const pid of [...commands, ...(await marked(mark))]) sendSignal(pid, "SIGTERM");
  if (mark !== null) sendSignal(-running.pid, "SIGTERM");
  await Promise.race([running.exited.catch(() => undefined), sleep(graceMs, undefined)]);
}

/** Ends whatever is left, also what a command that ended by itself left behind. */
async function endAll(running: Running, { mark }: Contained): Promise<void> {
  if (running.pid === 0) return;
  const init = namespaceInit(running.info);
  const deadline = performance.now() + GONE_WITHIN_MS;
  do {
    const left = [...(await leftOf(running.pid, init)), ...(await marked(mark))];
    if (left.length === 0) return;
    sendSignal(-running.pid, "SIGKILL");
    for (const pid of left) sendSignal(pid, "SIGKILL");
    await sleep(POLL_MS);
  } while (performance.now() < deadline);
  throw new Error("A command could not be ended");
}

/** When the first process of a namespace is gone, the kernel has ended all others in it. */
async function leftOf(root: number, init: number | null): Promise<number[]> {
  const below = (await listDescendants(root)).map(({ pid }) => pid);
  const known = init === null ? [root] : [root, init];
  const running = await Promise.all(known.map(isRunning));
  return [...below, ...known.filter((_, index) => running[index] === true)];
}

function namespaceInit(info: OutputTail): number | null {
  const found = /"child-pid": ?([0-9]+)/.exec(Buffer.from(info.bytes()).toString("latin1"));
  return found === null ? null : Number(found[1]);
}

async function marked(mark: string | null): Promise<number[]> {
  return mark === null ? [] : await listMarked(mark);
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

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { CountersignError } from "@countersign/core";
import {
  commandArguments,
  fixedEnvironment,
  type GitSettings,
  limitMemory,
} from "./git-settings.ts";
import type { Spawner, SpawnRequest } from "./spawner.ts";

/** Variables that a call may add to the fixed environment. */
type CallVariable =
  | "GIT_INDEX_FILE"
  | "GIT_WORK_TREE"
  | "GIT_OBJECT_DIRECTORY"
  | "GIT_ALTERNATE_OBJECT_DIRECTORIES"
  | "GIT_AUTHOR_NAME"
  | "GIT_AUTHOR_EMAIL"
  | "GIT_AUTHOR_DATE"
  | "GIT_COMMITTER_NAME"
  | "GIT_COMMITTER_EMAIL"
  | "GIT_COMMITTER_DATE";

export type GitCall = {
  /** A bare directory of the engine; absent only before it exists. */
  gitDir?: string;
  args: readonly [command: string, ...rest: string[]];
  variables?: Partial<Record<CallVariable, string>>;
  input?: string | Uint8Array;
  maxOutput?: number;
  /** Maximum milliseconds. Default: the timeout in the settings. */
  timeoutMs?: number;
  /** Exit codes that are an answer. Default: 0 alone. */
  answers?: readonly number[];
};

export type GitAnswer = { code: number; output: Buffer };

const MAX_OUTPUT = 64 * 1024 * 1024;
const MAX_COMPLAINT = 4_096;

/** Runs one git command to its end. */
export async function runGit(settings: GitSettings, call: GitCall): Promise<GitAnswer> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (settings.spawner !== undefined) return await runSpawned(settings.spawner, settings, call);
      const started = start(settings, call, collect(call));
      started.child.stdin.end(call.input ?? "");
      return await started.answer;
    } catch (error) {
      if (tries === TRIES || !isSweptAway(error)) throw error;
    }
  }
}

/**
 * Git's message if maintenance removed an empty object folder that the command was about to use.
 */
const SWEPT_AWAY = /unable to create temporary file: No such file or directory/;
const TRIES = 5;

function isSweptAway(error: unknown): boolean {
  return (
    error instanceof CountersignError &&
    error.cause instanceof Error &&
    SWEPT_AWAY.test(error.cause.message)
  );
}

/** Runs two commands and pipes the output of the first into the second. */
export async function pipeGit(settings: GitSettings, from: GitCall, to: GitCall): Promise<Buffer> {
  const reader = start(settings, to, collect(to));
  const writer = start(settings, from, passOn(reader.child));
  writer.child.stdin.end(from.input ?? "");
  const [written, read] = await Promise.allSettled([writer.answer, reader.answer]);
  if (written.status === "rejected") throw written.reason;
  if (read.status === "rejected") throw read.reason;
  return read.value.output;
}

/** Runs one command and streams its output to a reader, with backpressure. */
export async function streamGit(
  settings: GitSettings,
  call: GitCall,
  read: (output: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const { child, answer } = start(settings, call, () => nothing);
  child.stdin.end(call.input ?? "");
  const reading = read(child.stdout).finally(() => child.stdout.destroy());
  try {
    await Promise.all([answer, reading]);
  } finally {
    await answer.catch(() => {});
  }
}

/** A git process that answers until its input is closed. */
export type LiveGit = {
  child: ChildProcessWithoutNullStreams;
  /** Returns the beginning of its error output. */
  complaint(): string;
  /** Kills the process and all processes that it started. */
  kill(): void;
};

/**
 * Starts a command that answers many questions. The caller sets the time limits.
 *
 * It exits when its input ends, so it cannot outlive our process.
 */
export function startGit(settings: GitSettings, call: GitCall): LiveGit {
  const child = spawnGit(settings, call);
  return { child, complaint: complaintOf(child), kill: () => killGroup(child) };
}

type StartedGit = { child: ChildProcessWithoutNullStreams; answer: Promise<GitAnswer> };

function start(settings: GitSettings, call: GitCall, take: Taker): StartedGit {
  const child = spawnGit(settings, call);
  return { child, answer: answerOf(child, settings, call, take) };
}

/** Runs a command to its end through the spawner, with the same answers and errors. */
async function runSpawned(
  spawner: Spawner,
  settings: GitSettings,
  call: GitCall,
): Promise<GitAnswer> {
  const name = `git ${call.args[0]}`;
  const { result, kill } = spawner.run({
    ...commandOf(settings, call),
    input: call.input ?? "",
    maxOutput: call.maxOutput ?? MAX_OUTPUT,
    maxComplaint: MAX_COMPLAINT,
  });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new CountersignError("timed_out", `${name} took too long`));
    kill();
  }, call.timeoutMs ?? settings.timeoutMs);
  const ended = await Promise.race([result, late]).finally(() => clearTimeout(timer));
  const { code, output, complaint, isTooMuch, error } = ended;
  if (isTooMuch === true) throw new CountersignError("too_large", `${name} printed too much`);
  if (error !== undefined) throw upstream(`${name} could not be started`, new Error(error));
  if (code !== null && (call.answers ?? [0]).includes(code)) return { code, output };
  throw upstream(`${name} failed`, new Error(complaint));
}

function commandOf(
  settings: GitSettings,
  call: GitCall,
): Pick<SpawnRequest, "program" | "args" | "cwd" | "env"> {
  const where = call.gitDir === undefined ? [] : [`--git-dir=${call.gitDir}`];
  const argv = [...commandArguments(call.args[0]), ...where, ...call.args];
  return {
    ...limitMemory(settings.binary, call.args[0], argv),
    cwd: settings.home,
    env: { ...fixedEnvironment(settings), ...call.variables },
  };
}

function spawnGit(settings: GitSettings, call: GitCall): ChildProcessWithoutNullStreams {
  const { program, args, ...options } = commandOf(settings, call);
  const child = spawn(program, args, { ...options, detached: true, shell: false });
  child.stdin.on("error", () => {}); // a command that ends early explains it by its exit code
  return child;
}

async function answerOf(
  child: ChildProcessWithoutNullStreams,
  settings: GitSettings,
  call: GitCall,
  take: Taker,
): Promise<GitAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<GitAnswer>();
  const name = `git ${call.args[0]}`;
  const fail = (error: CountersignError): void => {
    reject(error);
    killGroup(child);
  };
  const timer = setTimeout(
    () => fail(new CountersignError("timed_out", `${name} took too long`)),
    call.timeoutMs ?? settings.timeoutMs,
  );
  const output = take(child, () =>
    fail(new CountersignError("too_large", `${name} printed too much`)),
  );
  const complaint = complaintOf(child);
  child.on("error", (cause) => reject(upstream(`${name} could not be started`, cause)));
  child.on("close", (code) => {
    if (code !== null && (call.answers ?? [0]).includes(code)) {
      resolve({ code, output: output() });
    } else {
      reject(upstream(`${name} failed`, new Error(complaint())));
    }
  });
  return await promise.finally(() => clearTimeout(timer));
}

/** Consumes the output of a command and returns the bytes to keep. */
type Taker = (child: ChildProcessWithoutNullStreams, tooMuch: () => void) => () => Buffer;

const nothing = (): Buffer => Buffer.alloc(0);

function collect({ maxOutput = MAX_OUTPUT }: GitCall): Taker {
  return (child, tooMuch) => {
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxOutput) tooMuch();
      else chunks.push(chunk);
    });
    return () => Buffer.concat(chunks);
  };
}

function passOn(into: ChildProcessWithoutNullStreams): Taker {
  return (child) => {
    child.stdout.pipe(into.stdin);
    into.stdin.on("close", () => child.stdout.destroy()); // the reader is gone, so the writer can stop
    return nothing;
  };
}

/** Returns the beginning of git's error output, for the log only: it quotes untrusted names. */
function complaintOf(child: ChildProcessWithoutNullStreams): () => string {
  let text = "";
  child.stderr.on("data", (chunk: Buffer) => {
    if (text.length < MAX_COMPLAINT) text += chunk.toString("utf8");
  });
  return () => text.slice(0, MAX_COMPLAINT);
}

/** Kills the process group of the child, so that its own children end, too. */
function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

const FULL = /No space left on device|Disk quota exceeded/;

function upstream(message: string, cause: Error): CountersignError {
  if (FULL.test(cause.message))
    return new CountersignError("upstream_failed", `${message}: the disk is full`, {
      cause,
      hint: "Free disk space for the mirror or the repository; countersign retries automatically.",
    });
  return new CountersignError("upstream_failed", message, { cause });
}

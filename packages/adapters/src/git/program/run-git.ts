import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { type Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { CountersignError } from "@countersign/core";
import { commandLine, type GitCall, type NetworkAccess } from "./git-call.ts";
import type { GitSettings } from "./git-settings.ts";
import type { Spawner } from "./spawner.ts";

/** `complaint` is the beginning of git's error output. It quotes untrusted names. */
export type GitAnswer = { code: number; output: Buffer; complaint: string };

const MAX_OUTPUT = 64 * 1024 * 1024;
const MAX_COMPLAINT = 4_096;

/** Runs one git command to its end. */
export async function runGit(settings: GitSettings, call: GitCall): Promise<GitAnswer> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (call.network !== undefined) return await runWithNetwork(settings, call, call.network);
      if (settings.spawner !== undefined) return await runSpawned(settings.spawner, settings, call);
      const started = start(settings, call, collect(call));
      started.child.stdin.end(call.input ?? "");
      return await started.answer;
    } catch (error) {
      if (tries === TRIES || !isSweptAway(error)) throw error;
    }
  }
}

/** Runs a command whose input stays open: its guard kills all its processes when the input ends. */
async function runWithNetwork(
  settings: GitSettings,
  call: GitCall,
  { credential }: NetworkAccess,
): Promise<GitAnswer> {
  const { child, answer } = start(settings, call, collect(call));
  const secret = child.stdio[3];
  if (secret instanceof Writable) {
    secret.on("error", () => {}); // a command that ends early did not need it
    secret.end(credential);
  }
  return await answer;
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

/** A command with the environment and settings of the account that our process runs in. */
export type AccountCall = {
  binary: string;
  args: readonly [command: string, ...rest: string[]];
  /** Settings that override the account's, as `name=value`. */
  config: readonly string[];
  gitDir: string;
  directory: string;
  env: Readonly<Record<string, string | undefined>>;
  timeoutMs: number;
};

/**
 * Runs one git command with a person's own access to servers. Git and ssh may ask for a passphrase on their terminal,
 * so the command stays in the terminal's session.
 */
export async function runGitAsAccount(call: AccountCall): Promise<GitAnswer> {
  const { binary, args, config, gitDir, directory, env, timeoutMs } = call;
  const settings = config.flatMap((setting) => ["-c", setting]);
  const child = spawn(
    binary,
    ["--no-replace-objects", ...settings, `--git-dir=${gitDir}`, ...args],
    {
      ...{ cwd: directory, env, timeout: timeoutMs, killSignal: "SIGKILL" },
      stdio: ["inherit", "pipe", "pipe"],
    },
  );
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.on("error", (cause) => reject(upstream(`git ${args[0]} could not be started`, cause)));
  child.on("close", (code) => resolve(code ?? 1));
  const complaint = complaintOf(child);
  const [code, output] = await Promise.all([promise, buffer(child.stdout)]);
  return { code, output, complaint: complaint() };
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
    ...commandLine(settings, call),
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
  if (code !== null && (call.answers ?? [0]).includes(code)) return { code, output, complaint };
  throw upstream(`${name} failed`, new Error(complaint));
}

function spawnGit(settings: GitSettings, call: GitCall): ChildProcessWithoutNullStreams {
  const { program, args, ...options } = commandLine(settings, call);
  const child: ChildProcess = spawn(program, args, {
    ...options,
    detached: true,
    shell: false,
    stdio: call.network === undefined ? "pipe" : ["pipe", "pipe", "pipe", "pipe"],
  });
  if (!hasStreams(child)) throw new Error("A process has no streams");
  child.stdin.on("error", () => {}); // a command that ends early explains it by its exit code
  return child;
}

function hasStreams(child: ChildProcess): child is ChildProcessWithoutNullStreams {
  return child.stdin !== null && child.stdout !== null && child.stderr !== null;
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
      resolve({ code, output: output(), complaint: complaint() });
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
function complaintOf(child: { stderr: Readable }): () => string {
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

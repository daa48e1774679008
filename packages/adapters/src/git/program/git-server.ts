import { Socket } from "node:net";
import { CountersignError } from "@countersign/core";
import { type ByteSource, createByteSource, GitStoppedError } from "./byte-source.ts";
import type { GitCall } from "./git-call.ts";
import type { GitSettings } from "./git-settings.ts";
import { type LiveGit, startGit } from "./run-git.ts";

/** A question and the reader of its answer. The reader must consume the whole answer. */
export type GitQuestion<T> = {
  input: string;
  read(source: ByteSource): Promise<T>;
  /** Maximum milliseconds. Default: the timeout in the settings. */
  timeoutMs?: number;
};

/** A git command that stays running and answers questions one after another. */
export type GitServer = {
  ask<T>(question: GitQuestion<T>): Promise<T>;
  /** Ends the process after the pending answers. */
  close(): void;
};

/** Milliseconds until an idle process ends. It holds memory, and a new one starts fast. */
const IDLE_MS = 20_000;

/** Maximum questions per process. Git frees little of the memory that it uses for reading. */
const MAX_QUESTIONS = 2_000;

type RunningGit = LiveGit & { source: ByteSource; asked: number };

/**
 * Keeps a process for a command that reads questions from its input.
 *
 * Starts it with the first question and ends it after some idle time. If a process dies or times
 * out, ends it and asks a new one once more.
 */
export function createGitServer(settings: GitSettings, call: GitCall): GitServer {
  let running: RunningGit | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;

  const stop = (): void => {
    clearTimeout(idle);
    running?.child.stdin.end();
    running = null;
  };
  const drop = (one: RunningGit): void => {
    one.kill();
    if (running === one) running = null;
  };
  const current = (): RunningGit => {
    if (running !== null && running.asked >= MAX_QUESTIONS) stop();
    running ??= startFor(settings, call);
    running.asked += 1;
    return running;
  };
  const answer = async <T>(question: GitQuestion<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const one = current();
      try {
        return await within(settings, call, one, question);
      } catch (error) {
        drop(one);
        if (tries === 2 || !isLost(error)) throw asOurs(error, call, one);
      }
    }
  };
  return {
    async ask(question) {
      clearTimeout(idle);
      waiting += 1;
      hold(running, true);
      const mine = last.then(() => answer(question));
      last = mine.catch(() => {});
      return await mine.finally(() => {
        waiting -= 1;
        if (waiting > 0) return;
        hold(running, false);
        idle = setTimeout(stop, IDLE_MS).unref();
      });
    },
    close() {
      last = last.then(stop);
    },
  };
}

function startFor(settings: GitSettings, call: GitCall): RunningGit {
  const live = startGit(settings, call);
  live.child.on("error", () => {}); // its output ends then, which the reader notices
  return { ...live, source: createByteSource(live.child.stdout), asked: 0 };
}

async function within<T>(
  settings: GitSettings,
  call: GitCall,
  { child, source, kill }: RunningGit,
  { input, read, timeoutMs = settings.timeoutMs }: GitQuestion<T>,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new CountersignError("timed_out", `git ${call.args[0]} took too long`));
    kill();
  }, timeoutMs);
  try {
    child.stdin.write(input);
    return await Promise.race([read(source), late]);
  } finally {
    clearTimeout(timer);
  }
}

function isLost(error: unknown): boolean {
  if (error instanceof GitStoppedError) return true;
  return error instanceof CountersignError && error.code === "timed_out";
}

function asOurs(error: unknown, { args }: GitCall, { complaint }: RunningGit): unknown {
  if (!(error instanceof GitStoppedError)) return error;
  const cause = new Error(complaint());
  return new CountersignError("upstream_failed", `git ${args[0]} failed`, { cause });
}

/** Lets our process exit while git is idle, and keeps it alive while git answers. */
function hold(one: RunningGit | null, wanted: boolean): void {
  if (one === null) return;
  const { child } = one;
  for (const part of [child, child.stdin, child.stdout, child.stderr]) {
    if (!(part === child || part instanceof Socket)) continue;
    if (wanted) part.ref();
    else part.unref();
  }
}

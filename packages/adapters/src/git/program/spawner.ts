import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { Socket } from "node:net";
import { createByteSource } from "./byte-source.ts";
import { SPAWNER_SCRIPT } from "./spawner-script.ts";

/** A process to start and run to its end. */
export type SpawnRequest = {
  program: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  input: string | Uint8Array;
  /** Maximum bytes of output. The process is killed if it prints more. */
  maxOutput: number;
  /** Maximum bytes of error output to keep. */
  maxComplaint: number;
};

type SpawnResult = {
  /** Null if the process was killed or could not be started. */
  code: number | null;
  output: Buffer;
  complaint: string;
  isTooMuch?: boolean;
  /** The reason if the process could not be started. */
  error?: string;
};

/** A running process. */
type SpawnedCall = { result: Promise<SpawnResult>; kill(): void };

/**
 * A small process that starts others for us.
 *
 * Starting a process copies the memory map of the process that starts it. In a large process that
 * blocks the main thread for many milliseconds.
 */
export type Spawner = { run(request: SpawnRequest): SpawnedCall };

type RunningSpawner = {
  child: ChildProcessWithoutNullStreams;
  calls: Map<number, (result: SpawnResult) => void>;
};

/**
 * Creates a spawner. Starts its process with the first request, and again after it has died.
 *
 * The process ends with ours. If it dies, running calls end as if their processes had been killed.
 */
export function createSpawner(): Spawner {
  let running: RunningSpawner | null = null;
  let lastId = 0;
  const current = (): RunningSpawner => {
    if (running !== null) return running;
    const started = startSpawner();
    running = started;
    void readReplies(started).catch(() => {
      if (running === started) running = null;
      started.child.kill("SIGKILL");
      for (const end of started.calls.values()) end(KILLED);
      started.calls.clear();
    });
    return started;
  };
  return {
    run({ input, ...request }) {
      const { child, calls } = current();
      lastId += 1;
      const id = lastId;
      const { promise, resolve } = Promise.withResolvers<SpawnResult>();
      calls.set(id, resolve);
      hold(child, true);
      const bytes = typeof input === "string" ? Buffer.from(input) : input;
      child.stdin.write(`${JSON.stringify({ id, ...request, inputBytes: bytes.length })}\n`);
      child.stdin.write(bytes);
      const kill = (): void => {
        child.stdin.write(`${JSON.stringify({ id, isKill: true, inputBytes: 0 })}\n`);
      };
      return { result: promise, kill };
    },
  };
}

const KILLED: SpawnResult = { code: null, output: Buffer.alloc(0), complaint: "" };

function startSpawner(): RunningSpawner {
  const child = spawn(process.execPath, ["-e", SPAWNER_SCRIPT], {
    cwd: "/",
    env: {},
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.on("error", () => {}); // its output ends then, which the reader notices
  child.stdin.on("error", () => {});
  child.stderr.resume();
  return { child, calls: new Map() };
}

/** Returns never: throws when the process has ended. */
async function readReplies({ child, calls }: RunningSpawner): Promise<void> {
  const source = createByteSource(child.stdout);
  for (;;) {
    const { id, outputBytes, complaintBytes, ...facts }: Reply = JSON.parse(await source.line());
    const output = await source.take(outputBytes);
    const complaint = (await source.take(complaintBytes)).toString("utf8");
    calls.get(id)?.({ ...facts, output, complaint });
    calls.delete(id);
    if (calls.size === 0) hold(child, false);
  }
}

type Reply = Omit<SpawnResult, "output" | "complaint"> & {
  id: number;
  outputBytes: number;
  complaintBytes: number;
};

/** Lets our process exit while nothing runs. */
function hold(child: ChildProcessWithoutNullStreams, wanted: boolean): void {
  for (const part of [child, child.stdin, child.stdout, child.stderr]) {
    if (!(part === child || part instanceof Socket)) continue;
    if (wanted) part.ref();
    else part.unref();
  }
}

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type {
  ProcessRequest,
  ProcessResult,
  ProcessRunner,
  ProcessSource,
  SandboxState,
} from "@countersign/engine";
import { detectSandbox, type Sandbox } from "./contain/detect-sandbox.ts";
import { runContained } from "./contain/run-contained.ts";
import {
  type BubblewrapProgram,
  plainCommand,
  SANDBOX_USER,
  type SandboxProgram,
  SECCOMP_FILTER,
  sandboxCommand,
} from "./contain/sandbox-command.ts";
import { detectSeatbelt } from "./seatbelt/detect-seatbelt.ts";
import { runInSeatbelt } from "./seatbelt/run-in-seatbelt.ts";
import type { RunInside } from "./seatbelt/self-test.ts";

const execute = promisify(execFile);

export type ProcessRunnerOptions = {
  /** The absolute path of bubblewrap. Default: its usual places. */
  bubblewrap?: string;
  /** The path of `sandbox-exec`, for tests. Default: its path on every Mac. */
  seatbelt?: string;
  /** The system whose sandbox is used. Default: this machine's. */
  platform?: NodeJS.Platform;
  /** Toolchains outside the system's directories that commands may read. */
  readable?: readonly string[];
  /**
   * Returns folders for the search path, after our own Node's and before the system's. Default:
   * none.
   */
  programs?: () => Promise<readonly string[]>;
  /** Milliseconds for a command to end by itself before it is killed. */
  graceMs?: number;
  /** The source of process lists. Default: the system's. */
  processSource?: ProcessSource;
};

const GRACE_MS = 2_000;
/** Milliseconds between attempts to detect a newly installed sandbox. */
const LOOK_AGAIN_MS = 10_000;
const HOSTS = "127.0.0.1 localhost\n::1 localhost\n";
const MARK = "COUNTERSIGN_RUN";
const CHOWN = "/bin/chown";

const TRIAL: Pick<ProcessRequest, "command" | "network" | "limits"> = {
  command: "test -w .",
  network: "none",
  limits: { timeoutMs: 20_000, outputBytes: 4_096, processes: 50, memoryBytes: 256 * 1024 ** 2 },
};

/**
 * Runs commands in bubblewrap, or on macOS in Seatbelt: no network, no file or variable of ours,
 * and only the work directory is writable. Without a working sandbox, runs only commands that may
 * run without one; then the limits apply and the result says so.
 */
export function createSandboxedProcessRunner(options: ProcessRunnerOptions = {}): ProcessRunner {
  const { bubblewrap, readable = [], graceMs = GRACE_MS, processSource: source } = options;
  const { seatbelt, platform = process.platform } = options;
  const programs = options.programs ?? (async () => []);
  const settings = { readable, programs, graceMs, source };
  let found: Promise<Sandbox> | undefined;
  let foundMs = 0;

  async function detect(): Promise<Sandbox> {
    found ??=
      platform === "darwin"
        ? detectSeatbelt(seatbelt, (program) => runTrial({ program, kind: "seatbelt" }, settings))
        : detectSandbox(bubblewrap, platform, (program, directory) =>
            tryIt(program, directory, settings),
          );
    foundMs ||= performance.now();
    const sandbox = await found;
    if (sandbox.program === null && performance.now() - foundMs > LOOK_AGAIN_MS) {
      found = undefined;
      foundMs = 0;
    }
    return sandbox;
  }

  return {
    async sandbox() {
      return (await detect()).state;
    },
    async run(request) {
      const { program, state } = await detect();
      if (program === null) {
        if (request.unsandboxed !== true) throw new Error(withoutSandbox(state));
        return await runPlain(request, settings);
      }
      return await runIn(program, request, settings);
    },
  };
}

function withoutSandbox(state: SandboxState): string {
  const why = state.kind === "none" ? `: ${state.why}. ${state.install}` : "";
  return `There is no sandbox${why}`;
}

type Settings = {
  readable: readonly string[];
  programs: () => Promise<readonly string[]>;
  graceMs: number;
  source: ProcessSource | undefined;
};

/** Runs one trial command in Seatbelt and returns its output. */
function runTrial(program: SandboxProgram, settings: Settings): RunInside {
  return async (command, directory) => {
    const { stdout } = await runIn(program, { ...TRIAL, command, directory }, settings);
    return Buffer.from(stdout).toString("utf8");
  };
}

async function runIn(
  { program, kind }: SandboxProgram,
  request: ProcessRequest,
  settings: Settings,
): Promise<ProcessResult> {
  return kind === "seatbelt"
    ? await runInSeatbelt(program, request, settings)
    : await runSandboxed({ program, kind }, request, settings);
}

async function tryIt(
  program: BubblewrapProgram,
  directory: string,
  settings: Settings,
): Promise<void> {
  const { end, stderr } = await runSandboxed(program, { ...TRIAL, directory }, settings);
  if (end.how === "exited" && end.code === 0) return;
  throw new Error(Buffer.from(stderr).toString("utf8").trim().slice(0, 500) || "a trial failed");
}

async function runSandboxed(
  program: BubblewrapProgram,
  request: ProcessRequest,
  { readable, programs, graceMs, source }: Settings,
): Promise<ProcessResult> {
  const user = program.kind === "root_as_sandbox_user" ? SANDBOX_USER : (process.getuid?.() ?? 0);
  if (program.kind === "root_as_sandbox_user") await giveAway(request);
  const { words, options } = await sandboxCommand(program, request, {
    readable,
    programs: await programs(),
  });
  const passwd = `check:x:${user}:${user}::/tmp/home:/bin/sh\n`;
  const files = { passwd, hosts: HOSTS, seccomp: SECCOMP_FILTER, options };
  return await runContained({ words, cwd: "/", files, mark: null, graceMs, source }, request);
}

/**
 * Gives the command's user ownership of the writable files. Changes links themselves, never their
 * targets.
 */
async function giveAway({ directory, home }: ProcessRequest): Promise<void> {
  const paths = home === undefined ? [directory] : [directory, home];
  await execute(CHOWN, ["-hR", "--", `${SANDBOX_USER}:${SANDBOX_USER}`, ...paths]);
}

async function runPlain(
  request: ProcessRequest,
  { programs, graceMs, source }: Settings,
): Promise<ProcessResult> {
  const temporary = await mkdtemp(join(tmpdir(), "countersign-run-"));
  const id = randomUUID();
  try {
    const prlimit = await isThere("/usr/bin/prlimit");
    const words = plainCommand(request, temporary, {
      mark: { [MARK]: id },
      prlimit,
      programs: await programs(),
    });
    const mark = `${MARK}=${id}`;
    const cwd = request.directory;
    return await runContained({ words, cwd, files: null, mark, graceMs, source }, request);
  } finally {
    // The system cleans up temporary files that cannot be removed here.
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

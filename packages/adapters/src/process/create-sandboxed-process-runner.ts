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
  /** The absolute path of the sandbox's program. Default: where systems install it. */
  bubblewrap?: string;
  /** The path of `sandbox-exec`, for tests. Default: where every Mac has it. */
  seatbelt?: string;
  /** Which system's sandbox is used. Default: that of this machine. */
  platform?: NodeJS.Platform;
  /** Toolchains outside the system's directories that commands may read. */
  readable?: readonly string[];
  /** Folders where commands find programs, after those beside our own Node and before the system's. Default: none. */
  programs?: () => Promise<readonly string[]>;
  /** How long a command that must end may take to end by itself. */
  graceMs?: number;
  /** Where processes are listed from. Default: what the system has. */
  processSource?: ProcessSource;
};

const GRACE_MS = 2_000;
/** Milliseconds after which a newly installed sandbox is detected. */
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
 * Runs commands in bubblewrap, on macOS in Seatbelt: no network, no file of ours, no variable of ours, only the work
 * directory to write. Where that does not work, nothing runs but what may run without a sandbox; then the
 * limits remain and the result says so.
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

/** Runs one command of our own in Seatbelt, and answers with what it printed. */
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

/** The command must own what it may write; links are changed themselves, never what they lead to. */
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
    // What cannot be removed is left to the system's own cleaning of temporary files.
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

import { dirname } from "node:path";
import type { ProcessRequest } from "@countersign/engine";
import { createSeccompFilter } from "../seccomp/create-seccomp-filter.ts";
import { bridgedCommand } from "./bridged-command.ts";
import { findOwnNode, isShown, showReadOnly, systemOptions } from "./system-paths.ts";

/** The user of a command: our own in a user namespace or, if we are root, a user without files. */
export type SandboxKind = "own_user" | "root_as_sandbox_user" | "root_as_root";

export type BubblewrapProgram = { program: string; kind: SandboxKind };

export type SandboxProgram = BubblewrapProgram | { program: string; kind: "seatbelt" };

/** Refuses system calls that a command does not need; null on an unsupported processor. */
export const SECCOMP_FILTER = createSeccompFilter();

/** Descriptors of a started command in addition to the usual three. */
export const PASSWD_FD = 3;
export const HOSTS_FD = 4;
export const STARTED_FD = 5;
export const INFO_FD = 6;
/** The system call filter, which the sandbox reads and closes. */
export const SECCOMP_FD = 7;
/**
 * The options of the sandbox. They name paths of this machine, and the command could read its
 * command line.
 */
export const OPTIONS_FD = 8;

/** An unassigned user id: below the ranges for people, above those for services. */
export const SANDBOX_USER = 64_110;

/** The path of the work directory inside the sandbox. */
export const CHECKOUT = "/checkout";
const HOME = "/tmp/home";
/** The path of the reachable socket inside the sandbox. */
const SOCKET = "/run/countersign/gateway";
/** The search path of commands, after the directory of our own Node. */
const PROGRAMS = ["/usr/local/bin", "/usr/bin", "/bin"];
const MAX_OPEN_FILES = 16_384;
const MAX_FILE_BYTES = 4 * 1024 ** 3;
/** Address space that JavaScript engines reserve for code; it counts as writable. */
const RESERVED_BYTES = 2 * 1024 ** 3;
const SHARED_MEMORY_BYTES = 256 * 1024 ** 2;

/**
 * The number of expected descriptors: those above without the last, which the sandbox has closed,
 * and that of the listed directory.
 */
const NO_OTHER_STREAMS =
  'for fd in /proc/self/fd/*; do case $fd in */[0-8]|*/\\*) ;; *) echo "$fd is open" >&2; exit 1;; esac; done';

/**
 * Refuses to start with another descriptor, reports that it was reached, so that a failed sandbox
 * is never mistaken for a failed command, and closes all descriptors of the sandbox.
 */
const START = [
  NO_OTHER_STREAMS,
  `printf s >&${STARTED_FD}`,
  `exec ${PASSWD_FD}<&- ${HOSTS_FD}<&- ${STARTED_FD}>&- ${INFO_FD}>&- ${SECCOMP_FD}<&-`,
  'mkdir -p "$HOME"',
  'exec /bin/sh -c "$1"',
].join("; ");

/** The arguments of a command line, and the options that its sandbox reads from a descriptor. */
export type SandboxCommand = { words: string[]; options: string };

/** Returns the command line that runs a request in a sandbox. */
export async function sandboxCommand(
  { program, kind }: BubblewrapProgram,
  request: ProcessRequest,
  {
    readable: alsoReadable,
    programs,
  }: { readable: readonly string[]; programs: readonly string[] },
): Promise<SandboxCommand> {
  const node = await findOwnNode();
  const limits = limitWords(request.limits, { processes: kind !== "root_as_root" });
  const readable = [node.shown, ...alsoReadable, ...(request.readable ?? [])];
  const path = [node.programs, ...programs.filter((folder) => isShown(folder, readable))];
  const env = cleanEnv([...path, ...PROGRAMS], HOME, request.env);
  const options = [
    ...namespaces(kind),
    ...(await systemOptions()),
    ...mounts(request, readable),
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
    ...["--info-fd", String(INFO_FD), "--die-with-parent", "--new-session"],
  ];
  const words = [
    ...[program, "--args", String(OPTIONS_FD)],
    ...(kind === "root_as_sandbox_user" ? dropRoot(program) : seccomp()),
    ...["--chdir", CHECKOUT],
    ...shellWords(bridgedCommand(request, { node: "node", socket: SOCKET }), env, limits),
  ];
  return { words, options: options.map((option) => `${option}\0`).join("") };
}

/** Returns the command line that runs a request without a sandbox. */
export function plainCommand(
  request: ProcessRequest,
  temporary: string,
  {
    mark,
    prlimit,
    programs,
  }: { mark: Record<string, string>; prlimit: boolean; programs: readonly string[] },
): string[] {
  const home = request.home ?? temporary;
  const env = cleanEnv([dirname(process.execPath), ...programs, ...PROGRAMS], home, {
    ...request.env,
    TMPDIR: temporary,
    ...mark,
  });
  const limits = prlimit ? limitWords(request.limits, { processes: false }) : [];
  const { network } = request;
  const socket = typeof network === "object" ? network.socket : "";
  return shellWords(bridgedCommand(request, { node: process.execPath, socket }), env, limits);
}

function namespaces(kind: SandboxKind): string[] {
  if (kind === "own_user") return ["--unshare-all", "--unshare-user", "--disable-userns"];
  if (kind === "root_as_root") return ["--unshare-all", "--unshare-user"];
  const own = ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
  const capabilities = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"];
  return [...own, "--unshare-net", ...capabilities];
}

/** Mounts the file systems. Every writable one has a size limit or is the work directory. */
function mounts(request: ProcessRequest, readable: readonly string[]): string[] {
  const temporaryBytes = String(Math.ceil(request.limits.memoryBytes / 2));
  return [
    ...["--perms", "0444", "--file", String(PASSWD_FD), "/etc/passwd"],
    ...["--perms", "0444", "--file", String(HOSTS_FD), "/etc/hosts"],
    ...["--proc", "/proc", "--dev", "/dev"],
    ...["--size", String(SHARED_MEMORY_BYTES), "--perms", "1777", "--tmpfs", "/dev/shm"],
    ...["--size", temporaryBytes, "--perms", "1777", "--tmpfs", "/tmp"],
    ...(request.home === undefined ? [] : ["--bind", request.home, HOME]),
    ...readable.flatMap((path) => showReadOnly(path)),
    ...[request.readOnly === true ? "--ro-bind" : "--bind", request.directory, CHECKOUT],
    ...(typeof request.network === "object" ? showReadOnly(request.network.socket, SOCKET) : []),
  ];
}

/**
 * Sets up the directories as root, which other users could not reach, and then drops root.
 *
 * The kernel does not count root's processes; those of this user it counts per user namespace.
 */
function dropRoot(program: string): string[] {
  const user = String(SANDBOX_USER);
  return [
    ...["/usr/bin/setpriv", "--reuid", user, "--regid", user, "--clear-groups"],
    ...[program, "--unshare-user", "--disable-userns", "--die-with-parent"],
    ...["--dev-bind", "/", "/"],
    ...seccomp(),
  ];
}

/** Sets the filter last, because the sandbox itself needs the refused calls. */
function seccomp(): string[] {
  return SECCOMP_FILTER === null ? [] : ["--seccomp", String(SECCOMP_FD)];
}

/**
 * Sets the kernel's limits per process. The address space is unlimited: much of it is never used.
 */
function limitWords(
  { processes, memoryBytes }: ProcessRequest["limits"],
  counted: { processes: boolean },
): string[] {
  return [
    "/usr/bin/prlimit",
    ...(counted.processes ? [`--nproc=${processes}`] : []),
    ...[
      `--data=${Math.ceil(memoryBytes) + RESERVED_BYTES}`,
      `--fsize=${MAX_FILE_BYTES}`,
      "--core=0",
      `--nofile=${MAX_OPEN_FILES}`,
    ],
  ];
}

function cleanEnv(
  path: readonly string[],
  home: string,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { LANG: "C.UTF-8", CI: "1", ...given, PATH: [...new Set(path)].join(":"), HOME: home };
}

function shellWords(
  command: string,
  env: Readonly<Record<string, string>>,
  limits: readonly string[],
): string[] {
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return ["/usr/bin/env", "-i", ...words, ...limits, "/bin/sh", "-c", START, "sh", command];
}

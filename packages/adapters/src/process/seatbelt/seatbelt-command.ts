import type { ProcessRequest } from "@countersign/engine";
import { bridgedCommand } from "../contain/bridged-command.ts";
import { type SeatbeltRules, seatbeltProfile } from "./seatbelt-profile.ts";

/** The path of Seatbelt's program on every Mac. */
export const SANDBOX_EXEC = "/usr/bin/sandbox-exec";

const STARTED_FD = 5;
const PROGRAMS = ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"];
const MAX_OPEN_FILES = 16_384;
/** Maximum size of one file, in blocks of 512 bytes: 4 GiB. */
const MAX_FILE_BLOCKS = 8_388_608;

/**
 * Closes every other descriptor, sets the limits that macOS supports, reports that it was reached,
 * so that a failed sandbox is never mistaken for a failed command, and starts the command.
 */
const START = [
  "for fd in $(ls /dev/fd); do",
  `[ "$fd" -gt 2 ] && [ "$fd" != ${STARTED_FD} ] && eval "exec $fd>&-"`,
  "done",
  `ulimit -c 0; ulimit -n ${MAX_OPEN_FILES} 2>/dev/null; ulimit -f ${MAX_FILE_BLOCKS}`,
  `printf s >&${STARTED_FD}; exec ${STARTED_FD}>&-`,
  'mkdir -p "$HOME"',
  'exec /bin/sh -c "$1"',
].join("\n");

/** How a command is started in Seatbelt. */
export type SeatbeltRun = {
  /** The path of `sandbox-exec`. */
  program: string;
  node: { program: string; programs: string };
  /** Variables that identify its processes. */
  mark: Readonly<Record<string, string>>;
};

/** Returns the command line that runs a request in Seatbelt. */
export function seatbeltCommand(
  request: Pick<ProcessRequest, "command" | "network" | "env">,
  rules: SeatbeltRules,
  { program, node, mark }: SeatbeltRun,
): string[] {
  const { temporary, home, gateway } = rules;
  const env = {
    LANG: "en_US.UTF-8",
    CI: "1",
    ...request.env,
    PATH: [node.programs, ...PROGRAMS].join(":"),
    HOME: home ?? `${temporary}/home`,
    TMPDIR: temporary,
    ...mark,
  };
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const bridge = { node: node.program, socket: gateway?.socket ?? "", port: gateway?.port ?? 0 };
  const command = bridgedCommand(request, bridge);
  const shell = ["/bin/bash", "--noprofile", "--norc", "-c", START, "bash", command];
  return [program, "-p", seatbeltProfile(rules), "/usr/bin/env", "-i", ...words, ...shell];
}

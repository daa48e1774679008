import { dirname } from "node:path";

/**
 * The permissions of one command. All paths are resolved, because Seatbelt compares the targets of
 * links.
 */
export type SeatbeltRules = {
  /** Folders and files that the command may read and run: system, Node, further toolchains. */
  readable: readonly string[];
  directory: string;
  /** Whether the directory is read-only. */
  readOnly: boolean;
  /** The temporary folder of the run. */
  temporary: string;
  /** The home; null if it is in the temporary folder. */
  home: string | null;
  /** The reachable socket, and the loopback port that leads to it. */
  gateway: { socket: string; port: number } | null;
};

/**
 * The read-only part of macOS, with Homebrew's folders of programs. No settings of services, no
 * keys.
 */
export const MAC_SYSTEM = [
  "/System",
  "/bin",
  "/sbin",
  "/usr/bin",
  "/usr/lib",
  "/usr/libexec",
  "/usr/sbin",
  "/usr/share",
  "/usr/local/bin",
  "/usr/local/lib",
  "/usr/local/opt",
  "/usr/local/share",
  "/usr/local/Cellar",
  "/opt/homebrew/bin",
  "/opt/homebrew/lib",
  "/opt/homebrew/opt",
  "/opt/homebrew/share",
  "/opt/homebrew/Cellar",
  "/Library/Apple",
  "/Library/Developer/CommandLineTools",
  "/private/etc/localtime",
  "/private/etc/services",
  "/private/etc/ssl",
  "/private/var/db/timezone",
  "/private/var/select",
];

const READ_DEVICES = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];
const WRITE_DEVICES = ["/dev/null", "/dev/zero"];

/**
 * Facts about the processor and the kernel. Leaves out `kern.proc*`, which lists other processes
 * with their environment.
 */
const KERNEL_FACTS = [
  '(sysctl-name-prefix "hw.")',
  '(sysctl-name-prefix "machdep.cpu.")',
  '(sysctl-name "kern.argmax")',
  '(sysctl-name "kern.hostname")',
  '(sysctl-name "kern.maxfilesperproc")',
  '(sysctl-name "kern.osproductversion")',
  '(sysctl-name "kern.osrelease")',
  '(sysctl-name "kern.ostype")',
  '(sysctl-name "kern.osversion")',
  '(sysctl-name "kern.version")',
  '(sysctl-name "vm.loadavg")',
];

/**
 * Returns the profile of one command, which denies everything that no line allows. The default
 * leaves out four operations.
 */
export function seatbeltProfile(rules: SeatbeltRules): string {
  const { readable, directory, readOnly, temporary, home, gateway } = rules;
  const passing = home === null ? [temporary] : [temporary, home];
  const own = [directory, ...passing];
  const writable = readOnly ? passing : own;
  const links = [...readable, ...own, ...(gateway === null ? [] : [gateway.socket])];
  return [
    "(version 1)",
    "(deny default)",
    "(deny process-info*)",
    "(deny nvram*)",
    "(deny iokit-get-properties)",
    "(deny file-map-executable)",
    "(allow process-fork)",
    "(allow signal (target same-sandbox))",
    "(allow process-info* (target same-sandbox))",
    allow("sysctl-read", KERNEL_FACTS),
    allow("process-exec file-map-executable", [...readable, ...own].map(subpath)),
    allow("file-read-metadata", parentsOf(links).map(literal)),
    allow("file-read*", [...readable, ...own].map(subpath)),
    allow("file-read*", READ_DEVICES.map(literal)),
    allow("file-write*", writable.map(subpath)),
    allow("file-write-data", WRITE_DEVICES.map(literal)),
    ...(gateway === null ? [] : gatewayLines(gateway)),
    "",
  ].join("\n");
}

/**
 * Allows the bridge to connect to the socket and to listen on one port, and the command to connect
 * to that port.
 */
function gatewayLines({ socket, port }: NonNullable<SeatbeltRules["gateway"]>): string[] {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error("This is no port");
  return [
    allow("network-outbound", [literal(socket)]),
    allow("network-bind", [`(local ip "localhost:${port}")`]),
    allow("network-inbound", [`(local ip "localhost:${port}")`]),
    allow("network-outbound", [`(remote ip "localhost:${port}")`]),
  ];
}

function allow(operation: string, filters: readonly string[]): string {
  return `(allow ${operation} ${filters.join(" ")})`;
}

function subpath(path: string): string {
  return `(subpath ${quotePath(path)})`;
}

function literal(path: string): string {
  return `(literal ${quotePath(path)})`;
}

/**
 * Lists the parents of paths. The command already knows their names; their contents stay hidden.
 */
function parentsOf(paths: readonly string[]): string[] {
  const parents = new Set(["/"]);
  for (const path of paths) {
    for (let parent = dirname(path); parent !== "/"; parent = dirname(parent)) parents.add(parent);
  }
  return [...parents].toSorted();
}

const CONTROL = /[\p{Cc}]/u;

/**
 * Quotes a path for the profile language: escapes quotation marks, backslashes, line ends and tabs.
 * Throws for other control characters, which cannot be written there.
 */
export function quotePath(path: string): string {
  const escaped = path
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  if (!path.startsWith("/")) throw new Error(`${JSON.stringify(path)} is not an absolute path`);
  if (CONTROL.test(escaped))
    throw new Error(`${JSON.stringify(path)} contains a control character`);
  return `"${escaped}"`;
}

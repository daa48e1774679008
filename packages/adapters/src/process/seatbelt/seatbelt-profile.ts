import { dirname } from "node:path";

/** What one command may do. All paths are real ones: Seatbelt compares what links lead to. */
export type SeatbeltRules = {
  /** Folders and files that it may read and run: system, Node, further toolchains. */
  readable: readonly string[];
  directory: string;
  /** The directory may only be read. */
  readOnly: boolean;
  /** The one temporary folder, which goes away. */
  temporary: string;
  /** Its home, where that is not a folder in the temporary one. */
  home: string | null;
  /** The one socket that it may reach, and the port of its own loopback that leads there. */
  gateway: { socket: string; port: number } | null;
};

/** The read-only part of macOS, with the folders of Homebrew that hold programs. No settings of services, no keys. */
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

/** Facts about the processor and the kernel. Without `kern.proc*`, which lists other processes with their environment. */
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

/** The profile of one command: everything is denied but what a line allows. The default leaves out four operations. */
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

/** The bridge connects to the socket and listens on one port, which the command calls. */
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

/** Folders on the way to a path: their names are known to the command anyway, their contents stay closed. */
function parentsOf(paths: readonly string[]): string[] {
  const parents = new Set(["/"]);
  for (const path of paths) {
    for (let parent = dirname(path); parent !== "/"; parent = dirname(parent)) parents.add(parent);
  }
  return [...parents].toSorted();
}

const CONTROL = /[\p{Cc}]/u;

/**
 * A path as a string of the profile language: quotation marks, backslashes, line ends and tabs are escaped, and
 * parentheses mean nothing within a string. Throws for other control characters, which cannot be written there.
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

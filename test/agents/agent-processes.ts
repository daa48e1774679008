import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A program of an agent that runs on this machine, seen from outside of its sandbox. */
export type AgentProcess = {
  pid: number;
  words: string[];
  /** Whether it has a network of its own. */
  isApart: boolean;
  /** The network's interfaces, and its routes to anywhere. */
  interfaces: string[];
  routes: string[];
};

const INSTALLED = /\/test\/agents\/(?:copilot\/)?node_modules\//;

/** Everything of this test whose command line names an agent's program, the sandbox around it as well. */
export function commandLines(): string[] {
  return ownProcesses()
    .map((pid) => read(pid, "cmdline"))
    .filter((line) => INSTALLED.test(line));
}

/** The agents' programs themselves, as far as this test started them. */
export function agentProcesses(): AgentProcess[] {
  return ownProcesses().flatMap((pid) => {
    const words = read(pid, "cmdline").split("\0");
    if (!words.slice(0, 2).some((word) => word.startsWith("/") && INSTALLED.test(word))) return [];
    return [
      {
        pid,
        words,
        isApart: namespaceOf(pid) !== namespaceOf("self"),
        interfaces: interfacesOf(read(pid, "net/dev")),
        routes: linesOf(read(pid, "net/route")).slice(1),
      },
    ];
  });
}

/** What this process started, and what that started. What lost its parent is left out. */
function ownProcesses(): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(ids.map(Number).map((pid) => [pid, parentOf(pid)]));
  const isOwn = (pid: number | undefined): boolean =>
    pid === process.pid || (pid !== undefined && pid > 1 && isOwn(parents.get(pid)));
  return [...parents.keys()].filter(isOwn);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)$/m.exec(read(pid, "status"))?.[1] ?? 0);
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return "";
  }
}

function namespaceOf(pid: number | "self"): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return "";
  }
}

function interfacesOf(table: string): string[] {
  return linesOf(table).flatMap((line) => /^\s*([\w.@-]+):/.exec(line)?.[1] ?? []);
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

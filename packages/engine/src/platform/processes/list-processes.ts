import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import {
  ENDED_STATES,
  type ProcessSource,
  PS,
  PS_OPTIONS,
  parseStart,
  processSource,
} from "./ps.ts";

const execute = promisify(execFile);

/** A running process. Start times are comparable only within the same source. */
export type ProcessLine = {
  pid: number;
  parent: number;
  group: number;
  name: string;
  residentBytes: number;
  startMs: number;
};

const PAGE_BYTES = 4_096;
const KILOBYTE = 1_024;
const TICK_MS = 10;
const PID = /^[1-9][0-9]*$/;

// Field indexes after the process name, which may contain spaces and brackets.
const STATE = 0;
const PARENT = 1;
const GROUP = 2;
const START = 19;
const RESIDENT_PAGES = 21;

/** One option per column, because a column's header ends with its option. */
const COLUMNS = ["pid", "ppid", "pgid", "rss", "stat", "lstart", "comm"].flatMap((name) => [
  "-o",
  `${name}=`,
]);
const LINE =
  /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\S)\S*\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d{4})\s+(.*)$/;

/** Lists all running processes. Null if the system does not list them. */
export async function listProcesses(
  source: ProcessSource = processSource(),
): Promise<ProcessLine[] | null> {
  const lines = source === "proc" ? await fromProc() : await fromPs();
  return lines.length === 0 ? null : lines;
}

/** Lists processes whose initial environment contains this text, as far as the system shows it. */
export async function listMarked(
  mark: string,
  source: ProcessSource = processSource(),
): Promise<number[]> {
  if (source === "ps") return await markedFromPs(mark);
  const pids = await listPids();
  const marked = await Promise.all(
    pids.map(async (pid) => (await readSmall(`/proc/${pid}/environ`)).includes(mark)),
  );
  return pids.filter((_, index) => marked[index] === true);
}

async function fromProc(): Promise<ProcessLine[]> {
  const pids = await listPids();
  const lines = await Promise.all(
    pids.map(async (pid) => parseStat(pid, await readSmall(`/proc/${pid}/stat`))),
  );
  return lines.filter((line) => line !== null);
}

async function listPids(): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  return names.filter((name) => PID.test(name)).map(Number);
}

async function readSmall(path: string): Promise<string> {
  return await readFile(path, "latin1").catch(() => "");
}

function parseStat(pid: number, text: string): ProcessLine | null {
  const nameEnd = text.lastIndexOf(")");
  if (nameEnd === -1) return null;
  const fields = text.slice(nameEnd + 2).split(" ");
  if (ENDED_STATES.has(fields[STATE] ?? "Z")) return null;
  return {
    pid,
    parent: Number(fields[PARENT]),
    group: Number(fields[GROUP]),
    name: text.slice(text.indexOf("(") + 1, nameEnd),
    residentBytes: Number(fields[RESIDENT_PAGES]) * PAGE_BYTES,
    startMs: Number(fields[START]) * TICK_MS,
  };
}

async function fromPs(): Promise<ProcessLine[]> {
  const output = await runPs(["-ax", ...COLUMNS]);
  return output.map(parseLine).filter((line) => line !== null);
}

function parseLine(text: string): ProcessLine | null {
  const [, pid, parent, group, kilobytes, state, start = "", name = ""] = LINE.exec(text) ?? [];
  if (state === undefined || ENDED_STATES.has(state)) return null;
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    name: basename(name),
    residentBytes: Number(kilobytes) * KILOBYTE,
    startMs: parseStart(start) ?? 0,
  };
}

/** `ps` prints the environment after the command with `-E` on macOS, where `e` means something else. */
async function markedFromPs(mark: string): Promise<number[]> {
  const all = process.platform === "darwin" ? "-axEww" : "axeww";
  const output = await runPs([all, "-o", "pid=", "-o", "command="]);
  return output.filter((line) => line.includes(mark)).map((line) => Number.parseInt(line, 10));
}

async function runPs(words: readonly string[]): Promise<string[]> {
  const { stdout } = await execute(PS, words, PS_OPTIONS).catch(() => ({ stdout: "" }));
  return stdout.split("\n");
}

import { MOST_COUNTED, type TaskLine } from "@countersign/api";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long, in the largest unit that fits: `40s`, `4m`, `2h`, `3d`. */
function ageText(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  return ms < DAY ? `${Math.floor(ms / HOUR)}h` : `${Math.floor(ms / DAY)}d`;
}

/** Like `ageText`, but nothing that changes every second. */
export function calmAge(ms: number): string {
  return ms < MINUTE ? "now" : ageText(ms);
}

/** `4m 23s`. */
export function durationText(ms: number): string {
  if (ms < MINUTE) return `${Math.round(ms / SECOND)}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m ${Math.floor((ms % MINUTE) / SECOND)}s`;
  return `${Math.floor(ms / HOUR)}h ${Math.floor((ms % HOUR) / MINUTE)}m`;
}

/** The local time of day. */
export function clockText(ms: number): string {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** `1 task`, `2 tasks`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** A number as the engine counts: from some on it does not look for more. */
export function counted(number: number): string {
  return number < MOST_COUNTED ? String(number) : `${MOST_COUNTED.toLocaleString("en")}+`;
}

/** Whose turn it is: `you`, a name, or the kind of machine. */
export function turnText({ holder, who }: TaskLine["turn"], me: string | null): string {
  if (who !== null && who === me) return "you";
  return who ?? (holder === "person" ? "a person" : holder);
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

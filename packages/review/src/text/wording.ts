import { MAX_COUNTED, type TaskLine } from "@countersign/api";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns the age in minutes, hours or days, so that it changes at most once a minute: `now`, `4m`, `2h`, `3d`. */
export function relativeAgeText(ms: number): string {
  if (ms < MINUTE_MS) return "now";
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m`;
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)}h` : `${Math.floor(ms / DAY_MS)}d`;
}

/** Formats a duration: `4m 23s`. */
export function durationText(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)}s`;
  if (ms < HOUR_MS)
    return `${Math.floor(ms / MINUTE_MS)}m ${Math.floor((ms % MINUTE_MS) / SECOND_MS)}s`;
  return `${Math.floor(ms / HOUR_MS)}h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)}m`;
}

/** Returns the local time of day: `09:41`. */
export function clockText(ms: number): string {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Formats a count: `1 task`, `2 tasks`. */
export function countText(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/**
 * Formats a number of tasks. The engine stops counting at a maximum, which is shown as `10,000+`.
 */
export function cappedCount(number: number): string {
  return number < MAX_COUNTED ? String(number) : `${MAX_COUNTED.toLocaleString("en")}+`;
}

/** Returns who has the turn: `you`, a name, or the kind of machine. */
export function turnText({ holder, who }: TaskLine["turn"], me: string | null): string {
  if (who !== null && who === me) return "you";
  return who ?? (holder === "person" ? "a person" : holder);
}

/** Returns the last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

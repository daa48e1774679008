import type { Notify, QuietHours } from "./schema-notify.ts";

/** Channels that an open board serves; the engine sends to all others. */
export const BOARD_CHANNELS: ReadonlySet<string> = new Set(["terminal", "osc9", "osc777"]);

export type NotifyRoute = { channels: readonly string[]; quietHours: QuietHours | null };

/** Returns a person's notification route, or the default route. Urgent news ignores quiet hours. */
export function routeNotification(
  { people, ...everybody }: Notify,
  person: string,
  isUrgent: boolean,
): NotifyRoute {
  const own = Object.hasOwn(people, person) ? people[person] : undefined;
  if (isUrgent) return { channels: own?.escalate ?? everybody.escalate, quietHours: null };
  return {
    channels: own?.yourTurn ?? everybody.yourTurn,
    quietHours: own?.quietHours === undefined ? everybody.quietHours : own.quietHours,
  };
}

const MINUTES_OF_DAY = 1_440;
const MINUTE_MS = 60_000;

/** Returns the minutes until quiet hours end at a minute of the day. 0 outside of them. */
export function quietMinutesLeft(quietHours: QuietHours | null, minuteOfDay: number): number {
  if (quietHours === null) return 0;
  const [from, to] = [minuteOf(quietHours.from), minuteOf(quietHours.to)];
  const length = between(from, to);
  const since = between(from, minuteOfDay);
  return since < length ? length - since : 0;
}

/**
 * Returns when a notification due at `fromMs` is sent: after any quiet hours.
 *
 * `localMinute` returns the minute of the day in the person's time zone.
 */
export function afterQuietHours(
  fromMs: number,
  quietHours: QuietHours | null,
  localMinute: (ms: number) => number,
): number {
  const left = quietMinutesLeft(quietHours, localMinute(fromMs));
  return left === 0 ? fromMs : Math.floor(fromMs / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS;
}

/**
 * Returns when news for a recipient is sent: with the message that is already planned, or after `groupMs`, so
 * that more news can join it. `now` skips the collection.
 */
export function notificationDueMs(
  { nowMs, now, plannedMs }: { nowMs: number; now: boolean; plannedMs: number | null },
  groupMs: number,
  quietHours: QuietHours | null,
  localMinute: (ms: number) => number,
): number {
  if (!now && plannedMs !== null) return plannedMs;
  return afterQuietHours(now ? nowMs : nowMs + groupMs, quietHours, localMinute);
}

function minuteOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** Returns the minutes from one minute of the day to the next occurrence of another. */
function between(from: number, to: number): number {
  return (to - from + MINUTES_OF_DAY) % MINUTES_OF_DAY;
}

import { printed } from "./read-keys.ts";

/** Bursts of so many printable keys within this time are a paste that the terminal did not mark. */
const BURST_KEYS = 7;
const BURST_MS = 80;
/** After another screen appeared, keys that decide are dead for so long: a double tap decides once. */
const DEAD_MS = 250;

export type Guard = {
  /** When printable keys came, newest last; only as many as a burst needs. */
  readonly recent: readonly number[];
  /** Until then a burst goes on. */
  readonly burstUntilMs: number;
  readonly ignored: number;
  readonly deadUntilMs: number;
};

export const FRESH_GUARD: Guard = { recent: [], burstUntilMs: 0, ignored: 0, deadUntilMs: 0 };

export type Guarded = {
  guard: Guard;
  /** The keys that may act. */
  keys: readonly string[];
  /** Whether the keys came alone, so that one of them may decide. */
  alone: boolean;
};

/** Looks at keys outside of text fields before they act. */
export function guardKeys(guard: Guard, keys: readonly string[], nowMs: number): Guarded {
  const count = keys.filter((key) => printed(key) !== null).length;
  if (count === 0) return { guard, keys, alone: keys.length === 1 };
  const times = Array.from({ length: Math.min(count, BURST_KEYS) }, () => nowMs);
  const recent = [...guard.recent, ...times].filter((ms) => nowMs - ms < BURST_MS);
  const inBurst = nowMs < guard.burstUntilMs || recent.length >= BURST_KEYS;
  if (!inBurst) {
    return { guard: { ...guard, recent, ignored: 0 }, keys, alone: keys.length === 1 };
  }
  const goesOn = nowMs < guard.burstUntilMs;
  const before = goesOn ? guard.ignored : recent.length - times.length;
  const next = { ...guard, recent: [], burstUntilMs: nowMs + BURST_MS, ignored: before + count };
  return { guard: next, keys: [], alone: false };
}

/** Pasted text outside of a field does nothing. */
export function ignorePaste(guard: Guard, text: string): Guard {
  return { ...guard, ignored: text.length };
}

export function afterScreenChange(guard: Guard, nowMs: number): Guard {
  return { ...guard, deadUntilMs: nowMs + DEAD_MS };
}

export function mayDecide(guard: Guard, nowMs: number): boolean {
  return nowMs >= guard.deadUntilMs;
}

/** How long a key that decides is held, so that the rest of a paste can show that it is one. */
export const DECIDING_WAIT_MS = BURST_MS;

import { printableText } from "./text-field.ts";

/** This many printable keys within this time are a paste that the terminal did not mark. */
const BURST_KEYS = 7;
const BURST_MS = 80;
/**
 * Keys that decide are ignored for this time after another screen appeared, so that a double tap decides once, and
 * after a burst, so that a paste that stalls for a moment does not decide.
 */
const DEAD_MS = 250;

export type TypingGuard = {
  /** Times of the last printable keys, newest last, at most as many as a burst needs. */
  readonly recent: readonly number[];
  /** The burst continues until then. */
  readonly burstUntilMs: number;
  readonly ignored: number;
  readonly deadUntilMs: number;
};

export const FRESH_GUARD: TypingGuard = { recent: [], burstUntilMs: 0, ignored: 0, deadUntilMs: 0 };

export type GuardResult = {
  guard: TypingGuard;
  /** The keys that are not part of a burst. */
  keys: readonly string[];
  /** Whether it is a single key, which may decide. */
  alone: boolean;
};

/** Drops keys outside of text fields that look like a paste. */
export function guardKeys(guard: TypingGuard, keys: readonly string[], nowMs: number): GuardResult {
  const count = keys.filter((key) => printableText(key) !== null).length;
  if (count === 0) return { guard, keys, alone: keys.length === 1 };
  const times = Array.from({ length: Math.min(count, BURST_KEYS) }, () => nowMs);
  const recent = [...guard.recent, ...times].filter((ms) => nowMs - ms < BURST_MS);
  const inBurst = nowMs < guard.burstUntilMs || recent.length >= BURST_KEYS;
  if (!inBurst) {
    return { guard: { ...guard, recent, ignored: 0 }, keys, alone: keys.length === 1 };
  }
  const goesOn = nowMs < guard.burstUntilMs;
  const before = goesOn ? guard.ignored : recent.length - times.length;
  const next = {
    recent: [],
    burstUntilMs: nowMs + BURST_MS,
    ignored: before + count,
    deadUntilMs: Math.max(guard.deadUntilMs, nowMs + DEAD_MS),
  };
  return { guard: next, keys: [], alone: false };
}

/** Counts a marked paste outside of a text field as ignored. */
export function ignorePaste(guard: TypingGuard, text: string): TypingGuard {
  return { ...guard, ignored: text.length };
}

/** Ignores keys that decide for a moment after another screen appeared. */
export function guardNewScreen(guard: TypingGuard, nowMs: number): TypingGuard {
  return { ...guard, deadUntilMs: nowMs + DEAD_MS };
}

export function canDecide(guard: TypingGuard, nowMs: number): boolean {
  return nowMs >= guard.deadUntilMs;
}

/** Milliseconds that a key that decides is held back, to see whether it is part of a paste. */
export const DECISION_DELAY_MS = BURST_MS;

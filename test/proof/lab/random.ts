/** Numbers that depend on nothing but the seed. */
export type Random = {
  /** A number from 0 up to, not including, `end`. */
  below: (end: number) => number;
  pick: <T>(list: readonly [T, ...T[]]) => T;
  chance: (probability: number) => boolean;
  hex: (digits: number) => string;
};

/** Mulberry32: small, fast and even enough. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    chance: (probability) => next() < probability,
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(""),
  };
}

/** A small deterministic source of choices: one number per step, so that a failing walk shrinks well. */
export type Dice = {
  /** A whole number from 0 up to, not including, `sides`. */
  roll(sides: number): number;
  chance(percent: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
};

export function diceOf(start: number): Dice {
  let state = start | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const roll = (sides: number): number => next() % sides;
  return {
    roll,
    chance: (percent) => roll(100) < percent,
    pick: (items) => items[roll(items.length)] ?? items[0],
  };
}

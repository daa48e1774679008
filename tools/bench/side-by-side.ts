/** Two implementations of the same work, measured alternately under the same load. */
export type SideBySide = {
  /** Ours ÷ bare, per second: the median of the rounds. */
  ratio: number;
  /** The lowest and the highest ratio of a round. */
  spread: readonly [number, number];
  rounds: number;
  oursPerSecond: number;
  barePerSecond: number;
};

/** Does a piece of work and returns its rate per second. */
export type Slice = () => Promise<number>;

/** Alternates short slices. The order changes from round to round. */
export async function sideBySide(rounds: number, ours: Slice, bare: Slice): Promise<SideBySide> {
  await ours();
  await bare();
  const measured: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await ours();
      measured.push({ ours: first, bare: await bare() });
    } else {
      const first = await bare();
      measured.push({ ours: await ours(), bare: first });
    }
  }
  const ratios = measured.map((one) => one.ours / one.bare);
  return {
    ratio: roundFigure(median(ratios)),
    spread: [roundFigure(Math.min(...ratios)), roundFigure(Math.max(...ratios))],
    rounds,
    oursPerSecond: roundFigure(median(measured.map((one) => one.ours))),
    barePerSecond: roundFigure(median(measured.map((one) => one.bare))),
  };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value below which this share of the values is. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1);
  return sorted[Math.max(0, at)] ?? Number.NaN;
}

/** Rounds to three significant digits. */
export function roundFigure(value: number): number {
  return Number(value.toPrecision(3));
}

/** Converts a count and a duration to a rate per second. */
export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - began);
}

/** Runs a list of jobs with limited concurrency. */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const lane = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Creates lists of names that were not used before. */
export function freshNames(nameOf: (number: number) => string): (count: number) => string[] {
  let given = 0;
  return (count) => {
    const names = Array.from({ length: count }, (_, at) => nameOf(given + at + 1));
    given += count;
    return names;
  };
}

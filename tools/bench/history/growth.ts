import { roundFigure } from "../side-by-side.ts";

/** A figure with a small and with a large history, and the second ÷ the first. */
export type Growth = { small: number; large: number; ratio: number };

/** The milliseconds of each request, and the pages of all of them. */
export type Requests = { took: number[]; pages: number };

/** Runs slices of both sizes in turns, so that both see the same load. */
export async function alternate(
  rounds: number,
  small: () => Promise<Requests>,
  large: () => Promise<Requests>,
): Promise<Requests[]> {
  const all: Requests[] = [
    { took: [], pages: 0 },
    { took: [], pages: 0 },
  ];
  for (let round = 0; round < rounds; round += 1)
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const { took, pages } = await (at === 0 ? small() : large());
      all[at]?.took.push(...took);
      if (all[at] !== undefined) all[at].pages += pages;
    }
  return all;
}

/** Compares the figure of the small database with that of the large one. */
export function growth([small = Number.NaN, large = Number.NaN]: readonly number[]): Growth {
  return {
    small: roundFigure(small),
    large: roundFigure(large),
    ratio: roundFigure(large / small),
  };
}

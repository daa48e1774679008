/** How many tasks of a train pass their checks together, and what fails with the next one. */
type GreenPart<Failure> = { green: number; failure: Failure | null };

/**
 * Finds the longest beginning of a train whose checks pass, by bisection. `check` judges the result of the first
 * `count` tasks: null if its checks pass.
 *
 * The whole train is checked first, so that a train without a fault costs one check. The returned failure is that of
 * the first `green + 1` tasks, so the last of these caused it.
 */
export async function findGreenPart<Failure>(
  count: number,
  check: (count: number) => Promise<Failure | null>,
): Promise<GreenPart<Failure>> {
  let failure = await check(count);
  if (failure === null) return { green: count, failure };
  let green = 0;
  let red = count;
  while (red - green > 1) {
    const middle = Math.trunc((green + red) / 2);
    const found = await check(middle);
    if (found === null) {
      green = middle;
      continue;
    }
    red = middle;
    failure = found;
  }
  return { green, failure };
}

type Fetch = typeof globalThis.fetch;

/**
 * Asks the engine where it is now. One that was started again listens elsewhere: the call that found nobody
 * fails, and the next one goes to where the engine is found. Nothing is ever sent twice.
 */
export function createFollowingFetch(find: () => Promise<string | null>, ask: Fetch): Fetch {
  let place: string | null = null;
  return async (input, init) => {
    const moved = place !== null && input instanceof URL ? inPlace(input, place) : input;
    try {
      return await ask(moved, init);
    } catch (error) {
      place = (await find().catch(() => null)) ?? place;
      throw error;
    }
  };
}

function inPlace({ pathname, search }: URL, place: string): URL {
  return new URL(`${pathname}${search}`, place);
}

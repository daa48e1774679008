type Fetch = typeof globalThis.fetch;

/**
 * Creates a fetch that follows the engine to its current address. After a restart the engine listens on another
 * port: the first call fails, and the next one uses the new address. No request is sent twice.
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

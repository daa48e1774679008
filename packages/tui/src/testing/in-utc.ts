import { afterAll, beforeAll } from "vitest";

/** Times of day are drawn as the clock on the wall says: for these tests it hangs in Greenwich. */
export function inUtc(): void {
  const zone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = "UTC";
  });
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
}

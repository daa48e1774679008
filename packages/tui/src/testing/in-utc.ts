import { afterAll, beforeAll } from "vitest";

/** Sets the time zone of these tests to UTC, because the screens show local times. */
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

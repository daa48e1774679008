import { describe, expect, it } from "vitest";
import { testWithout } from "./test-without.ts";

const FILE = "packages/core/src/plan/layers/choose-peers.test.ts";

describe("a test file without a key", () => {
  it("is red where it sets the key, and names the test that noticed", async () => {
    expect(await testWithout("departments.*.agents", FILE)).toEqual({
      is: "red",
      test: expect.stringContaining(`${FILE} › `),
    });
  });

  it("is green where it does not set the key", async () => {
    expect(await testWithout("retention.engineDays", FILE)).toEqual({ is: "green" });
  });

  it("is broken where there is no such file", async () => {
    expect(await testWithout("version", "packages/none.test.ts")).toMatchObject({ is: "broken" });
  });
});

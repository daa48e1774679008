import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ARCHITECTURE, fillBlock } from "../../generate/write-docs.ts";
import { FEATURES, featureFiles, featuresTable, MAX_FILES } from "./features.ts";

describe("the features of ARCHITECTURE.md", () => {
  it.each(FEATURES)("touch few files: $name", (feature) => {
    const files = featureFiles(feature);
    expect(files.length).toBeGreaterThan(1);
    expect(files.length).toBeLessThanOrEqual(MAX_FILES);
  });

  it.each(FEATURES)("have at most one folder in a package: $name", ({ homes }) => {
    const packages = homes.map((home) => home.split("/")[0]);
    expect(packages).toEqual([...new Set(packages)]);
  });

  it("are listed with the files that name them (npm run docs:walls)", () => {
    const text = readFileSync(ARCHITECTURE, "utf8");
    expect(text).toBe(fillBlock(text, "features", featuresTable()));
  });
});

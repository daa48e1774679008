import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderStateTables } from "../../packages/core/src/testing/table/state-table.ts";
import { ARCHITECTURE, fillBlock } from "./write-docs.ts";

it("ARCHITECTURE.md shows the state table that transition() gives (npm run docs:states)", () => {
  const written = readFileSync(ARCHITECTURE, "utf8");

  expect(written).toBe(fillBlock(written, "state table", renderStateTables()));
});

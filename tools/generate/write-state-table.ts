import { readFileSync, writeFileSync } from "node:fs";
import { renderStateTables } from "../../packages/core/src/testing/table/state-table.ts";
import { ARCHITECTURE, fillBlock } from "./write-docs.ts";

const current = readFileSync(ARCHITECTURE, "utf8");
writeFileSync(ARCHITECTURE, fillBlock(current, "state table", renderStateTables()));

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findBreaks } from "../output-schemas/find-breaks.ts";
import { schemaFiles } from "./schema-files.ts";

const FOLDER = fileURLToPath(new URL("../../../../schemas/cli", import.meta.url));
const files = await schemaFiles();

function published(file: string) {
  return JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8"));
}

describe("the published schemas", () => {
  it("are one for every answer, and no other", () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual([...files.keys()].toSorted());
  });

  it.each([...files])("%s says what its answer is (npm run schema:cli)", (file, schema) => {
    expect(findBreaks(published(file), schema)).toEqual([]);
    expect(published(file)).toEqual(JSON.parse(JSON.stringify(schema)));
  });
});

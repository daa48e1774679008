import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { OutputSchemas } from "../../packages/cli/src/command/define-command.ts";
import {
  buildSchemaBundle,
  loadOutputSchemas,
  unsharedSchema,
} from "../../packages/cli/src/command-table/schema-bundle.ts";
import { inlineRefs } from "../../packages/cli/src/output-schemas/inline-refs.ts";
import { CLI_SCHEMA_FILE, outputBreaks, outputNames, outputSchema } from "./cli-schema.ts";

const text = readFileSync(CLI_SCHEMA_FILE, "utf8");
const published = JSON.parse(text);
const outputs = await loadOutputSchemas();

function unsharedOutput(name: string, data: OutputSchemas[string]) {
  const schema = JSON.parse(JSON.stringify(unsharedSchema(name, data)));
  return inlineRefs(schema, schema.$defs ?? {});
}

describe("the published schemas", () => {
  it("are one for every answer, and no other", () => {
    expect(outputNames(published)).toEqual(Object.keys(outputs).toSorted());
  });

  it("are written to schemas/cli.schema.json (npm run schema:cli)", async () => {
    expect(text).toBe(`${JSON.stringify(await buildSchemaBundle(), null, 2)}\n`);
  });

  it.each(Object.entries(outputs))(
    "%s says what its answer is (npm run schema:cli)",
    (name, data) => {
      expect(outputSchema(published, name)).toEqual(unsharedOutput(name, data));
    },
  );

  it("lose no output and no field", () => {
    const { "task.show": _, ...others } = published.$defs;
    expect(outputBreaks(published, published)).toEqual([]);
    expect(outputBreaks(published, { $defs: others })).toEqual(["task.show: is gone"]);
    const changed = { ...published.$defs, TaskLine: { type: "object" } };
    expect(outputBreaks(published, { $defs: changed })).toContain(
      "task.list /data[]/task: is gone",
    );
  });
});

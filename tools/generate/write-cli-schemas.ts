import { readFileSync, writeFileSync } from "node:fs";
import { buildSchemaBundle } from "../../packages/cli/src/command-table/schema-bundle.ts";
import { CLI_SCHEMA_FILE, outputBreaks } from "./cli-schema.ts";

const bundle = JSON.parse(JSON.stringify(await buildSchemaBundle()));
const breaks = outputBreaks(JSON.parse(readFileSync(CLI_SCHEMA_FILE, "utf8")), bundle);
if (breaks.length === 0) {
  writeFileSync(CLI_SCHEMA_FILE, `${JSON.stringify(bundle, null, 2)}\n`);
} else {
  process.stderr.write(`These changes break readers of the JSON output:\n${breaks.join("\n")}\n`);
  process.exitCode = 1;
}

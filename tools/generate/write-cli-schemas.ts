import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { schemaFiles } from "../../packages/cli/src/command-table/schema-files.ts";
import { findBreaks } from "../../packages/cli/src/output-schemas/find-breaks.ts";

const FOLDER = new URL("../../schemas/cli/", import.meta.url);

mkdirSync(FOLDER, { recursive: true });
const breaks = [...(await schemaFiles())].flatMap(([file, schema]) => {
  const place = new URL(file, FOLDER);
  const before = readOptional(place);
  const found = before === null ? [] : findBreaks(JSON.parse(before), schema);
  if (found.length === 0) writeFileSync(place, `${JSON.stringify(schema, null, 2)}\n`);
  return found.map((line) => `${file} ${line}`);
});
if (breaks.length > 0) {
  process.stderr.write(`Readers of these answers would stumble:\n${breaks.join("\n")}\n`);
  process.exitCode = 1;
}

function readOptional(place: URL): string | null {
  try {
    return readFileSync(place, "utf8");
  } catch {
    return null;
  }
}

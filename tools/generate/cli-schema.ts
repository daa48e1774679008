import { findBreaks, type JsonSchema } from "../../packages/cli/src/output-schemas/find-breaks.ts";
import { inlineRefs } from "../../packages/cli/src/output-schemas/inline-refs.ts";

export const CLI_SCHEMA_FILE = new URL("../../schemas/cli.schema.json", import.meta.url);

type SchemaBundle = { $defs: Readonly<Record<string, JsonSchema>> };

/**
 * Lists the outputs that a bundle defines, such as `task.show`. Shared definitions have names
 * without a dot.
 */
export function outputNames({ $defs }: SchemaBundle): string[] {
  return Object.keys($defs).filter((name) => name.includes("."));
}

/** Returns the schema of one output without references. */
export function outputSchema({ $defs }: SchemaBundle, name: string): JsonSchema {
  return inlineRefs({ $ref: `#/$defs/${name}` }, $defs);
}

/** Lists the changes between two bundles that break readers of an output. A removed output is one of them. */
export function outputBreaks(before: SchemaBundle, after: SchemaBundle): string[] {
  const names = new Set(outputNames(after));
  return outputNames(before).flatMap((name) =>
    names.has(name)
      ? findBreaks(outputSchema(before, name), outputSchema(after, name)).map(
          (line) => `${name} ${line}`,
        )
      : [`${name}: is gone`],
  );
}

import { z } from "zod";
import { commandGroups, singleCommands } from "../command/command-docs.ts";
import type { CliCommand, OutputSchemas } from "../command/define-command.ts";
import { schemaName } from "../output/envelope.ts";
import type { JsonSchema } from "../output-schemas/find-breaks.ts";
import { DryRunOutput } from "../output-schemas/setup.ts";
import { schemaUrl } from "../runtime/schema-address.ts";
import { COMMANDS } from "./commands.ts";

/** The published JSON Schema of every answer, by the name of its file. */
export async function schemaFiles(): Promise<ReadonlyMap<string, JsonSchema>> {
  const outputs = Object.entries(await loadOutputSchemas()).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return new Map(outputs.map(([name, data]) => [`${name}.json`, publishedSchema(name, data)]));
}

/** Readers must let fields pass that they do not know: more may be added. */
function publishedSchema(name: string, data: z.ZodType): JsonSchema {
  const answer = z.looseObject({
    schema: z.literal(schemaName(name)),
    data,
    next: z.string().nullable(),
  });
  const { $schema, ...rest } = z.toJSONSchema(answer, { io: "output", unrepresentable: "any" });
  return {
    $schema,
    $id: schemaUrl(`schemas/${name}.json`),
    title: schemaName(name),
    ...open(rest),
  };
}

/** Closed objects are right for what we take in, not for what we promise. */
function open(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === "additionalProperties" && value === false))
      .map(([key, value]) => [key, openValue(value)]),
  );
}

function openValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openValue);
  return typeof value === "object" && value !== null ? open({ ...value }) : value;
}

/** Loads the definition of every command. Takes much longer than one command does. */
async function loadCommands(): Promise<CliCommand[]> {
  const entries = [
    ...singleCommands(COMMANDS),
    ...commandGroups(COMMANDS).flatMap(({ commands }) => commands),
  ];
  return [...new Set(await Promise.all(entries.map(({ load }) => load())))];
}

/** The schema of every JSON output by name; `countersign/task.list/1` is `task.list` here. */
export async function loadOutputSchemas(): Promise<OutputSchemas> {
  const commands = await loadCommands();
  return Object.assign({ "dryrun.show": DryRunOutput }, ...commands.map(({ output }) => output));
}

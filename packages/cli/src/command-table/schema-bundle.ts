import * as api from "@countersign/api";
import * as core from "@countersign/core";
import { z } from "zod";
import { commandGroups, singleCommands } from "../command/command-docs.ts";
import type { CliCommand, OutputSchemas } from "../command/define-command.ts";
import { GateReport } from "../gate/gate-report.ts";
import { schemaName } from "../output/envelope.ts";
import type { JsonSchema } from "../output-schemas/find-breaks.ts";
import * as outcomes from "../output-schemas/outcomes.ts";
import * as setup from "../output-schemas/setup.ts";
import { schemaUrl } from "../runtime/schema-address.ts";
import { COMMANDS } from "./commands.ts";

/** Exported schemas become shared definitions under their export name if an output uses them. */
const SHARED = { ...core, ...api, ...outcomes, ...setup, GateReport };

const REF_PREFIX = "#/$defs/";
const CONVERSION = { io: "output", unrepresentable: "any" } as const;

/** Builds the published JSON Schema: one definition per command output, then the definitions they share. */
export async function buildSchemaBundle(): Promise<JsonSchema> {
  const outputs = await loadOutputSchemas();
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(SHARED)) {
    if (schema instanceof z.ZodType) registry.add(schema, { id });
  }
  for (const [id, data] of Object.entries(outputs)) registry.add(outputEnvelope(id, data), { id });
  const { schemas } = z.toJSONSchema(registry, {
    ...CONVERSION,
    uri: (id) => `${REF_PREFIX}${id}`,
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: schemaUrl("cli.schema.json"),
    title: "Output of countersign commands with --json",
    $defs: usedDefinitions(schemas, Object.keys(outputs).toSorted()),
  };
}

/** The published schema of one output, with no definition shared with another output. */
export function unsharedSchema(name: string, data: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(outputEnvelope(name, data), CONVERSION);
  return { title: schemaName(name), ...definition(schema) };
}

/** The whole JSON output of a command, with `data` as its schema defines it. */
function outputEnvelope(name: string, data: z.ZodType): z.ZodType {
  return z.looseObject({
    schema: z.literal(schemaName(name)),
    data,
    next: z.string().nullable(),
  });
}

/** The definitions of the outputs, then those they refer to, each sorted by name. */
function usedDefinitions(
  schemas: Readonly<Record<string, JsonSchema>>,
  outputs: readonly string[],
): JsonSchema {
  const used = new Set(outputs);
  // A set also visits the names added while it is iterated.
  for (const name of used) {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`No exported schema has the definition ${name}`);
    for (const ref of refsIn(schema)) used.add(ref.slice(REF_PREFIX.length));
  }
  const shared = [...used].slice(outputs.length).toSorted();
  return Object.fromEntries([
    ...outputs.map((name) => [name, { title: schemaName(name), ...definition(schemas[name]) }]),
    ...shared.map((name) => [name, definition(schemas[name])]),
  ]);
}

function definition({ $schema, $id, ...schema }: JsonSchema = {}): JsonSchema {
  return allowNewFields(schema);
}

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [inner] : refsIn(inner),
  );
}

/** Removes `additionalProperties: false`: a later version may add fields, and readers must accept them. */
function allowNewFields(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === "additionalProperties" && value === false))
      .map(([key, value]) => [key, allowNewFieldsIn(value)]),
  );
}

function allowNewFieldsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allowNewFieldsIn);
  return typeof value === "object" && value !== null ? allowNewFields({ ...value }) : value;
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
  return Object.assign(
    { "dryrun.show": setup.DryRunOutput },
    ...commands.map(({ output }) => output),
  );
}

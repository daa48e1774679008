import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { isJsonObject, type Json, type JsonObject } from "./slim.ts";

/** Returns what is wrong with a value, or null. */
export type Validate = (value: unknown) => string | null;

export type Description = {
  parts: Readonly<Record<string, JsonObject>>;
  /** Returns the value itself or the component that it refers to. */
  resolve(value: Json | undefined): JsonObject | undefined;
  /** Compiles a schema of the description at its first use. */
  validator(schema: Json): Validate;
  /** Like `validator`, for texts of an address: "5" is a number. */
  textValidator(schema: Json): Validate;
};

/** Loads a slim description and prepares the checks of its schemas. */
export function loadDescription(file: string): Description {
  const url = new URL(file, import.meta.url);
  const { parts, components } = JSON.parse(readFileSync(url, "utf8"));
  const shared = { $id: "description", components: toJsonSchema(components) };
  const create = (coerceTypes: boolean): ((schema: Json) => Validate) => {
    const ajv = new Ajv({ strict: false, coerceTypes, inlineRefs: false, validateSchema: false });
    formats.default(ajv);
    ajv.addSchema(shared);
    return (schema) => {
      let compiled: ValidateFunction | undefined;
      return (value) => {
        compiled ??= ajv.compile(withAbsoluteReferences(toJsonSchema(schema)));
        return compiled(value) ? null : ajv.errorsText(compiled.errors, { dataVar: "it" });
      };
    };
  };
  return {
    parts,
    resolve: (value) => resolveComponent(components, value),
    validator: create(false),
    textValidator: create(true),
  };
}

function resolveComponent(components: JsonObject, value: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  if (typeof value.$ref !== "string") return value;
  const [, , kind = "", name = ""] = value.$ref.split("/");
  const group = components[kind];
  return resolveComponent(components, isJsonObject(group) ? group[name] : undefined);
}

function withAbsoluteReferences(schema: Json): JsonObject {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"description#/components/');
  return JSON.parse(text);
}

/** OpenAPI 3.0 writes `nullable` where JSON Schema has a type of its own for null. */
function toJsonSchema(value: Json): Json {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, toJsonSchema(item)] as const);
  const schema: JsonObject = Object.fromEntries(entries);
  if (schema.nullable !== true) return schema;
  delete schema.nullable;
  return { anyOf: [schema, { type: "null" }] };
}

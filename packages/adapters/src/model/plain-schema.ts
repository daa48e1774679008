const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;
type TypeName = (typeof TYPES)[number];

/** The part of JSON Schema that every provider supports. */
type PlainSchema = {
  type?: TypeName | TypeName[];
  description?: string;
  items?: PlainSchema;
  properties?: Record<string, PlainSchema>;
  required?: string[];
  additionalProperties?: false;
  enum?: string[];
  anyOf?: PlainSchema[];
};

/**
 * Reduces a schema to its structure, without limits and patterns, which every provider accepts.
 *
 * Some providers refuse the whole request for one unknown keyword. The caller validates the answer
 * against the full schema.
 */
export function plainSchema(schema: unknown): PlainSchema {
  if (!isRecord(schema)) return {};
  const plain: PlainSchema = {};
  const { type, description, items, properties, required, additionalProperties } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter(isTypeName);
  const [first, ...others] = types;
  if (first !== undefined) plain.type = others.length === 0 ? first : types;
  if (typeof description === "string") plain.description = description;
  if (items !== undefined) plain.items = plainSchema(items);
  if (isRecord(properties)) plain.properties = plainEach(properties);
  if (Array.isArray(required)) plain.required = required.filter(isText);
  if (additionalProperties === false) plain.additionalProperties = false;
  return { ...plain, ...choices(schema) };
}

/** Returns the choices as texts, because some providers accept no others. */
function choices({ enum: values, anyOf }: Readonly<Record<string, unknown>>): PlainSchema {
  return {
    ...(Array.isArray(values) && values.every(isText) ? { enum: values } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(plainSchema) } : {}),
  };
}

function plainEach(properties: Readonly<Record<string, unknown>>): Record<string, PlainSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, plainSchema(property)]),
  );
}

function isTypeName(value: unknown): value is TypeName {
  return TYPES.some((name) => name === value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { loadDescription, type Validate } from "./create-validator.ts";
import { isJsonObject, type Json, type JsonObject } from "./slim.ts";
import { USED_OPERATIONS } from "./used.ts";

export type OperationName = (typeof USED_OPERATIONS)[number];

/** One operation of the REST interface with the checks of its requests and responses. */
export type Operation = {
  name: OperationName;
  /** Returns the parameters of a path that belongs to the operation, or null. */
  match(path: string): Record<string, string> | null;
  checkRequest(
    params: Readonly<Record<string, string>>,
    query: URLSearchParams,
    body: unknown,
  ): string | null;
  checkResponse(status: number, body: unknown): string | null;
};

const description = loadDescription("rest.json");
const JSON_TYPE = "application/json";
/** Parameters that contain slashes. */
const WITH_SLASHES = new Set(["ref", "branch"]);

/** All described operations; one with fewer parameters comes first. */
export const OPERATIONS: readonly Operation[] = USED_OPERATIONS.map(createOperation).toSorted(
  (one, other) => one.name.split("{").length - other.name.split("{").length,
);

function createOperation(name: OperationName): Operation {
  const operation = description.parts[name] ?? {};
  const [, path = ""] = name.split(" ");
  const pattern = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    WITH_SLASHES.has(key) ? `(?<${key}>.+)` : `(?<${key}>[^/]+)`,
  );
  const expression = new RegExp(`^${pattern}$`);
  const parameters = listParameters(operation.parameters);
  const checkBody = createBodyCheck(operation);
  const responses = new Map<number, Validate>();
  return {
    name,
    match(pathname) {
      const found = expression.exec(pathname);
      if (found === null) return null;
      const entries = Object.entries(found.groups ?? {});
      return Object.fromEntries(entries.map(([key, value]) => [key, decodeURIComponent(value)]));
    },
    checkRequest: (params, query, body) =>
      checkParameters(parameters, "path", Object.entries(params)) ??
      checkParameters(parameters, "query", [...query]) ??
      checkBody(body),
    checkResponse(status, body) {
      const check = responses.get(status) ?? createResponseCheck(operation, status);
      responses.set(status, check);
      return check(body);
    },
  };
}

type Parameter = { name: string; place: string; isRequired: boolean; check: Validate };

function listParameters(listed: Json | undefined): Parameter[] {
  return (Array.isArray(listed) ? listed : []).map((item) => {
    const parameter = description.resolve(item) ?? {};
    return {
      name: String(parameter.name),
      place: String(parameter.in),
      isRequired: parameter.required === true,
      check: description.textValidator(wrapValue(parameter.schema ?? {})),
    };
  });
}

/** A text can be coerced only inside of an object. */
function wrapValue(schema: Json): JsonObject {
  return { type: "object", properties: { value: schema } };
}

function checkParameters(
  parameters: readonly Parameter[],
  place: string,
  given: readonly [string, string][],
): string | null {
  const here = parameters.filter((parameter) => parameter.place === place);
  for (const [name, value] of given) {
    const problem = here.find((one) => one.name === name)?.check({ value });
    if (problem === undefined) return `${place} has no ${name}`;
    if (problem !== null) return `${place} ${name}: ${problem}`;
  }
  const missing = here.find(
    ({ name, isRequired }) => isRequired && !given.some(([key]) => key === name),
  );
  return missing === undefined ? null : `${place} lacks ${missing.name}`;
}

function createBodyCheck({ requestBody }: JsonObject): Validate {
  const described = description.resolve(requestBody);
  const schema = contentSchema(described);
  if (schema === null) return (body) => (body === undefined ? null : "body is not described");
  const check = description.validator(schema);
  return (body) => {
    if (body === undefined) return described?.required === true ? "body is missing" : null;
    return check(body);
  };
}

/** GitHub's description omits some failures: those need a message only. */
function createResponseCheck({ responses }: JsonObject, status: number): Validate {
  const listed = isJsonObject(responses) ? responses[String(status)] : undefined;
  if (listed === undefined) {
    if (status < 400) return () => `status ${status} is not described`;
    return description.validator({ type: "object", required: ["message"] });
  }
  const schema = contentSchema(description.resolve(listed));
  return schema === null ? () => null : description.validator(schema);
}

function contentSchema(described: JsonObject | undefined): Json | null {
  const content = description.resolve(described?.content);
  const typed = description.resolve(content?.[JSON_TYPE]);
  return typed?.schema ?? null;
}

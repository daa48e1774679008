import { describe, expect, it } from "vitest";
import { contract } from "./contract.ts";
import { streamRoute } from "./events.ts";
import { openApiDocument } from "./openapi.ts";

const METHODS = ["get", "post", "delete"] as const;

type Json = { [key: string]: unknown };

const document = await openApiDocument("1.2.3");

describe("the OpenAPI document", () => {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );

  it("is of version 3.1 and says which product it describes", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "countersign", version: "1.2.3" },
    });
  });

  it("describes every route of the contract under its client's name, and nothing else", () => {
    const described = operations.map(({ operation }) => operation.operationId);

    expect(described.toSorted()).toEqual([...Object.keys(contract), "events"].toSorted());
  });

  it.each([...Object.entries(contract), ["events", streamRoute] as const])(
    "names %s as the contract does",
    (name, route) => {
      expect(route.operationId).toBe(name);
      expect(route.path).toMatch(/^\/v1(?:\/[a-z.]+|\/\{[a-z]+\})+$/);
      expect(document.paths?.[route.path]?.[route.method]?.operationId).toBe(name);
    },
  );

  it("declares each part of a path as a required parameter", () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name);
      const declared = list(operation.parameters)
        .filter((parameter) => parameter.in === "path" && parameter.required === true)
        .map(({ name }) => name);
      expect([path, declared]).toEqual([path, inPath]);
    }
  });

  it("has a success, a refusal and who may call for each operation", () => {
    for (const { operation } of operations) {
      expect(Object.keys(operation.responses ?? {})).toEqual(["200", "default"]);
      expect(operation["x-roles"]).toBeDefined();
      expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  it("asks for a token wherever the route is not public", () => {
    expect(document.components?.securitySchemes).toMatchObject({
      bearer: { type: "http", scheme: "bearer" },
    });
    for (const { operation } of operations)
      expect(operation.security).toEqual(operation["x-roles"] === "public" ? [] : [{ bearer: [] }]);
  });

  it("takes a JSON body and an idempotency key with every POST, and with nothing else", () => {
    for (const { method, operation } of operations) {
      const body = operation.requestBody;
      const keys = list(operation.parameters).filter(({ name }) => name === "idempotency-key");
      expect([operation.operationId, body !== undefined, keys.length]).toEqual([
        operation.operationId,
        method === "post",
        method === "post" ? 1 : 0,
      ]);
      if (body !== undefined)
        expect(body).toMatchObject({ required: true, content: { "application/json": {} } });
    }
  });

  it("refers only to what is in it", () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? "");

    for (const reference of references) {
      const found = reference
        .split("/")
        .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), document);
      expect([reference, typeof found]).toEqual([reference, "object"]);
    }
  });
});

function list(parameters: unknown): Json[] {
  return Array.isArray(parameters) ? parameters.filter(isObject) : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

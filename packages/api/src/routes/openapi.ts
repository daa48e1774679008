import type { OpenAPIHono } from "@hono/zod-openapi";
import { contract } from "./contract.ts";
import { streamRoute } from "./events.ts";

export type OpenApiDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

/**
 * Writes the contract as an OpenAPI 3.1 document. The generator is loaded here, so clients do not
 * need it.
 */
export async function openApiDocument(version: string): Promise<OpenApiDocument> {
  const { OpenAPIHono } = await import("@hono/zod-openapi");
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono();
  openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "A token that begins with cs_; never part of an address.",
  });
  for (const route of Object.values(contract)) openAPIRegistry.registerPath(route);
  openAPIRegistry.registerPath(streamRoute);
  return getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "countersign", version },
  });
}

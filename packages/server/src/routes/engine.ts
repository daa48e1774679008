import { contract, type OpenApiDocument, openApiDocument } from "@countersign/api";
import { implementPublicRoute, implementRoute, type Server } from "../http/implement-route.ts";

export function addEngineRoutes(
  server: Server,
  { version, instance }: { version: string; instance: string },
): void {
  let made: Promise<OpenApiDocument> | undefined;
  const document = (): Promise<OpenApiDocument> => {
    made ??= openApiDocument(version);
    return made;
  };
  implementPublicRoute(server, contract.health, async () => ({
    ok: true as const,
    version,
    instance,
  }));
  implementPublicRoute(server, contract.describe, async () => ({ ...(await document()) }));
  implementRoute(server, contract.me, async ({ by }) => by);
  implementRoute(server, contract.status, async ({ by }) => {
    const { counts, repositories, snoozed, ...rest } = await server.engine.status(by);
    return {
      ...rest,
      putOff: snoozed,
      version,
      counts: { ...counts },
      repositories: [...repositories],
    };
  });
}

import { contract, type OpenApiDocument, openApiDocument } from "@countersign/api";
import { implement, implementPublic, type Server } from "../http/implement.ts";

export function engineRoutes(
  server: Server,
  { version, instance }: { version: string; instance: string },
): void {
  let made: Promise<OpenApiDocument> | undefined;
  const document = (): Promise<OpenApiDocument> => {
    made ??= openApiDocument(version);
    return made;
  };
  implementPublic(server, contract.health, async () => ({ ok: true as const, version, instance }));
  implementPublic(server, contract.describe, async () => ({ ...(await document()) }));
  implement(server, contract.me, async ({ by }) => by);
  implement(server, contract.status, async ({ by }) => {
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

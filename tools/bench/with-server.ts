import { type BenchServer, benchServer } from "../../packages/engine/src/testing/bench-server.ts";

/** Measures on a temporary server, which is always removed. */
export function withServer<Figures>(
  measure: (server: BenchServer) => Promise<Figures>,
): () => Promise<Figures> {
  return async () => {
    const server = await benchServer();
    const leave = () => {
      const exit = () => process.exit(1);
      server.stop().then(exit, exit);
    };
    process.once("SIGINT", leave);
    process.once("SIGTERM", leave);
    try {
      return await measure(server);
    } finally {
      process.off("SIGINT", leave);
      process.off("SIGTERM", leave);
      await server.stop();
    }
  };
}

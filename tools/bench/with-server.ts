import { type BenchServer, benchServer } from "../../packages/engine/src/testing/bench-server.ts";

export type MeasureOptions = {
  /** Length of the window in which a rate is measured. Default 20, per measurement. */
  seconds?: number | undefined;
  /** Finished tasks with their whole log in the history. Default 100,000. */
  tasks?: number | undefined;
  /** Finished tasks in the history that are only a projection. Default 0. */
  projections?: number | undefined;
};

/** Measures on a temporary server, which is always removed. */
export function withServer<Figures>(
  measure: (server: BenchServer, options: MeasureOptions) => Promise<Figures>,
): (options: MeasureOptions) => Promise<Figures> {
  return async (options) => {
    const server = await benchServer();
    const leave = () => {
      const exit = () => process.exit(1);
      server.stop().then(exit, exit);
    };
    process.once("SIGINT", leave);
    process.once("SIGTERM", leave);
    try {
      return await measure(server, options);
    } finally {
      process.off("SIGINT", leave);
      process.off("SIGTERM", leave);
      await server.stop();
    }
  };
}

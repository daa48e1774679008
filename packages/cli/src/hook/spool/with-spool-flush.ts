import type { CommandContext, Run } from "../../context.ts";

/**
 * A command that also submits what hooks left while no engine ran: before it runs, or after it has
 * started the engine itself. Nothing of that shows.
 */
export function withSpoolFlush<Spec extends { load: () => Promise<Run> }>(spec: Spec): Spec {
  return {
    ...spec,
    load: async () => {
      const run = await spec.load();
      return async (context, given) => {
        const isSent = await send(context);
        const result = await run(context, given);
        if (!isSent) await send(context);
        return result;
      };
    },
  };
}

/** Whether nothing is left to be sent. */
async function send(context: CommandContext): Promise<boolean> {
  if (context.dryRun || context.server !== null) return true;
  const { hasSpool } = await import("./has-spool.ts");
  if (!(await hasSpool(context).catch(() => false))) return true;
  const { flushSpool } = await import("./flush-spool.ts");
  return (await flushSpool(context)).left === 0;
}

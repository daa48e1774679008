import type { CommandContext } from "../../command/context.ts";

/**
 * Runs a command and also submits the work that hooks left while no engine ran: before it, or after it
 * has started the engine itself. Prints nothing about it.
 */
export async function withSpoolFlush<Result>(
  context: CommandContext,
  run: () => Promise<Result>,
): Promise<Result> {
  const isSent = await send(context);
  const result = await run();
  if (!isSent) await send(context);
  return result;
}

/** Whether nothing is left to be sent. */
async function send(context: CommandContext): Promise<boolean> {
  if (context.dryRun || context.server !== null) return true;
  const { hasSpool } = await import("./has-spool.ts");
  if (!(await hasSpool(context).catch(() => false))) return true;
  const { flushSpool } = await import("./flush-spool.ts");
  return (await flushSpool(context)).left === 0;
}

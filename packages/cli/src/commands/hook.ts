import type { Run } from "../context.ts";
import { hookCommand } from "../hook/hook-command.ts";

/** The long way to a hook, for options and help; hosts are served without it. */
export const hook: Run = async ({ env, directory, program, streams }, { args }) => {
  const world = { env, directory, program, streams: { ...streams, in: process.stdin } };
  await hookCommand(args, world, process.stdin);
  return { schema: "hook.answer", data: { answered: true }, text: () => "" };
};

import type { Run } from "../../context.ts";
import { startHook } from "../../hook/start-hook.ts";

/** The long way to a hook, for options and help; hosts are served without it. */
export const hook: Run = async ({ env, directory, program, streams }, { args }) => {
  const write = (text: string) => void streams.out.write(text);
  await startHook(args, { env, directory, program, stdin: () => process.stdin, write });
  return { schema: "hook.answer", data: { answered: true }, text: () => "" };
};

import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { startHook } from "../../hook/start-hook.ts";

/** The long way to a hook, for options and help; hosts are served without it. */
export const hook = defineCommand({
  usage: "hook <agent> <event>",
  examples: [
    "countersign hook claude-code stop < event.json",
    "countersign hook codex session-start < event.json",
  ],

  output: {
    "hook.answer": z.object({ answered: z.boolean() }),
  },
  async run({ env, directory, program, streams }, { args }) {
    const write = (text: string) => void streams.out.write(text);
    await startHook([args.agent, args.event], {
      env,
      directory,
      program,
      stdin: () => process.stdin,
      write,
    });
    return { schema: "hook.answer", data: { answered: true }, text: () => "" };
  },
});

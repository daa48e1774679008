import { z } from "zod";
import { findAgentVariable } from "../../caller/agent-variables.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { openEngineReader } from "../../hook/engine/engine-reader.ts";
import { findHookTask } from "../../hook/engine/find-hook-task.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { findWorkplace } from "../../workplace/find-workplace.ts";

const ENGINE_MS = 500;

/** Called by git after a commit: tells an agent which open task it belongs to. It never starts an engine. */
export const taskCommitted = defineCommand({
  usage: "committed",
  examples: ["countersign task committed", "countersign task committed --json"],

  output: {
    "task.committed": z.object({ task: z.string().nullable() }),
  },
  async run(context) {
    const task = await taskOfCommit(context).catch(() => null);
    if (task !== null)
      context.say(
        `countersign: this commit belongs to ${task}. When the work is done: countersign task submit`,
      );
    return { schema: "task.committed", data: { task }, text: () => "" };
  },
});

async function taskOfCommit({ directory, env }: CommandContext): Promise<string | null> {
  const agent = findAgentVariable(env)?.agent;
  if (agent === undefined) return null;
  const place = await findWorkplace(directory);
  const engineFiles = localFiles(env);
  const engine = await openEngineReader(engineFiles, env, AbortSignal.timeout(ENGINE_MS));
  if (engine === null) return null;
  return (await findHookTask({ agent, place, engineFiles }, engine))?.id ?? null;
}

import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { requireOwner } from "../../caller/require-owner.ts";
import { openSession } from "../../client/open-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag } from "../../command/options.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import {
  changeEngineSettings,
  type EngineSettings,
} from "../../local-engine/settings/engine-settings.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { confirm } from "../../terminal/prompts.ts";

/** Lets the commands of one repository run without a sandbox, as the engine's owner alone may decide. */
export const repoAllowUnsandboxed = defineCommand({
  usage: "allow-unsandboxed [id]",
  examples: [
    "countersign repo allow-unsandboxed shop-api",
    "countersign repo allow-unsandboxed shop-api --undo",
  ],
  options: {
    undo: flag("--undo", "require a sandbox again (the default)"),
  },
  takes: "repository",
  output: {
    "repo.allow-unsandboxed": z.object({
      repo: z.string(),
      path: z.string(),
      unsandboxed: z.boolean(),
    }),
  },
  async run(context, { args, options }) {
    const { undo } = options;
    if (!context.dryRun) requireOwner("This setting of the engine", context);
    const { id, path } = await repositoryNamed(context, args.id);
    const unsandboxed = !undo;
    const effect = unsandboxed
      ? `commands of ${id} run without a sandbox where there is none`
      : `commands of ${id} run only in a sandbox`;
    if (context.dryRun) {
      return wouldDo(
        "allow-unsandboxed",
        { repo: id, unsandboxed },
        () => `Would see that ${effect}`,
      );
    }
    if (unsandboxed) {
      const risk = `Code that an agent submits to ${display(id)} will run with your rights: your files, keys and network.`;
      await confirm(context, `${risk} Allow it?`);
    }
    await changeEngineSettings(localFiles(context.env).settings, (settings) => ({
      ...settings,
      unsandboxed: withPath(settings, path, unsandboxed),
    }));
    return {
      schema: "repo.allow-unsandboxed",
      data: { repo: id, path, unsandboxed },
      text: (style) =>
        `${style.paint(unsandboxed ? "warn" : "good", "changed")}: ${display(effect)}. It counts at once.`,
      plain: [[id, String(unsandboxed)]],
    };
  },
});

function withPath({ unsandboxed }: EngineSettings, path: string, isAllowed: boolean): string[] {
  const others = unsandboxed.filter((one) => one !== path);
  return isAllowed ? [...others, path] : others;
}

async function repositoryNamed(
  context: CommandContext,
  name: string | undefined,
): Promise<{ id: string; path: string }> {
  if (context.server !== null) {
    throw new CountersignError("invalid_input", "This setting belongs to the local engine", {
      hint: "Run it without --server on the engine's machine",
    });
  }
  const session = await openSession(context);
  if (name === undefined) return await repositoryHere(context, session);
  const { items } = await session.client.listRepositories();
  const found = items.find(({ id }) => id === name);
  if (found !== undefined) return found;
  throw new CountersignError("not_found", `There is no repository ${name}`, {
    hint: "List repositories: countersign repo list",
  });
}

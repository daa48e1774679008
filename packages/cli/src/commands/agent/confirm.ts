import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { requireOwner } from "../../caller/require-owner.ts";
import { defineCommand } from "../../command/define-command.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { confirmPrograms, listAgentPrograms } from "../../local-engine/settings/agent-programs.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

/** Confirms the programs of agents that review, as they are on the person's search path now. */
export const agentConfirm = defineCommand({
  usage: "confirm [names...]",
  examples: ["countersign agent confirm", "countersign agent confirm claude codex"],

  takes: ["claude", "codex", "gemini", "opencode"],
  output: {
    "agent.confirm": z.array(z.object({ name: z.string(), path: z.string(), sha256: z.string() })),
  },
  async run(context, { args }) {
    const files = localFiles(context.env);
    const names =
      args.names.length > 0 ? args.names : (await listAgentPrograms(files)).map(({ name }) => name);
    if (context.dryRun) {
      return wouldDo(
        "confirm",
        { names },
        () => `Would confirm ${names.map((it) => display(it)).join(", ")}`,
      );
    }
    requireOwner("Confirming a program", context);
    const pins = await confirmPrograms(files, names, context.env.PATH ?? "");
    const lost = args.names.filter((name) => !Object.hasOwn(pins, name));
    if (lost.length > 0) {
      throw new CountersignError("not_found", `${lost.join(", ")} is not on your PATH`, {
        hint: "Install it, or pass its absolute path",
      });
    }
    const confirmed = Object.entries(pins).map(([name, pin]) => ({ name, ...pin }));
    return {
      schema: "agent.confirm",
      data: confirmed,
      plain: confirmed.map(({ name, path, sha256 }) => [name, path, sha256]),
      text: (style) =>
        confirmed.length === 0
          ? "No agent's program is on your search path."
          : columns(
              confirmed.map(({ name, path, sha256 }) => [
                `${style.paint("good", "confirmed")} ${display(name, style)}`,
                display(path, style),
                style.paint("faint", sha256.slice(0, 12)),
              ]),
            ),
    };
  },
});

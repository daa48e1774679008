import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import {
  type AgentProgram,
  listAgentPrograms,
} from "../../local-engine/settings/agent-programs.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";

const MEANING: Readonly<Record<AgentProgram["state"], string>> = {
  confirmed: "confirmed",
  installed: "installed by the system",
  changed: "changed since you confirmed it: countersign agent confirm",
  unconfirmed: "not confirmed: countersign agent confirm",
  missing: "not where the engine looks: countersign agent confirm",
};

/** Lists the programs that may review, and whether the engine runs them. */
export const agentList = defineCommand({
  usage: "list",
  examples: ["countersign agent list", "countersign agent list --json=name,state"],

  output: {
    "agent.list": z.array(
      z.object({
        name: z.string(),
        path: z.string().nullable(),
        state: z.enum(["confirmed", "installed", "changed", "unconfirmed", "missing"]),
      }),
    ),
  },
  async run({ env }) {
    const programs = await listAgentPrograms(localFiles(env));
    return {
      schema: "agent.list",
      data: programs,
      plain: programs.map(({ name, state, path }) => [name, state, path ?? ""]),
      text: (style) =>
        columns(
          programs.map(({ name, state, path }) => [
            style.paint("strong", display(name, style)),
            MEANING[state],
            path === null ? "" : display(path, style),
          ]),
        ),
    };
  },
});

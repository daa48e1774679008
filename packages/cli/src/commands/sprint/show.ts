import { SprintView } from "@countersign/api";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { sprintPlain, sprintText } from "./sprint-text.ts";

export const sprintShow = defineCommand({
  usage: "show",
  examples: ["countersign sprint show", "countersign sprint show --json"],

  output: {
    "sprint.show": z.object({ sprint: SprintView.nullable() }),
  },
  async run(context) {
    const { client } = await openSession(context);
    const { sprint } = await client.showSprint();
    return {
      schema: "sprint.show",
      data: { sprint },
      plain: sprint === null ? [] : sprintPlain(sprint),
      text: (style) =>
        sprint === null
          ? "No sprint yet. Start one with: countersign sprint start"
          : sprintText(sprint, style),
    };
  },
});

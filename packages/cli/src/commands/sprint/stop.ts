import { SprintView } from "@countersign/api";
import { defineCommand } from "../../command/define-command.ts";
import { requestSprintChange } from "./request-sprint-change.ts";

export const sprintStop = defineCommand({
  usage: "stop",
  examples: ["countersign sprint stop", "countersign sprint stop --dry-run"],
  output: { "sprint.stop": SprintView },
  run: async (context) =>
    await requestSprintChange(context, "stop", async (client) => await client.stopSprint()),
});

import { SprintView } from "@countersign/api";
import { defineCommand } from "../../command/define-command.ts";
import { requestSprintChange } from "./request-sprint-change.ts";

export const sprintPause = defineCommand({
  usage: "pause",
  examples: ["countersign sprint pause", "countersign sprint pause --dry-run"],
  output: { "sprint.pause": SprintView },
  run: async (context) =>
    await requestSprintChange(context, "pause", async (client) => await client.pauseSprint()),
});
